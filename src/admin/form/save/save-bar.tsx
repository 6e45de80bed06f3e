import "../save-bar.css";
import type { MouseEvent } from "react";
import type { StoredRecord } from "../../../model/record.ts";
import { formatMoment } from "../../../record/moment.ts";
import { useApp } from "../../services/app-context.tsx";
import { FormNotice } from "../field/form-notice.tsx";
import { useForm } from "../field/open-form.ts";
import type { SaveTrouble } from "./use-save.ts";

/** A press must not move the focus: leaving a field may show an error, which would move the button from under the pointer. */
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
        // Where nothing can be saved it can be pressed, and a toast says why.
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

interface SaveNoticeProps {
  /** Its entity is no longer open. */
  readonly isGone: boolean;
  readonly trouble: SaveTrouble;
  onNewer(newer: StoredRecord): void;
}

/** The notice that describes the button that it switches off. */
const GONE_ID = "form-kind-gone";

/** Why this record cannot be saved: its entity is gone, it is protected, gone, or changed by somebody else. */
export function SaveNotice({ isGone, trouble, onNewer }: SaveNoticeProps) {
  const { say, readOnly } = useForm();
  const { view } = useApp();
  if (isGone) {
    return (
      <FormNotice>
        <p id={GONE_ID}>{say("form.kindGone")}</p>
      </FormNotice>
    );
  }
  if (readOnly) return <FormNotice>{say("form.protected")}</FormNotice>;
  if (trouble === undefined) return null;
  if (trouble.kind === "gone") return <FormNotice isAnswer>{say("form.gone")}</FormNotice>;
  const { newer } = trouble;
  const at = formatMoment(newer.updatedAt, view);
  return (
    <FormNotice isAnswer>
      <p>{say("form.stale", { by: newer.updatedBy ?? "–", at })}</p>
      <button type="button" className="button" onClick={() => onNewer(newer)}>
        {say("form.reload")}
      </button>
    </FormNotice>
  );
}
