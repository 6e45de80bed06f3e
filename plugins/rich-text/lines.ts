/**
 * An article as lines, which is how Quill thinks of it: each a paragraph, a heading or what stands in a list item, of
 * marked text without further structure. What our editor holds and any HTML can be read into them; both forms of HTML are
 * written from them.
 */
export interface Line {
  readonly tag: LineTag;
  /** The list item that it stands in. Several lines may share one: they are its paragraphs. */
  readonly item?: Item;
  readonly align?: Align;
  /** Of a line in no item. */
  readonly indent: number;
  readonly isRightToLeft: boolean;
  /** It stood in no element of its own. */
  readonly isBare: boolean;
  readonly runs: readonly Run[];
}

export type LineTag = "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6";
export type Align = "center" | "right" | "justify";
export type ItemKind = "bullet" | "ordered" | "checked" | "unchecked";

/** Every item is one object: lines of the same item share it. */
export interface Item {
  readonly kind: ItemKind;
  /** How deep it stands, 0 outermost. */
  readonly indent: number;
  /** The first of its list. */
  readonly begins: boolean;
  /** The number that its list begins with. */
  readonly start?: number;
  /** How many of its lines are paragraphs. */
  paragraphs: number;
}

/** Text, a picture or a line break, as HTML, and the tags around it, outer ones first. */
export interface Run {
  readonly html: string;
  readonly marks: readonly Mark[];
}

export interface Mark {
  readonly name: MarkName;
  /** Its opening tag; where two are the same, they are one mark. */
  readonly open: string;
}

/** In the order in which Quill nests them, outermost first. */
export const MARK_NAMES = ["sub", "sup", "strong", "em", "s", "u", "a"] as const;
export type MarkName = (typeof MARK_NAMES)[number];

export const BREAK = "<br>";

/** HTML of runs: tags that neighbours share are written once. */
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
