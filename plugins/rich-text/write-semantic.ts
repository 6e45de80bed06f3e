import { type Align, type Item, type Line, writeRuns } from "./lines.ts";

interface Level {
  readonly isOrdered: boolean;
  readonly indent: number;
  /** The item whose `li` is open. */
  item: Item;
  /** Numbered items so far, in earlier lists of this level too: Quill continues the numbers after bullets. */
  numbered: number;
}

/** Lines as plain HTML: nested `ul` and `ol`, alignment as style. */
export function writeSemantic(lines: readonly Line[]): string {
  const levels: Level[] = [];
  let html = "";
  let wasBare = false;

  function closeLevels(most: number): void {
    while (levels.length > most) html += `</li></${levels.pop()?.isOrdered ? "ol" : "ul"}>`;
  }

  function openList(item: Item, numbered: number): void {
    const isOrdered = item.kind === "ordered";
    const first = item.begins ? (item.start ?? 1) : numbered + 1;
    html += isOrdered ? `<ol${first > 1 ? ` start="${first}"` : ""}>` : "<ul>";
    levels.push({ isOrdered, indent: item.indent, item, numbered: first - 1 });
  }

  function openItem(item: Item): void {
    while (levels.length > 1 && (levels.at(-1)?.indent ?? 0) > item.indent) closeLevels(levels.length - 1);
    const level = levels.at(-1);
    if (level === undefined || level.indent < item.indent) openList(item, 0);
    else if (item.begins || level.isOrdered !== (item.kind === "ordered")) {
      closeLevels(levels.length - 1);
      openList(item, level.numbered);
    } else html += "</li>";
    const now = levels.at(-1);
    if (now === undefined) return;
    now.item = item;
    if (now.isOrdered) now.numbered += 1;
  }

  for (const line of lines) {
    const { item } = line;
    const at = levels.findIndex((level) => level.item === item);
    closeLevels(item === undefined ? 0 : at < 0 ? levels.length : at + 1);
    if (item !== undefined && at < 0) {
      openItem(item);
      // A single paragraph of an item has no tag, which all clients read.
      const isAlone = line.tag === "p" && item.paragraphs === 1;
      html += isAlone ? `<li${style(line.align)}>${writeRuns(line.runs)}` : `<li>${block(line)}`;
    } else if (line.isBare && item === undefined && !wasBare) html += writeRuns(line.runs);
    else html += block(line);
    wasBare = line.isBare && item === undefined && !wasBare;
  }
  closeLevels(0);
  return html;
}

function block({ tag, indent, align, isRightToLeft, runs }: Line): string {
  const names = [
    ...(indent > 0 ? [`ql-indent-${Math.min(indent, 8)}`] : []),
    ...(isRightToLeft ? ["ql-direction-rtl"] : []),
  ];
  const named = names.length === 0 ? "" : ` class="${names.join(" ")}"`;
  return `<${tag}${named}${style(align)}>${writeRuns(runs)}</${tag}>`;
}

function style(align: Align | undefined): string {
  return align === undefined ? "" : ` style="text-align: ${align}"`;
}
