import { Image } from "@tiptap/extension-image";
import { TextAlign } from "@tiptap/extension-text-align";
import { StarterKit } from "@tiptap/starter-kit";
import { drawPicture, type PictureTexts } from "./draw-picture.ts";
import { safeLink } from "./links.ts";
import { pictureKind, readInline } from "./pictures.ts";
import { QuillFormats, Subscript, Superscript } from "./quill-formats.ts";

interface SchemaOptions {
  readonly undoDepth: number;
  /** Milliseconds. */
  readonly undoDelay: number;
  readonly texts: PictureTexts;
}

/** The editor's formats: those of the toolbar, and those that it keeps of Quill's and of pasted documents. */
export function extensionsFor({ undoDepth, undoDelay, texts }: SchemaOptions) {
  return [
    StarterKit.configure({
      blockquote: false,
      code: false,
      codeBlock: false,
      horizontalRule: false,
      // It would add a paragraph, which is an edit that nobody made.
      trailingNode: false,
      dropcursor: { color: false, class: "rich-text-drop" },
      undoRedo: { depth: undoDepth, newGroupDelay: undoDelay },
      link: {
        autolink: false,
        openOnClick: false,
        isAllowedUri: (address) => safeLink(address) !== undefined,
        HTMLAttributes: { target: "_blank", rel: "noopener noreferrer", class: null },
      },
    }),
    QuillFormats,
    Subscript,
    Superscript,
    AlignText.configure({ types: ["heading", "paragraph"] }),
    Picture.configure({ inline: true, allowBase64: true, texts }),
  ];
}

/** Reads alignment from `parse-html.ts` (`data-align`) and from the editor's own elements (style). */
const AlignText = TextAlign.extend({
  addGlobalAttributes() {
    return [
      {
        types: this.options.types,
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => {
              const align = element.getAttribute("data-align") ?? element.style.textAlign;
              return /^(center|right|justify)$/.test(align) ? align : null;
            },
            renderHTML: ({ textAlign }) =>
              typeof textAlign === "string" ? { style: `text-align: ${textAlign}` } : {},
          },
        },
      },
    ];
  },
});

const number = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => {
    const value = element.getAttribute(name) ?? "";
    return /^\d{1,5}$/.test(value) ? value : null;
  },
});

const Picture = Image.extend<{ inline: boolean; allowBase64: boolean; texts: PictureTexts }>({
  addAttributes() {
    return { ...this.parent?.(), width: number("width"), height: number("height") };
  },
  parseHTML() {
    return [
      { tag: "img[src]", getAttrs: (element) => (isShowable(element.getAttribute("src")) ? null : false) },
    ];
  },
  addInputRules() {
    return [];
  },
  addNodeView() {
    return ({ node }) => ({ dom: drawPicture(node.attrs, this.options.texts) });
  },
});

/** Whether a picture with this address stays in the text. */
export function isShowable(address: string | null): boolean {
  return address !== null && (pictureKind(address) !== "other" || readInline(address) !== undefined);
}
