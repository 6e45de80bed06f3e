import type { Editor } from "@tiptap/core";
import { useHost } from "admin";
import { useState } from "react";
import type { MessageKey } from "./manifest.ts";
import { useTextBox } from "./use-text-box.ts";

interface PictureTextBoxProps {
  readonly editor: Editor;
  onClose(): void;
}

/** The alternative text of the selected picture; an empty one for a picture that says nothing. */
export function PictureTextBox({ editor, onClose }: PictureTextBoxProps) {
  const host = useHost<MessageKey>();
  const before: unknown = editor.getAttributes("image").alt;
  const [text, setText] = useState(typeof before === "string" ? before : "");
  const { id, input, close, onKeyDown } = useTextBox(editor, set, onClose);

  function set() {
    editor.chain().focus().updateAttributes("image", { alt: text.trim() }).run();
    onClose();
  }

  return (
    <div className="rich-text-link">
      <label htmlFor={id}>{host.message("pictureTextLabel")}</label>
      <input
        ref={input}
        id={id}
        type="text"
        autoComplete="off"
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" onClick={set}>
        {host.message("pictureTextSet")}
      </button>
      <button type="button" onClick={close}>
        {host.message("pictureTextCancel")}
      </button>
    </div>
  );
}
