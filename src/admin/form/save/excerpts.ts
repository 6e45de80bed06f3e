/** Longer texts are cut. */
const LENGTH = 240;
/** So much is shown before the first difference. */
const BEFORE = 60;

/** Texts to be compared: of long ones the part around the first place in which they differ, cut between words. */
export function excerpts(texts: readonly string[]): readonly string[] {
  if (texts.every(({ length }) => length <= LENGTH)) return texts;
  const start = Math.max(0, firstDifference(texts) - BEFORE);
  return texts.map((text) => excerpt(text, start));
}

function firstDifference([first = "", ...others]: readonly string[]): number {
  const at = first.split("").findIndex((_, index) => others.some((other) => other[index] !== first[index]));
  return at === -1 ? first.length : at;
}

function excerpt(text: string, start: number): string {
  const from = start === 0 ? 0 : wordAfter(text, start);
  const end = from + LENGTH;
  const to = end >= text.length ? text.length : text.slice(0, end).search(/\s\S*$/);
  // A text without blanks, such as Chinese, is cut anywhere.
  const until = to <= from ? end : to;
  return `${from > 0 ? "… " : ""}${text.slice(from, until)}${until < text.length ? " …" : ""}`;
}

/** Where the next word begins, if that is near. */
function wordAfter(text: string, start: number): number {
  const [blank] = /^\S{0,20}\s+/.exec(text.slice(start)) ?? [""];
  return start + blank.length;
}
