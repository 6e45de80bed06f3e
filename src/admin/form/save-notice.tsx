import type { StoredRecord } from "../../model/record.ts";
import { useApp } from "../app-context.tsx";
import { useForm } from "./form-context.ts";
import { FormNotice } from "./form-notice.tsx";
import type { SaveTrouble } from "./use-save.ts";

interface SaveNoticeProps {
  readonly isProtected: boolean;
  /** Its kind of record is. */
  readonly isGone: boolean;
  readonly trouble: SaveTrouble;
  onNewer(newer: StoredRecord): void;
}

/** Where the reason is read, for what it switches off. */
export const GONE_ID = "form-kind-gone";

/** Why this record cannot be saved as it stands: protected, changed by someone else, or gone, itself or with its kind. */
export function SaveNotice({ isProtected, isGone, trouble, onNewer }: SaveNoticeProps) {
  const { say } = useForm();
  const { locale } = useApp();
  if (isGone) {
    return (
      <FormNotice>
        <p id={GONE_ID}>{say("form.kindGone")}</p>
      </FormNotice>
    );
  }
  if (isProtected) return <FormNotice>{say("form.protected")}</FormNotice>;
  if (trouble === undefined) return null;
  if (trouble.kind === "gone") return <FormNotice isAnswer>{say("form.gone")}</FormNotice>;
  const { newer } = trouble;
  const at = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return (
    <FormNotice isAnswer>
      <p>{say("form.stale", { by: newer.updatedBy ?? "–", at: at.format(new Date(newer.updatedAt)) })}</p>
      <button type="button" className="button" onClick={() => onNewer(newer)}>
        {say("form.reload")}
      </button>
    </FormNotice>
  );
}
