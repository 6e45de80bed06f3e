import type { MouseEvent } from "react";
import { useForm } from "./form-context.ts";
import { GONE_ID } from "./save-notice.tsx";
import "./save-bar.css";

/** A press must not move the focus: leaving a field may show an error, and the button would slip from under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface SaveBarProps {
  readonly busy: boolean;
  readonly isGone: boolean;
  readonly onCancel: () => void;
}

/** Save and cancel, always in sight. */
export function SaveBar({ busy, isGone, onCancel }: SaveBarProps) {
  const { say, readOnly } = useForm();
  return (
    <div className="save-bar">
      <button
        type="submit"
        // Where nothing can be saved it can be pressed, and says why.
        className={readOnly || isGone ? "button" : "button button-primary"}
        aria-disabled={busy || isGone || undefined}
        aria-describedby={isGone ? GONE_ID : undefined}
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
