import "./draft-notice.css";
import "./gone-record.css";
import { formatAgo } from "../../../record/moment.ts";
import type { OpenEntity } from "../../../wire/views.ts";
import type { Say } from "../../messages/say.ts";
import type { Draft } from "../../services/drafts.ts";
import { useNow } from "../../services/use-now.ts";
import { KindIcon } from "../../shell/glyphs.tsx";
import { useLastList } from "../../shell/last-list.tsx";
import { useShownValues } from "../save/use-shown-values.ts";
import { useDeletion } from "./use-deletion.ts";
import { useTyped } from "./use-typed.ts";

interface GoneRecordProps {
  readonly open: OpenEntity;
  readonly id: string;
  readonly say: Say;
  /** Reads the record again. */
  readonly retry: () => void;
}

/**
 * In place of the form of a record that is gone: the way to restore it, as far as this person may, and what was typed into its form,
 * which can go on in the form of a new record.
 */
export default function GoneRecord({ open, id, say, retry }: GoneRecordProps) {
  const { entity, rights } = open;
  const lastList = useLastList(entity.id);
  const { deletion, restore } = useDeletion(open, id, say, retry);
  const { draft, discard, goOn } = useTyped(open, id, say);
  return (
    <div className="notice">
      <p role="alert">{say("form.gone")}</p>
      {draft !== undefined && (
        <section className="gone-typed" role="status">
          <KindIcon kind="warning" />
          <TypedValues draft={draft} open={open} say={say} />
          <div className="draft-answers">
            <button type="button" className="button" onClick={discard}>
              {say("form.draftDiscard")}
            </button>
            {rights.create && (
              <button type="button" className="button" onClick={() => goOn(deletion)}>
                {say("form.goneAsNew")}
              </button>
            )}
          </div>
        </section>
      )}
      <div className="gone-ways">
        <button type="button" className="button" onClick={lastList.back}>
          {entity.list.title}
        </button>
        {deletion?.undoable === true && (
          <button type="button" className="button button-primary" onClick={restore}>
            {say("form.goneRestore")}
          </button>
        )}
      </div>
    </div>
  );
}

interface TypedValuesProps extends Pick<GoneRecordProps, "open" | "say"> {
  readonly draft: Draft;
}

/** What was typed, as text that can be copied. */
function TypedValues({ draft, open: { entity }, say }: TypedValuesProps) {
  const now = useNow();
  const typed = draft.fields.map(({ path, field, value, pending }) => ({
    path,
    field,
    value: pending?.standIn ?? value,
  }));
  const shownText = useShownValues(typed, say);
  const moment = new Date(draft.typedAt).toISOString();
  const time = formatAgo(moment, Math.max(now, draft.typedAt), entity.language) ?? "";
  const secrets = new Intl.ListFormat(entity.language).format(draft.secrets);
  return (
    <div className="draft">
      <p>{say("form.draft", { time })}</p>
      {draft.secrets.length > 0 && <p>{say("form.draftSecrets", { fields: secrets })}</p>}
      <dl>
        {typed.map(({ path, field, value }) => (
          <div key={path}>
            <dt>{field.label}</dt>
            <dd>{shownText(field, value) || say("conflict.none")}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
