import type { Node, Mark as NodeMark } from "@tiptap/pm/model";
import { type Align, BREAK, type Item, type ItemKind, type Line, type LineTag, type Mark } from "./lines.ts";
import { escapeAttribute, escapeText } from "./pictures.ts";

const MARK_TAGS = new Map([
  ["bold", "strong"],
  ["italic", "em"],
  ["underline", "u"],
  ["strike", "s"],
  ["subscript", "sub"],
  ["superscript", "sup"],
] as const);

/** The lines of a document of the editor. */
export function documentLines(document: Node): readonly Line[] {
  const lines: Line[] = [];
  const addBlocks = (parent: Node) =>
    parent.forEach((node) => {
      if (isList(node)) addList(node, 0);
      else lines.push(lineOf(node));
    });
  const addList = (list: Node, indent: number) =>
    list.forEach((node, _offset, index) => {
      const item: Item = {
        kind: kindOf(list, node),
        indent: indent + Number(node.attrs.shift),
        begins: index === 0,
        ...(list.attrs.start > 1 ? { start: Number(list.attrs.start) } : {}),
        paragraphs: 0,
      };
      node.forEach((inner) => {
        if (isList(inner)) addList(inner, item.indent + 1);
        else lines.push(lineOf(inner, item));
      });
    });
  addBlocks(document);
  return lines;
}

const isList = ({ type }: Node) => type.name === "bulletList" || type.name === "orderedList";

function kindOf(list: Node, { attrs }: Node): ItemKind {
  if (attrs.check === "checked" || attrs.check === "unchecked") return attrs.check;
  return list.type.name === "orderedList" ? "ordered" : "bullet";
}

function lineOf(node: Node, item?: Item): Line {
  const { textAlign, indent, isRightToLeft } = node.attrs;
  const tag = node.type.name === "heading" ? headingTag(node.attrs.level) : "p";
  if (item !== undefined && tag === "p") item.paragraphs += 1;
  const runs = node.children.map((child) => ({ html: inline(child), marks: child.marks.flatMap(markOf) }));
  // Browsers show an empty block, or a break at the end, only with a break behind it.
  const needsBreak = node.lastChild === null || node.lastChild.type.name === "hardBreak";
  return {
    tag,
    ...(item === undefined ? {} : { item }),
    ...(isAlign(textAlign) ? { align: textAlign } : {}),
    indent: item === undefined ? Number(indent ?? 0) : 0,
    isRightToLeft: isRightToLeft === true,
    isBare: false,
    runs: needsBreak ? [...runs, { html: BREAK, marks: [] }] : runs,
  };
}

const HEADINGS: readonly LineTag[] = ["h1", "h2", "h3", "h4", "h5", "h6"];

function headingTag(level: unknown): LineTag {
  return HEADINGS[Number(level) - 1] ?? "p";
}

function isAlign(value: unknown): value is Align {
  return value === "center" || value === "right" || value === "justify";
}

function markOf({ type, attrs }: NodeMark): Mark[] {
  if (type.name === "link")
    return [
      {
        name: "a",
        open: `<a href="${escapeAttribute(attrs.href)}" target="_blank" rel="noopener noreferrer">`,
      },
    ];
  const name = [...MARK_TAGS].find(([mark]) => mark === type.name)?.[1];
  return name === undefined ? [] : [{ name, open: `<${name}>` }];
}

function inline(node: Node): string {
  if (node.isText) return escapeText(node.text ?? "");
  if (node.type.name === "hardBreak") return BREAK;
  if (node.type.name !== "image") return "";
  const attributes = ["src", "alt", "title", "width", "height"].flatMap((name) => {
    const value: unknown = node.attrs[name];
    return value === null || value === undefined ? [] : [` ${name}="${escapeAttribute(String(value))}"`];
  });
  return `<img${attributes.join("")}>`;
}
