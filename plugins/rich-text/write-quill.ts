import { BREAK, type Item, type Line, MARK_NAMES, type Mark, type Run, writeRuns } from "./lines.ts";

/** Quill has no classes for deeper indents. */
const MAX_INDENT = 8;

/**
 * Lines in Quill 2's form: flat items in `ol` that name their kind, indents and alignment as classes, a block for each line.
 * An item of several lines becomes several items, and a heading in an item loses its tag.
 */
export function writeQuill(lines: readonly Line[]): string {
  let html = "";
  let isInList = false;
  for (const line of lines) {
    const { item } = line;
    if (isInList !== (item !== undefined)) html += isInList ? "</ol>" : "<ol>";
    isInList = item !== undefined;
    const [open, close] =
      item === undefined
        ? [`<${line.tag}${classes(line, line.indent)}>`, `</${line.tag}>`]
        : [`<li data-list="${item.kind}"${classes(line, item.indent)}>`, "</li>"];
    for (const runs of splitAtBreaks(line.runs))
      html += open + (writeRuns(runs.map(nested)) || BREAK) + close;
  }
  return isInList ? `${html}</ol>` : html;
}

function classes({ align, isRightToLeft }: Line, indent: Item["indent"]): string {
  const names = [
    ...(indent > 0 ? [`ql-indent-${Math.min(indent, MAX_INDENT)}`] : []),
    ...(align === undefined ? [] : [`ql-align-${align}`]),
    ...(isRightToLeft ? ["ql-direction-rtl"] : []),
  ];
  return names.length === 0 ? "" : ` class="${names.join(" ")}"`;
}

/** A break at the end of a block is invisible, so it begins no line. */
function splitAtBreaks(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of runs)
    if (run.html === BREAK) lines.push([]);
    else lines.at(-1)?.push(run);
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

/** Its marks in Quill's order; of `sub` and `sup`, which exclude each other, the inner one. */
function nested({ html, marks }: Run): Run {
  if (marks.length < 2) return { html, marks };
  const script = marks.findLast(isScript);
  const kept = marks.filter((mark) => !isScript(mark) || mark === script);
  return { html, marks: kept.sort((one, other) => rankOf(one) - rankOf(other)) };
}

const isScript = ({ name }: Mark) => name === "sub" || name === "sup";
const rankOf = ({ name }: Mark) => MARK_NAMES.indexOf(name);
