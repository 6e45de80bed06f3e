/** Scripts that are written from right to left, and the controls that change the direction of text. */
const TURNING =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What ends a line ends its isolates too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: some of them end a line
const LINE = /[^\n\r\u001c-\u001e\u0085\u2029]+/g;

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";
const OPENING = ["\u2066", "\u2067", FIRST_STRONG_ISOLATE];

/**
 * A text for the middle of a sentence, whose order it does not change: one with characters that could stands between Unicode's
 * isolates, which are `<bdi>` for toasts, tooltips and all else that has no elements. Any other stays as it is.
 */
export function isolated(text: string): string {
  return TURNING.test(text) ? text.replaceAll(LINE, isolatedLine) : text;
}

/** With as many closing isolates as opening ones, so that the text cannot end its own isolate. */
function isolatedLine(line: string): string {
  let open = 0;
  let balanced = "";
  for (const character of line) {
    if (OPENING.includes(character)) open += 1;
    if (character === POP_ISOLATE) {
      if (open === 0) continue;
      open -= 1;
    }
    balanced += character;
  }
  return FIRST_STRONG_ISOLATE + balanced + POP_ISOLATE.repeat(open + 1);
}
