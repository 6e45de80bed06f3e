/** Texts one after another with the comma of the language, and no word before the last: it may go on. */
export function listedTexts(texts: readonly string[], language: string): string {
  // The type "unit" has no comma in some languages, such as Chinese.
  const comma = new Intl.ListFormat(language).formatToParts(["1", "2", "3"])[1]?.value ?? ", ";
  return texts.join(comma);
}
