import { getSchema } from "@tiptap/core";
import Quill from "quill";
import { readDocument, writeDocument } from "../../plugins/rich-text/document.ts";
import { extensionsFor } from "../../plugins/rich-text/extensions.ts";

/** Runs in a page: the editors of two clients, and a browser's reading of HTML. Bundled by `rich-text-page.ts`. */
export interface RichTextInPage {
  /** What the other client saves of what it loaded: it sets `root.innerHTML`, and saves what stands there then. */
  throughQuill(html: string): Promise<string>;
  /** What our editor writes of what it read. */
  throughEditor(html: string, output: "semantic" | "quill"): string;
  /** The words that our editor shows of what is opened or pasted. */
  shownWords(html: string): readonly string[];
  /** HTML as the browser understood it. */
  serialized(html: string): string;
  /** The words of HTML, split at blanks and at the edges of what a browser gives lines of its own. */
  wordsOf(html: string): readonly string[];
}

declare global {
  interface Window {
    readonly richText: RichTextInPage;
  }
}

const schema = getSchema(
  extensionsFor({
    undoDepth: 100,
    undoDelay: 1000,
    texts: { alt: () => "Picture", elsewhere: (address) => address },
  }),
);

const box = document.body.appendChild(document.createElement("div"));
const quill = new Quill(box);

const richText: RichTextInPage = {
  async throughQuill(html) {
    quill.root.innerHTML = html;
    // Quill hears of it as observers of the document do, before the next task.
    await new Promise((resolve) => setTimeout(resolve));
    return quill.root.innerHTML;
  },
  throughEditor: (html, output) => writeDocument(readDocument(schema, html), output) ?? "",
  shownWords(html) {
    const { content } = readDocument(schema, html);
    const leaf = ({ type }: { readonly type: { readonly name: string } }) =>
      type.name === "hardBreak" ? " " : "";
    return split(content.textBetween(0, content.size, " ", leaf));
  },
  serialized: (html) => new DOMParser().parseFromString(html, "text/html").body.innerHTML,
  wordsOf(html) {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    let text = "";
    const walk = (node: Node) => {
      if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue ?? "";
      if (!(node instanceof Element) || /^(script|style|template)$/i.test(node.tagName)) return;
      const edge = node.tagName === "BR" || hasOwnLines(node) ? " " : "";
      text += edge;
      for (const child of node.childNodes) walk(child);
      text += edge;
    };
    walk(body);
    return split(text);
  },
};

function split(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

const known = new Map<string, boolean>();

/** Whether this browser shows such an element on lines of its own, or as a cell. */
function hasOwnLines({ tagName, namespaceURI }: Element): boolean {
  const name = tagName.toLowerCase();
  const key = `${namespaceURI} ${name}`;
  const answer = known.get(key) ?? displaysAsBlock(namespaceURI, name);
  known.set(key, answer);
  return answer;
}

function displaysAsBlock(namespace: string | null, name: string): boolean {
  // Not shown as long as it is closed.
  if (name === "dialog") return true;
  const element = document.body.appendChild(document.createElementNS(namespace, name));
  const { display } = getComputedStyle(element);
  element.remove();
  return !/^(inline|inline-block|contents|none|ruby.*)$/.test(display);
}

Object.assign(window, { richText });
