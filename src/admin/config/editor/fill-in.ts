/** A text to put in, with what of it is selected for the person to go on. */
export interface FilledIn {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const STOP = /\\([\\$}])|\$(\d+)|\$\{(\d+)(?::((?:\\.|[^\\}])*))?\}/g;

/**
 * Resolves `$1` and `${1:name}` of a proposal: all stay as plain text, the first is selected. Tab keeps leading out of
 * the editor. @param indent what stands before the line that it goes into
 */
export function fillIn(template: string, indent: string): FilledIn {
  const laidOut = template.replaceAll("\t", "  ").replace(/\r?\n/g, `\n${indent}`);
  let text = "";
  let read = 0;
  let first: { stop: number; from: number; to: number } | undefined;
  for (const match of laidOut.matchAll(STOP)) {
    text += laidOut.slice(read, match.index);
    read = match.index + match[0].length;
    const [, escaped, bare, numbered, name = ""] = match;
    if (escaped !== undefined) {
      text += escaped;
      continue;
    }
    // `$0` is where it ends: after every other.
    const stop = Number(bare ?? numbered) || Number.POSITIVE_INFINITY;
    const from = text.length;
    text += name.replace(/\\(.)/g, "$1");
    if (first === undefined || stop < first.stop) first = { stop, from, to: text.length };
  }
  text += laidOut.slice(read);
  return { text, from: first?.from ?? text.length, to: first?.to ?? text.length };
}
