import { type Align, BREAK, type Item, type ItemKind, type Line, type LineTag, type Run } from "./lines.ts";
import { isMark, openMarks } from "./open-marks.ts";
import { isBlank, softened, tidy } from "./source-blanks.ts";

/** The classes by which cleaning marks blocks that the editor does not have: `<div class="…">`. */
export const BLOCK_KINDS = { block: "block", row: "row", cell: "cell", source: "source" } as const;

/** Deeper items are read as items of this depth. */
const MAX_LIST_DEPTH = 20;

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|[^<]+/g;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;
const NONE: ReadonlyMap<string, string> = new Map();

interface Look {
  readonly align?: Align;
  readonly indent: number;
  readonly isRightToLeft: boolean;
}
const PLAIN_LOOK: Look = { indent: 0, isRightToLeft: false };

/** An open element, marks excepted. */
interface Frame {
  readonly role: "line" | "list" | "item" | "block" | "row" | "cell" | "source";
  readonly tag: LineTag;
  readonly look: Look;
  /** The number of lines when it opened. */
  readonly before: number;
  /** Of a list. */
  readonly isOrdered: boolean;
  readonly start: number | undefined;
  hasItems: boolean;
  /** Itself, or the list around it with no item between. */
  list: Frame | undefined;
  /** Itself, or the item around it. */
  readonly item: OpenItem | undefined;
}

interface OpenItem {
  readonly item: Item;
  readonly look: Look;
  /** The number of lists around it. */
  readonly depth: number;
  isUsed: boolean;
}

interface ReadLines {
  readonly lines: readonly Line[];
  /** Some of it is in Quill's form. */
  readonly hasQuillMarks: boolean;
}

/**
 * Reads cleaned HTML (balanced, of allowed tags and `BLOCK_KINDS`) in our form or Quill's. Every block begins a line, so words
 * of two blocks never join. Linear in its length.
 */
