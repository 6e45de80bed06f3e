import { Extension, Mark } from "@tiptap/core";

/**
 * Quill's formats that have no button here. They are kept, shown, and removed by keys: indents of paragraphs, and of items
 * deeper than their list (Backspace at the beginning, Shift-Tab), right-to-left text, check boxes.
 */
export const QuillFormats = Extension.create({
  name: "quillFormats",
  // Above the keys of lists: an item loses its own indent first.
  priority: 200,

  addGlobalAttributes() {
    return [
      {
        types: ["paragraph", "heading"],
        attributes: {
          indent: {
            default: 0,
            parseHTML: (element) => stepsOf(/\bql-indent-([1-8])\b/.exec(element.className)?.[1]),
            renderHTML: ({ indent }) => (indent > 0 ? { class: `ql-indent-${indent}` } : {}),
          },
          isRightToLeft: {
            default: false,
            parseHTML: (element) => element.dir === "rtl" || element.classList.contains("ql-direction-rtl"),
            renderHTML: ({ isRightToLeft }) => (isRightToLeft === true ? { dir: "rtl" } : {}),
          },
        },
      },
      {
        types: ["listItem"],
        attributes: {
          shift: {
            default: 0,
            parseHTML: (element) => stepsOf(element.dataset.shift),
            renderHTML: ({ shift }) => (shift > 0 ? { "data-shift": shift } : {}),
          },
          check: {
            default: null,
            parseHTML: (element) => element.dataset.check ?? null,
            renderHTML: ({ check }) => (typeof check === "string" ? { "data-check": check } : {}),
          },
        },
      },
    ];
  },

  addKeyboardShortcuts() {
    const lessen = (type: "paragraph" | "heading" | "listItem", name: "indent" | "shift") => {
      const steps = Number(this.editor.getAttributes(type)[name] ?? 0);
      return steps > 0 && this.editor.commands.updateAttributes(type, { [name]: steps - 1 });
    };
    return {
      Backspace: () => {
        const { empty, $from } = this.editor.state.selection;
        if (!empty || $from.parentOffset > 0) return false;
        return lessen("listItem", "shift") || lessen("paragraph", "indent") || lessen("heading", "indent");
      },
      "Shift-Tab": () => lessen("listItem", "shift"),
    };
  },
});

/** A digit of 1 to 8, else 0. */
function stepsOf(text: string | undefined): number {
  return /^[1-8]$/.test(text ?? "") ? Number(text) : 0;
}

// The two exclude each other, as in Quill.
export const Subscript = script("subscript", "sub", "Mod-,");
export const Superscript = script("superscript", "sup", "Mod-.");

function script(name: string, tag: "sub" | "sup", key: string) {
  return Mark.create({
    name,
    excludes: "subscript superscript",
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });
}
