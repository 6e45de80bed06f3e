import type { ChainedCommands, Editor } from "@tiptap/core";
import type { IconName } from "./icons.tsx";

/** A button of the toolbar. `name` is its message and its icon. */
export interface Command {
  readonly name: IconName;
  /** Whether the selection has the format; absent for buttons that do something once. */
  isOn?(editor: Editor): boolean;
  /** Whether it can do anything now; it always can where this is absent. */
  can?(editor: Editor): boolean;
  run(chain: ChainedCommands): ChainedCommands;
}

const mark = (name: "bold" | "italic" | "underline" | "strike"): Command => ({
  name,
  isOn: (editor) => editor.isActive(name),
  run: (chain) => chain.toggleMark(name),
});

const align = (name: IconName, textAlign: "left" | "center" | "right" | "justify"): Command => ({
  name,
  isOn: (editor) =>
    textAlign === "left"
      ? !["center", "right", "justify"].some((other) => editor.isActive({ textAlign: other }))
      : editor.isActive({ textAlign }),
  run: (chain) => (textAlign === "left" ? chain.unsetTextAlign() : chain.setTextAlign(textAlign)),
});

/** In groups, in the order of the toolbar. */
export const COMMANDS: readonly (readonly Command[])[] = [
  [mark("bold"), mark("italic"), mark("underline"), mark("strike")],
  [
    {
      name: "bulletList",
      isOn: (editor) => editor.isActive("bulletList"),
      run: (chain) => chain.toggleBulletList(),
    },
    {
      name: "orderedList",
      isOn: (editor) => editor.isActive("orderedList"),
      run: (chain) => chain.toggleOrderedList(),
    },
  ],
  [
    align("alignLeft", "left"),
    align("alignCenter", "center"),
    align("alignRight", "right"),
    align("alignJustify", "justify"),
  ],
];

export const HISTORY: readonly Command[] = [
  { name: "undo", can: (editor) => editor.can().undo(), run: (chain) => chain.undo() },
  { name: "redo", can: (editor) => editor.can().redo(), run: (chain) => chain.redo() },
];