export function readLines(html: string): ReadLines {
  const lines: Line[] = [];
  const frames: Frame[] = [];
  const marks = openMarks();
  let lists = 0;
  let sources = 0;
  let hasQuillMarks = false;
  /** The open line with the element that it belongs to. */
  let line: { readonly of: Line; readonly runs: Run[]; readonly owner: Frame | undefined } | undefined;
  /** A cell ended or began since the last text of the line. */
  let isBetweenCells = false;

  function endLine(): void {
    if (line !== undefined) tidy(line.runs);
    line = undefined;
  }

  function beginLine(owner: Frame | undefined): Run[] {
    const around = owner?.item;
    const look = owner?.role === "line" ? owner.look : PLAIN_LOOK;
    const tag = owner?.tag ?? "p";
    const align = look.align ?? around?.look.align;
    if (around !== undefined) {
      around.isUsed = true;
      if (tag === "p") around.item.paragraphs += 1;
    }
    const runs: Run[] = [];
    const of: Line = {
      tag,
      ...(around === undefined ? {} : { item: around.item }),
      ...(align === undefined ? {} : { align }),
      indent: around === undefined ? look.indent : 0,
      isRightToLeft: look.isRightToLeft || around?.look.isRightToLeft === true,
      isBare: owner === undefined || owner.role === "list",
      runs,
    };
    lines.push(of);
    line = { of, runs, owner };
    isBetweenCells = false;
    return runs;
  }

  /** Adds text, a break or a picture. */
  function add(content: string): void {
    const frame = frames.at(-1);
    const owner = frame?.role === "cell" ? (frames.at(-2)?.role === "row" ? frames.at(-2) : frame) : frame;
    if (line?.owner !== owner) endLine();
    const runs = line?.runs ?? beginLine(owner);
    if (isBetweenCells && runs.length > 0) runs.push({ html: " ", marks: [] });
    isBetweenCells = false;
    runs.push({ html: content, marks: marks.now() });
  }

  function addText(text: string): void {
    if (sources > 0)
      for (const [index, part] of text.split(/\r\n?|\n/).entries()) {
        if (index > 0 && line !== undefined) add(BREAK);
        if (part !== "") add(part);
      }
    // Blanks between blocks and between cells do not count as text.
    else if ((isBetweenCells || frames.at(-1)?.role === "row") && isBlank(text)) return;
    else if (line !== undefined || frames.at(-1)?.role === "line" || !isBlank(text)) add(softened(text));
  }

  function openFrame(role: Frame["role"], name: string, attributes: ReadonlyMap<string, string>): void {
    const around = frames.at(-1);
    if (role === "cell" && around?.role === "row") isBetweenCells = true;
    else endLine();
    // An item that begins with a list gets an empty line.
    if (role === "list" && around?.item?.isUsed === false) {
      beginLine(around);
      endLine();
    }
    const look = lookOf(attributes);
    const start = attributes.get("start");
    const frame: Frame = {
      role,
      tag: role === "line" ? lineTag(name) : "p",
      look,
      before: lines.length,
      isOrdered: name === "ol",
      start: start === undefined ? undefined : Number(start),
      hasItems: false,
      item: role === "item" ? openItem(around, look, attributes.get("data-list")) : around?.item,
      list: around?.list,
    };
    if (role === "list") frame.list = frame;
    frames.push(frame);
    if (role === "list") lists += 1;
    if (role === "source") sources += 1;
  }

  function openItem(frame: Frame | undefined, look: Look, written: string | undefined): OpenItem {
    const { list, item: around } = frame ?? {};
    const depth = around === undefined ? lists - 1 : around.item.indent + lists - around.depth;
    const indent = Math.min(Math.max(0, depth) + look.indent, MAX_LIST_DEPTH);
    const begins = list?.hasItems !== true;
    if (list !== undefined) list.hasItems = true;
    const start = begins ? list?.start : undefined;
    const kind = itemKind(written) ?? (list?.isOrdered === true ? "ordered" : "bullet");
    const item: Item = { kind, indent, begins, ...(start === undefined ? {} : { start }), paragraphs: 0 };
    return { item, look, depth: lists, isUsed: false };
  }

  function closeFrame(): void {
    const frame = frames.at(-1);
    if (frame?.role === "cell" && frames.at(-2)?.role === "row" && line?.owner === frames.at(-2))
      isBetweenCells = true;
    else endLine();
    const isEmpty =
      (frame?.role === "line" && frame.before === lines.length) ||
      (frame?.role === "item" && frame.item?.isUsed === false);
    if (isEmpty) {
      beginLine(frame);
      endLine();
    }
    if (frame?.role === "list") lists -= 1;
    if (frame?.role === "source") sources -= 1;
    frames.pop();
  }

  for (const [token, close, name, rest = ""] of html.matchAll(TOKEN)) {
    if (name === undefined) {
      addText(token);
      continue;
    }
    const attributes = rest === "" ? NONE : attributesOf(rest);
    hasQuillMarks ||= attributes.has("data-list") || attributes.get("class")?.startsWith("ql-") === true;
    const role = roleOf(name, attributes);
    if (name === "br") add(BREAK);
    else if (name === "img") {
      if (attributes.has("src")) add(`<img${rest.replace(/ ?\/$/, "")}>`);
    } else if (isMark(name)) {
      if (close === "/") marks.close(name);
      else marks.open(name, `<${name}${rest}>`, attributes);
    } else if (name !== "span") {
      if (close === "/") closeFrame();
      else openFrame(role, name, attributes);
    }
  }
  endLine();
  return { lines, hasQuillMarks };
}

function attributesOf(written: string): ReadonlyMap<string, string> {
  return new Map([...written.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name, value]));
}

function roleOf(name: string, attributes: ReadonlyMap<string, string>): Frame["role"] {
  if (name === "ul" || name === "ol") return "list";
  if (name === "li") return "item";
  if (name !== "div") return "line";
  const kind = attributes.get("class");
  return kind === "row" || kind === "cell" || kind === "source" ? kind : "block";
}

function lineTag(name: string): LineTag {
  const tags: readonly LineTag[] = ["h1", "h2", "h3", "h4", "h5", "h6"];
  return tags.find((tag) => tag === name) ?? "p";
}

function itemKind(written: string | undefined): ItemKind | undefined {
  const kinds: readonly ItemKind[] = ["bullet", "ordered", "checked", "unchecked"];
  return kinds.find((kind) => kind === written);
}

function lookOf(attributes: ReadonlyMap<string, string>): Look {
  if (attributes === NONE) return PLAIN_LOOK;
  const names = attributes.get("class") ?? "";
  const align =
    /\bql-align-(\w+)/.exec(names)?.[1] ?? /text-align: ?(\w+)/.exec(attributes.get("style") ?? "")?.[1];
  return {
    ...(align === "center" || align === "right" || align === "justify" ? { align } : {}),
    indent: Number(/\bql-indent-([1-8])\b/.exec(names)?.[1] ?? 0),
    isRightToLeft: /\bql-direction-rtl\b/.test(names),
  };
}
