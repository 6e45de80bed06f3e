import sanitize from "sanitize-html";
import { ALLOWED, SAME_AS, VOID_TAGS } from "./allowed-html.ts";
import { BLOCK_TAGS, CELL_TAGS, SOURCE_LINE_TAGS } from "./blocks.ts";
import { isPlain } from "./is-plain.ts";
import { isQuill } from "./is-quill.ts";
import type { Options } from "./manifest.ts";
import { BLOCK_KINDS, readLines } from "./read-lines.ts";
import { writeQuill } from "./write-quill.ts";
import { writeSemantic } from "./write-semantic.ts";

type Output = Options["output"];

/** Stands for a `<` that is text; no text has this character. */
const LESS = "\ufffe";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are dropped
const DROPPED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe]/g;

/** Tags that are dropped with all inside them. Of other tags the text stays. */
const WITH_CONTENT = ["script", "style", "template"];

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...ALLOWED.keys(), "div"],
  allowedAttributes: {
    ...Object.fromEntries([...ALLOWED].map(([tag, rules]) => [tag, [...rules.keys()]])),
    div: ["class"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel", "sms"],
  allowedSchemesByTag: { img: ["http", "https", "data"] },
  allowProtocolRelative: false,
  selfClosing: [...VOID_TAGS],
  nonTextTags: WITH_CONTENT,
  // The rule of `style` in `ALLOWED` keeps the alignment alone.
  parseStyleAttributes: false,
};

/**
 * HTML in the form of `output`, without all that the editor cannot write. No text is lost, and blocks stay apart. Allowed HTML
 * in that form is returned unchanged; for `semantic` Quill's form counts too.
 */
export function cleanHtml(html: string, output: Output = "semantic"): string {
  if (isPlain(html) && (output === "semantic" || isQuill(html))) return html;
  const { lines, hasQuillMarks } = readLines(sanitized(html));
  return output === "quill" || hasQuillMarks ? writeQuill(lines) : writeSemantic(lines);
}

/** Stored HTML in the form of `output`, unchanged where it has that form. */
export function convertHtml(html: string, output: Output): string {
  if (output === "quill") return cleanHtml(html, output);
  const { lines, hasQuillMarks } = readLines(sanitized(html));
  return hasQuillMarks ? writeSemantic(lines) : html;
}

/** Balanced HTML of what is allowed, with all other blocks as `BLOCK_KINDS`. */
function sanitized(html: string): string {
  // A `<` that opens no tag is text. Replaced, a million of them are one text and not a million texts.
  const text = html
    .replaceAll(DROPPED, "")
    .replaceAll(/<(?![a-z/!?])/gi, LESS)
    // In HTML this is a comment up to the next `>`; the parser would search for `]]>`.
    .replaceAll(/<!\[CDATA\[/gi, "<!");
  // Dropped again: character references may have been some of them.
  return sanitize(text, { ...OPTIONS, ...withoutTitle() })
    .replaceAll(LESS, "&lt;")
    .replaceAll(DROPPED, "")
    .replaceAll("\u00a0", "&nbsp;");
}

const HEAD_TAGS = new Set(["html", "head", "meta", "link", "base", "title", ...WITH_CONTENT]);

/** Drops the title of a pasted page, which comes before all text. */
function withoutTitle(): Pick<sanitize.IOptions, "transformTags" | "textFilter"> {
  let isInHead = true;
  return {
    transformTags: {
      "*": (tag, attributes) => {
        isInHead &&= HEAD_TAGS.has(tag);
        return cleanTag(tag, attributes);
      },
    },
    textFilter: (text, tag) => {
      if (isInHead && tag === "title") return "";
      isInHead &&= text.trim() === "";
      // A tag in it is text. Without quotes, `picturesIn` does not find addresses in it.
      return tag === "title" || tag === "textarea" ? text.replaceAll('"', "&quot;") : text;
    },
  };
}

/** Whether a document has no picture and no text but blanks. */
export function isEmptyHtml(html: string): boolean {
  return !html.includes("<img") && html.replaceAll(/<[^>]*>|&nbsp;|[\s\u200b\ufeff]/g, "") === "";
}

function cleanTag(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const name = SAME_AS.get(tagName) ?? tagName;
  const rules = ALLOWED.get(name);
  if (rules === undefined)
    return BLOCK_TAGS.has(name)
      ? { tagName: "div", attribs: { class: blockKind(name) } }
      : { tagName, attribs: {} };
  const kept: sanitize.Attributes = {};
  for (const [attribute, rule] of rules) {
    const value = Object.hasOwn(attribs, attribute) ? rule(String(attribs[attribute])) : undefined;
    if (value !== undefined) kept[attribute] = value;
  }
  return { tagName: name, attribs: kept };
}

function blockKind(name: string): string {
  if (CELL_TAGS.has(name)) return BLOCK_KINDS.cell;
  if (SOURCE_LINE_TAGS.has(name)) return BLOCK_KINDS.source;
  return name === "tr" ? BLOCK_KINDS.row : BLOCK_KINDS.block;
}
