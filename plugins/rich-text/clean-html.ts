import sanitize from "sanitize-html";
import { ALLOWED, MAX_DEPTH, NEEDED, SAME_AS, VOID_TAGS } from "./allowed-html.ts";
import { isPlain } from "./is-plain.ts";

/** A character that no text has: what stands for a `<` that is text. */
const LESS = "\ufffe";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
const DROPPED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe]/g;

/** Tags that go together with everything in them: what they hold is no text to read. */
const WITH_CONTENT = [
  ...["script", "style", "textarea", "option", "select", "noscript", "template", "title", "head"],
  ...["iframe", "frameset", "object", "embed", "applet", "audio", "video", "canvas"],
  ...["svg", "math", "xmp", "plaintext", "noembed", "noframes"],
];

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...ALLOWED.keys()],
  allowedAttributes: Object.fromEntries([...ALLOWED].map(([tag, rules]) => [tag, [...rules.keys()]])),
  allowedSchemes: ["http", "https", "mailto", "tel", "sms"],
  allowedSchemesByTag: { img: ["http", "https", "data"] },
  allowProtocolRelative: false,
  selfClosing: [...VOID_TAGS],
  nonTextTags: WITH_CONTENT,
  nestingLimit: MAX_DEPTH,
  // Styles are reduced to the alignment by our own rule.
  parseStyleAttributes: false,
  transformTags: { "*": cleanTag },
};

/**
 * HTML with everything taken out that the editor cannot write. A document that holds nothing else comes back as the
 * very same string, and so does a cleaned one.
 */
export function cleanHtml(html: string): string {
  if (isPlain(html)) return html;
  // A `<` that opens nothing is text to every parser. Stood in for, a million of them are one text and not a million.
  const text = html.replaceAll(DROPPED, "").replaceAll(/<(?![a-z/!?])/gi, LESS);
  // Again: character references may have stood for some.
  return dropMeaningless(sanitize(text, OPTIONS).replaceAll(LESS, "&lt;").replaceAll(DROPPED, ""));
}

/** Takes out tags that lack the attribute they need. Their text stays. For HTML as `sanitize` writes it: balanced. */
function dropMeaningless(html: string): string {
  const dropped = new Map<string, boolean[]>();
  return html.replaceAll(
    /<(\/?)(a|img|span)\b([^>]*)>/g,
    (whole, close: string, name: string, rest: string) => {
      const open = dropped.get(name) ?? [];
      dropped.set(name, open);
      if (close === "/") return open.pop() === true ? "" : whole;
      const drop = !rest.includes(` ${NEEDED.get(name)}="`);
      if (!VOID_TAGS.has(name)) open.push(drop);
      return drop ? "" : whole;
    },
  );
}

/** Whether a document shows nothing: no picture, and no text but blanks. */
export function isEmptyHtml(html: string): boolean {
  return !html.includes("<img") && html.replaceAll(/<[^>]*>|&nbsp;|[\s\u200b\ufeff]/g, "") === "";
}

function cleanTag(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const name = SAME_AS.get(tagName) ?? tagName;
  const rules = ALLOWED.get(name);
  if (rules === undefined) return { tagName, attribs: {} };
  const kept: sanitize.Attributes = {};
  for (const [attribute, rule] of rules) {
    const value = Object.hasOwn(attribs, attribute) ? rule(String(attribs[attribute])) : undefined;
    if (value !== undefined) kept[attribute] = value;
  }
  return { tagName: name, attribs: kept };
}
