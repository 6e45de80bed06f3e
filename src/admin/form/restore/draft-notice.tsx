import "./draft-notice.css";
import { useSyncExternalStore } from "react";
import type { Field } from "../../../model/entity.ts";
import type { Json } from "../../../model/record.ts";
import { formatAgo } from "../../../record/moment.ts";
import { readPath } from "../../../record/path.ts";
import { useNow } from "../../services/use-now.ts";
import { focusField } from "../field/focus-field.ts";
import { FormNotice } from "../field/form-notice.tsx";
import { useForm } from "../field/open-form.ts";
import { excerpts } from "../save/excerpts.ts";
import { useShownValues } from "../save/use-shown-values.ts";
import type { Offer } from "./use-drafts.ts";

interface DraftNoticeProps {
  readonly offer: Offer;
  /** The record was changed since it was typed. */
  readonly isNewer: boolean;
  onDiscard(): void;
}

/** Offers what was typed into this form earlier, with what it would change. */
export default function DraftNotice({ offer, isNewer, onDiscard }: DraftNoticeProps) {
  const { store, entity, say } = useForm();
  const now = useNow();
  const record = useSyncExternalStore(store.subscribe, store.record);
  const { draft } = offer;
  const { changes, orphaned, abandoned } = offer.recall();
  const lost = [...orphaned, ...abandoned].map(([path, { field, value }]) => ({ path, field, value }));
  const changed = changes.map(({ formField: { path, field }, shown }) => {
    const before = readPath(record, path) ?? null;
    return { path, field, before, value: shown };
  });
  const shownText = useShownValues(
    [...changed, ...changed.map((one) => ({ ...one, value: one.before })), ...lost],
    say,
  );
  const shown = (field: Field, ...values: readonly Json[]) =>
    excerpts(values.map((value) => shownText(field, value))).map((text) => text || say("conflict.none"));
  const moment = new Date(draft.typedAt).toISOString();
  const list = new Intl.ListFormat(entity.language);
  const time = formatAgo(moment, Math.max(now, draft.typedAt), entity.language) ?? "";

  function restore() {
    const [first] = changes;
    offer.restore();
    if (first !== undefined) focusField(store, first.formField);
  }

  return (
    <FormNotice>
      <div className="draft">
        <p>{say("form.draft", { time })}</p>
        {offer.others > 0 && <p>{say("form.draftOthers", { count: offer.others })}</p>}
        {isNewer && <p>{say("form.draftOlder")}</p>}
        {draft.secrets.length > 0 && (
          <p>{say("form.draftSecrets", { fields: list.format(draft.secrets) })}</p>
        )}
        {changed.length > 0 && (
          <details>
            <summary>
              {say("form.draftChanges", { fields: list.format(changed.map(({ field }) => field.label)) })}
            </summary>
            <dl>
              {changed.map(({ path, field, before, value }) => {
                const [was, becomes] = shown(field, before, value);
                return (
                  <div key={path}>
                    <dt>{field.label}</dt>
                    <dd>
                      <del>{was}</del>
                      <ins>{becomes}</ins>
                    </dd>
                  </div>
                );
              })}
            </dl>
          </details>
        )}
        {lost.length > 0 && (
          <>
            <p>{say("form.noLongerFits")}</p>
            <dl>
              {lost.map(({ path, field, value }) => (
                <div key={path}>
                  <dt>{field.label}</dt>
                  <dd>{shownText(field, value)}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
      <div className="draft-answers">
        <button type="button" className="button" onClick={onDiscard}>
          {say("form.draftDiscard")}
        </button>
        <button type="button" className="button button-primary" onClick={restore}>
          {say("form.draftRestore")}
        </button>
      </div>
    </FormNotice>
  );
}
