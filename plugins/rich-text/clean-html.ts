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

/** A character that no text has: what stands for a `<` that is text. */
const LESS = "\ufffe";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
const DROPPED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe]/g;

/** Tags that go together with everything in them: nobody ever reads it. Of all others the text stays. */
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
  // Styles are reduced to the alignment by our own rule.
  parseStyleAttributes: false,
};

/**
 * HTML in the form that `output` names, with everything taken out that the editor cannot write but no word of its text:
 * what stands in blocks of its own stays in blocks of its own. A document that holds nothing else comes back as the very
 * same string, as long as it is in that form; plain HTML may be in Quill's.
 */
export function cleanHtml(html: string, output: Output = "semantic"): string {
  if (isPlain(html) && (output === "semantic" || isQuill(html))) return html;
  const { lines, hasQuillMarks } = readLines(sanitized(html));
  return output === "quill" || hasQuillMarks ? writeQuill(lines) : writeSemantic(lines);
}

/** Stored HTML in the other form; the very same string where it is in this one. */
export function convertHtml(html: string, output: Output): string {
  if (output === "quill") return cleanHtml(html, output);
  const { lines, hasQuillMarks } = readLines(sanitized(html));
  return hasQuillMarks ? writeSemantic(lines) : html;
}

/** Balanced HTML of what is allowed and, as `BLOCK_KINDS`, the blocks that are not. */
function sanitized(html: string): string {
  // A `<` that opens nothing is text to every parser. Stood in for, a million of them are one text and not a million.
  const text = html
    .replaceAll(DROPPED, "")
    .replaceAll(/<(?![a-z/!?])/gi, LESS)
    // Outside of drawings this is a comment up to the next `>`; the parser looks for another end.
    .replaceAll(/<!\[CDATA\[/gi, "<!");
  // Again: character references may have stood for some.
  return sanitize(text, { ...OPTIONS, ...withoutTitle() })
    .replaceAll(LESS, "&lt;")
    .replaceAll(DROPPED, "")
    .replaceAll("\u00a0", "&nbsp;");
}

const HEAD_TAGS = new Set(["html", "head", "meta", "link", "base", "title", ...WITH_CONTENT]);

/** The title of a whole page, which comes before all that is shown, is none of its text. */
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
      // A tag in there is text. Written so, whoever looks for addresses by a pattern does not take it for one.
      return tag === "title" || tag === "textarea" ? text.replaceAll('"', "&quot;") : text;
    },
  };
}

/** Whether a document shows nothing: no picture, and no text but blanks. */
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
