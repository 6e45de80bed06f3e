import { storable } from "./values.ts";

/**
 * A text as searches compare it: each character in lower case by itself, so that a part of a folded text is the folded
 * part of a text, whatever stands around it (a whole text's lower case depends on the context: Σ is ς at the end of a word).
 */
export function fold(text: string): string {
  let folded = "";
  for (const character of storable(text)) folded += character.toLowerCase();
  return folded.replaceAll("ς", "σ");
}

const WIDTH = 4;

/** A character as four letters and digits; fixed width, so that two of them side by side are one word of the index. */
const letters = (character: string) => (character.codePointAt(0) ?? 0).toString(36).padStart(WIDTH, "0");

/**
 * What the full-text table indexes for a folded text: every pair of neighbours in order, then every character once.
 * A text is part of another exactly if its pairs follow each other there.
 */
export function gramsOf(folded: string): string {
  const characters = [...folded].map(letters);
  return [...pairs(characters), ...new Set(characters)].join(" ");
}

/** The full-text query for a folded search. Letters and digits in quotes only: nothing of it is ever a pattern. */
export function phrase(folded: string): string {
  const characters = [...folded].map(letters);
  return `"${(characters.length === 1 ? characters : pairs(characters)).join(" ")}"`;
}

const pairs = (characters: readonly string[]) =>
  characters.slice(1).map((character, at) => `${characters[at]}${character}`);
