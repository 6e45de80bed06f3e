import { formatMoment } from "../../../record/moment.ts";
import type { VersionedRecord } from "../../api/records.ts";
import { useApp } from "../../services/app-context.tsx";
import { FormNotice } from "../field/form-notice.tsx";
import { useForm } from "../field/open-form.ts";
import { isSameValue } from "../state/form-values.ts";

interface ChangedNoticeProps {
  /** As the form has it. */
  readonly seen: VersionedRecord;
  /** As somebody else has changed it. */
  readonly newer: VersionedRecord;
  /** Takes theirs in. @param message who changed it and when, above what both changed */
  onLoad(message: string): void;
}

/** Before anything is saved: who changed the record meanwhile, and what of it. Nothing where this person sees none of that. */
export function ChangedNotice({ seen, newer, onLoad }: ChangedNoticeProps) {
  const { entity, say } = useForm();
  const { view } = useApp();
  const changed = entity.fields.filter(
    ({ name }) => !isSameValue(seen.record[name] ?? null, newer.record[name] ?? null),
  );
  if (changed.length === 0) return null;
  const { updatedBy, updatedAt } = newer.record;
  const fields = new Intl.ListFormat(entity.language).format(changed.map(({ label }) => label));
  const by = updatedBy ?? say("history.someone");
  const at = formatMoment(updatedAt, view);
  return (
    <FormNotice>
      <p>{say("form.changed", { by, at, fields })}</p>
      <button type="button" className="button" onClick={() => onLoad(say("server.stale", { by, at }))}>
        {say("form.changedLoad")}
      </button>
    </FormNotice>
  );
}
