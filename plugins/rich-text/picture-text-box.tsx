import type { Editor } from "@tiptap/core";
import { useHost } from "admin";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { MessageKey } from "./manifest.ts";

interface PictureTextBoxProps {
  readonly editor: Editor;
  onClose(): void;
}

/** The alternative text of the selected picture; an empty one for a picture that says nothing. */
export function PictureTextBox({ editor, onClose }: PictureTextBoxProps) {
  const host = useHost<MessageKey>();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const before: unknown = editor.getAttributes("image").alt;
  const [text, setText] = useState(typeof before === "string" ? before : "");
  useEffect(() => input.current?.focus(), []);

  function set() {
    editor.chain().focus().updateAttributes("image", { alt: text.trim() }).run();
    onClose();
  }

  function close() {
    editor.commands.focus();
    onClose();
  }

  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Else the form would be submitted or left.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") close();
    // A Chinese word that is still being composed is not done.
    else if (!event.nativeEvent.isComposing) set();
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
        onKeyDown={press}
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
