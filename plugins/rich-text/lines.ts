/**
 * A line of an article, as in Quill: a paragraph, a heading or a paragraph of a list item, with marked text and no further
 * structure. The editor's document and any HTML are read into lines, and both forms of HTML are written from them.
 */
export interface Line {
  readonly tag: LineTag;
  /** Its list item. Several lines may share one: they are its paragraphs. */
  readonly item?: Item;
  readonly align?: Align;
  /** 0 for a line in an item. */
  readonly indent: number;
  readonly isRightToLeft: boolean;
  /** It had no element of its own. */
  readonly isBare: boolean;
  readonly runs: readonly Run[];
}

export type LineTag = "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6";
export type Align = "center" | "right" | "justify";
export type ItemKind = "bullet" | "ordered" | "checked" | "unchecked";

/** Lines of the same item share one object. */
export interface Item {
  readonly kind: ItemKind;
  /** 0 for the outermost list. */
  readonly indent: number;
  /** It is the first of its list. */
  readonly begins: boolean;
  /** The number of the list's first item. */
  readonly start?: number;
  /** How many of its lines are paragraphs. */
  paragraphs: number;
}

/** Text, a picture or a line break as HTML, with the tags around it, outer ones first. */
export interface Run {
  readonly html: string;
  readonly marks: readonly Mark[];
}

export interface Mark {
  readonly name: MarkName;
  /** Its opening tag. Neighbours with the same one share the mark. */
  readonly open: string;
}

/** In the order in which Quill nests them, outermost first. */
export const MARK_NAMES = ["sub", "sup", "strong", "em", "s", "u", "a"] as const;
export type MarkName = (typeof MARK_NAMES)[number];

export const BREAK = "<br>";

/** The HTML of runs. Tags that neighbours share are written once. */
export function writeRuns(runs: readonly Run[]): string {
  const open: Mark[] = [];
  let html = "";
  for (const { html: inner, marks } of runs) {
    const shared = open.findIndex((mark, index) => mark.open !== marks[index]?.open);
    if (shared >= 0) html += closeMarks(open, shared);
    for (const mark of marks.slice(open.length)) {
      html += mark.open;
      open.push(mark);
    }
    html += inner;
  }
  return html + closeMarks(open, 0);
}

function closeMarks(open: Mark[], from: number): string {
  const closed = open.splice(from).reverse();
  return closed.map(({ name }) => `</${name}>`).join("");
}
