/** The language of a tag, whatever the country: `en` of `en-GB`. */
export const languageOf = (tag: string) => tag.split("-")[0]?.toLowerCase() ?? "";
