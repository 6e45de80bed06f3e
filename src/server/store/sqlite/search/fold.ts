import { storable } from "../values.ts";

/** How many characters of a text are searched, from its beginning: what stands behind them is never found. */
export const MAX_SEARCHED_LENGTH = 1024;

/** What searches see of a text. */
export function foldSearched(text: string): string {
  return fold(firstCharacters(text, MAX_SEARCHED_LENGTH));
}

/** A search text as searches compare it; undefined where it is longer than what is searched, so that nothing holds it. */
export function foldNeedle(text: string, maxLength = MAX_SEARCHED_LENGTH): string | undefined {
  const most = Math.min(maxLength, MAX_SEARCHED_LENGTH);
  return firstCharacters(text, most).length < text.length ? undefined : fold(text);
}

/** Looks at no more of the text than that. */
function firstCharacters(text: string, most: number): string {
  // A character is one or two units; one that the first cut halves is behind the second.
  return text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join("");
}

/**
 * A text as searches compare it: each character in lower case by itself, so that a part of a folded text is the folded
 * part of a text, whatever stands around it (a whole text's lower case depends on the context: Σ is ς at the end of a word).
 */
function fold(text: string): string {
  let folded = "";
  for (const character of storable(text)) folded += character.toLowerCase();
  return folded.replaceAll("ς", "σ");
}

/**
 * What an index keeps of a folded text: its pairs of neighbours and its characters, each once and written in letters
 * and digits alone. The same for every engine.
 */
export function gramsOf(folded: string): ReadonlySet<string> {
  const characters = Array.from(folded, letters);
  const grams = new Set(characters);
  for (let at = 1; at < characters.length; at += 1) grams.add(`${characters[at - 1]}${characters[at]}`);
  return grams;
}

/** The grams of every text that holds this one. Up to two characters, holding them is enough; beyond, the texts must be compared. */
export function neededGrams(needle: string): readonly string[] {
  const characters = Array.from(needle, letters);
  return characters.length === 1
    ? characters
    : [...new Set(characters.slice(1).map((character, at) => `${characters[at]}${character}`))];
}

const WIDTH = 4;

/** A character as four letters and digits, so that a pair of them is no other pair. */
const letters = (character: string) => (character.codePointAt(0) ?? 0).toString(36).padStart(WIDTH, "0");
