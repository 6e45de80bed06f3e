import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";

/** A line of text below the toolbar that has the focus from the start: Enter calls `set`, Escape leaves it. */
export function useTextBox(editor: Editor, set: () => void, onClose: () => void) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  function close() {
    editor.commands.focus();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Else the form would be submitted or left.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") close();
    // A Chinese word that is still being composed is not done.
    else if (!event.nativeEvent.isComposing) set();
  }

  return { id, input, close, onKeyDown };
}
