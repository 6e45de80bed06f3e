import { storable } from "./values.ts";

/** How many characters of a text are searched, from its beginning. */
const MAX_SEARCHED_LENGTH = 1024;

/** What searches see of a text. */
export function foldSearched(text: string): string {
  return fold(firstCharacters(text, MAX_SEARCHED_LENGTH));
}

/** A search text as searches compare it; undefined where it is too long to be in any text. */
export function foldNeedle(text: string, maxLength = MAX_SEARCHED_LENGTH): string | undefined {
  const most = Math.min(maxLength, MAX_SEARCHED_LENGTH);
  return firstCharacters(text, most).length < text.length ? undefined : fold(text);
}

/** Does not read the rest of the text. */
function firstCharacters(text: string, most: number): string {
  // A character is one or two units; one that the first cut halves is removed by the second.
  return text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join("");
}

/**
 * A text as searches compare it. Each character is put in lower case by itself, so that a part of a text is folded as the
 * whole is: in a whole text the result depends on the context (Σ becomes ς at the end of a word).
 */
function fold(text: string): string {
  let folded = "";
  for (const character of storable(text)) folded += character.toLowerCase();
  return folded.replaceAll("ς", "σ");
}

/** The index terms of a folded text: its characters and pairs of neighbours, each once, written in letters and digits. */
export function gramsOf(folded: string): ReadonlySet<string> {
  const characters = Array.from(folded, letters);
  const grams = new Set(characters);
  for (let at = 1; at < characters.length; at += 1) grams.add(`${characters[at - 1]}${characters[at]}`);
  return grams;
}

/** The grams that every text with this one in it has. Up to two characters, only such texts have them. */
export function neededGrams(needle: string): readonly string[] {
  const characters = Array.from(needle, letters);
  return characters.length === 1
    ? characters
    : [...new Set(characters.slice(1).map((character, at) => `${characters[at]}${character}`))];
}

const WIDTH = 4;

/** A character as four letters and digits, so that no two pairs are written alike. */
const letters = (character: string) => (character.codePointAt(0) ?? 0).toString(36).padStart(WIDTH, "0");
