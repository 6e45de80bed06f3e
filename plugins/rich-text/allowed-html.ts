import { safeLink } from "./links.ts";
import { pictureKind } from "./pictures.ts";

/** The value to keep of an attribute, undefined to drop it. An allowed value is returned unchanged. */
type AttributeRule = (value: string) => string | undefined;

const oneOf =
  (pattern: RegExp): AttributeRule =>
  (value) =>
    pattern.test(value) ? value : undefined;

/** Keeps the words that match. */
const words =
  (pattern: RegExp): AttributeRule =>
  (value) => {
    const kept = value.split(/\s+/).filter((word) => pattern.test(word));
    return kept.length === 0 ? undefined : kept.join(" ");
  };

const align: AttributeRule = (value) => {
  if (/^text-align: ?(left|center|right|justify);?$/.test(value)) return value;
  const found = /(?:^|;)\s*text-align\s*:\s*(left|center|right|justify)\s*(?:!important\s*)?(?:;|$)/i.exec(
    value.slice(0, 2000),
  );
  return found?.[1] === undefined ? undefined : `text-align: ${found[1].toLowerCase()}`;
};

const number = oneOf(/^\d{1,5}$/);
const text: AttributeRule = (value) => value.slice(0, 1000);
const quillBlock = words(/^ql-(align-(center|right|justify)|indent-[1-8]|direction-rtl)$/);
const block: ReadonlyMap<string, AttributeRule> = new Map([
  ["class", quillBlock],
  ["style", align],
]);

/**
 * All that an article may contain: what our editor writes, in both forms, and what Quill 2 does (`data-list`, `ql-…`, the
 * empty `ql-ui` spans before list items). Tag → attribute → rule.
 */
export const ALLOWED: ReadonlyMap<string, ReadonlyMap<string, AttributeRule>> = new Map([
  ...["p", "h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, block] as const),
  ...["strong", "em", "u", "s", "sub", "sup", "br", "ul"].map(
    (tag) => [tag, new Map<string, AttributeRule>()] as const,
  ),
  ["ol", new Map([["start", number]])],
  ["li", new Map([...block, ["data-list", oneOf(/^(bullet|ordered|checked|unchecked)$/)]])],
  [
    "span",
    new Map<string, AttributeRule>([
      ["class", oneOf(/^ql-ui$/)],
      ["contenteditable", oneOf(/^false$/)],
    ]),
  ],
  [
    "a",
    new Map<string, AttributeRule>([
      ["href", safeLink],
      ["target", oneOf(/^_blank$/)],
      ["rel", words(/^(noopener|noreferrer|nofollow)$/)],
    ]),
  ],
  [
    "img",
    new Map<string, AttributeRule>([
      ["src", (value) => (pictureKind(value) === "other" ? undefined : value)],
      ["alt", text],
      ["title", text],
      ["width", number],
      ["height", number],
    ]),
  ],
]);

/** Without this attribute the tag is dropped; its text stays. */
export const NEEDED: ReadonlyMap<string, string> = new Map([
  ["a", "href"],
  ["img", "src"],
  ["span", "class"],
]);

/** Tags that are replaced by another with the same meaning. */
export const SAME_AS: ReadonlyMap<string, string> = new Map([
  ["b", "strong"],
  ["i", "em"],
  ["ins", "u"],
  ["del", "s"],
  ["strike", "s"],
  ["menu", "ul"],
  ["dir", "ul"],
]);

export const VOID_TAGS: ReadonlySet<string> = new Set(["br", "img"]);

/** How deep tags may nest. */
export const MAX_DEPTH = 60;
