import { languageOf } from "../record/language-tag.ts";

/**
 * The languages that a person wants to read, the best first, as tags with commas between them: in the first of those that the
 * config has, the server answers. Without the header, or where the config has none of them, everything is in the language that
 * the config gives it. Not `Accept-Language`: browsers send that of themselves, whatever anybody chose.
 */
export const LANGUAGE_HEADER = "x-language";

/** Further ones are not looked at. */
const MAX_WANTED = 10;

/** The language for a header; undefined where the config has none of those in it. */
export function languageFor(wanted: string, languages: readonly string[]): string | undefined {
  for (const tag of wanted.split(",", MAX_WANTED)) {
    const found = nearestTo(tag.trim(), languages);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The very tag, else the first of the same language. */
function nearestTo(tag: string, languages: readonly string[]): string | undefined {
  const exact = languages.find((one) => one.toLowerCase() === tag.toLowerCase());
  return exact ?? languages.find((one) => languageOf(one) === languageOf(tag));
}
