import type { MouseEvent } from "react";
import { useForm } from "./form-context.ts";
import "./save-bar.css";

/** A press must not move the focus: leaving a field may show an error, and the button would slip from under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Save and cancel, always in sight. */
export function SaveBar({ busy, onCancel }: { readonly busy: boolean; readonly onCancel: () => void }) {
  const { say, readOnly } = useForm();
  return (
    <div className="save-bar">
      <button
        type="submit"
        // A protected record's can be pressed, and says why it is not saved.
        className={readOnly ? "button" : "button button-primary"}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        onMouseDown={keepFocus}
      >
        {say("form.save")}
      </button>
      <button type="button" className="button" disabled={busy} onMouseDown={keepFocus} onClick={onCancel}>
        {say("form.cancel")}
      </button>
    </div>
  );
}
