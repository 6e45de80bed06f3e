import type { Editor } from "@tiptap/core";
import { useHost } from "admin";
import { useState } from "react";
import { completeLink } from "./links.ts";
import type { MessageKey } from "./manifest.ts";
import { useTextBox } from "./use-text-box.ts";

interface LinkBoxProps {
  readonly editor: Editor;
  onClose(): void;
}

/** Sets, changes or removes the link at the selection. */
export function LinkBox({ editor, onClose }: LinkBoxProps) {
  const host = useHost<MessageKey>();
  const before: unknown = editor.getAttributes("link").href;
  const [address, setAddress] = useState(typeof before === "string" ? before : "");
  const [refused, setRefused] = useState(false);
  const { id, input, close, onKeyDown } = useTextBox(editor, set, onClose);

  function set() {
    const href = completeLink(address);
    if (href === undefined) {
      setRefused(true);
      input.current?.focus();
      return;
    }
    const chain = editor.chain().focus();
    if (editor.state.selection.empty && !editor.isActive("link"))
      chain
        .insertContent({ type: "text", text: address.trim(), marks: [{ type: "link", attrs: { href } }] })
        .run();
    else chain.extendMarkRange("link").setLink({ href }).run();
    onClose();
  }

  return (
    <div className="rich-text-link">
      <label htmlFor={id}>{host.message("linkAddress")}</label>
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="url"
        autoComplete="off"
        value={address}
        aria-invalid={refused}
        aria-describedby={refused ? `${id}-refused` : undefined}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setRefused(false);
        }}
        onKeyDown={onKeyDown}
      />
      <button type="button" onClick={set}>
        {host.message("linkSet")}
      </button>
      {typeof before === "string" && (
        <button
          type="button"
          onClick={() => {
            editor.chain().focus().extendMarkRange("link").unsetLink().run();
            onClose();
          }}
        >
          {host.message("linkRemove")}
        </button>
      )}
      <button type="button" onClick={close}>
        {host.message("linkCancel")}
      </button>
      {refused && (
        <p id={`${id}-refused`} role="alert">
          {host.message("linkRefused")}
        </p>
      )}
    </div>
  );
}
