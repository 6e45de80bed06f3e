import type { ReactNode } from "react";
import type { Field } from "../../model/entity.ts";
import type { ChangedField, HistoryEntry } from "../../wire/journal.ts";
import type { OpenEntity } from "../../wire/views.ts";
import type { VersionedRecord } from "../api/records.ts";
import { isSameValue } from "../form/state/form-values.ts";
import type { Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { Icon, KindIcon } from "../shell/glyphs.tsx";
import { PicturesOf } from "../shell/kept-picture.tsx";
import { isAllowedByView } from "../shell/record-access.ts";
import { Ago } from "../shell/record-parts.tsx";
import { ChangedValue, useWholeFields } from "./changed-value.tsx";
import { type Stopped, useWaysBack } from "./use-ways-back.ts";
import { NamesContext } from "./value-shown.tsx";

const NO_NAMES = {};

/** The record as it is; null: there is none; undefined: nobody has asked. */
export type RecordNow = VersionedRecord | null | undefined;

interface EntryViewProps {
  readonly entry: HistoryEntry;
  readonly open: OpenEntity;
  readonly record: RecordNow;
  /** Of which record it is, where that is not known from the screen. */
  readonly subject?: ReactNode;
  /** In place of the name of who made the change. */
  readonly author?: ReactNode;
  readonly onChanged: () => void;
  /** The words of the screen, where it is not one of the entity. */
  readonly spoken?: { readonly say: Say; readonly language: string };
}

/** A change: who, what and when; its fields; the ways back for whoever may go them. */
export function EntryView({ entry, open, record, subject, author, onChanged, spoken }: EntryViewProps) {
  const own = useMessage(open.entity);
  const { say, language } = spoken ?? { say: own, language: open.entity.language };
  const way = useWaysBack({ entry, open, say, language, onChanged });
  const { kind, by, at } = entry;
  return (
    <li className="history-entry" data-kind={kind} lang={language}>
      <div className="history-entry-head">
        <p className="history-entry-line">
          <strong>{author ?? by ?? say("history.system")}</strong>
          <span className={`badge history-${kind}`}>{say(`history.${kind}`)}</span>
          {entry.undoes !== undefined && <span className="badge">{say("history.undoes")}</span>}
          <span className="history-quiet">
            <Ago moment={at} language={language} />
          </span>
        </p>
        <div className="history-actions">
          {record && mayRestore(entry, open, record) && (
            <button type="button" className="history-action" onClick={() => way.restoreAll(record)}>
              <Icon name="history" />
              {say("history.restoreAll")}
            </button>
          )}
          {entry.undoable === true && (
            <button type="button" className="history-action" onClick={() => way.undo()}>
              <Icon name="undo" />
              {say("history.undo")}
            </button>
          )}
        </div>
      </div>
      {subject}
      {entry.together !== undefined && (
        <p className="history-quiet">
          {say("history.part", { count: `${entry.together}${entry.togetherIsMore === true ? "+" : ""}` })}
        </p>
      )}
      <KeptChanges
        stopped={way.stopped}
        onRest={way.stopped?.hasRest ? () => way.undo(true) : undefined}
        say={say}
      />
      <PicturesOf record={entry}>
        <NamesContext value={entry.names ?? NO_NAMES}>
          <EntryFields entry={entry} open={open} record={record} takeBack={way.takeBack} say={say} />
        </NamesContext>
      </PicturesOf>
    </li>
  );
}

/** Whether the record, which is there and has been changed since, may be as it was after this entry again. */
function mayRestore(
  { kind, version }: HistoryEntry,
  { rights }: OpenEntity,
  { record, version: tag }: VersionedRecord,
): boolean {
  if (kind === "delete" || kind === "purge" || tag === `"${version}"`) return false;
  return !record.isProtected && isAllowedByView(rights, "edit", record);
}

interface EntryFieldsProps extends Pick<EntryViewProps, "entry" | "open" | "record"> {
  readonly takeBack: ReturnType<typeof useWaysBack>["takeBack"];
  readonly say: Say;
}

function EntryFields({ entry, open, record, takeBack, say }: EntryFieldsProps) {
  const { entity, rights } = open;
  const { fields, isFetching, show } = useWholeFields(entry, say);
  const shown = fields.flatMap((change) => {
    const field = entity.fields.find(({ name }) => name === change.field);
    // A new record has fields without a value, of which nothing is to be said.
    return field === undefined || (entry.kind !== "update" && isWithoutValue(change))
      ? []
      : [{ field, change }];
  });
  if (shown.length === 0)
    return entry.kind === "update" && entry.fields.length === 0 ? (
      <p className="history-quiet">{say("history.same")}</p>
    ) : null;
  const mayEdit =
    record?.record.isProtected === false &&
    isAllowedByView(rights, "edit", record.record) &&
    entry.kind === "update";
  const wayBack = (field: Field, { was }: ChangedField) => {
    if (!mayEdit || was === undefined || rights.readOnly.edit.includes(field.name)) return undefined;
    return isSameValue(record.record[field.name], was) ? undefined : () => takeBack(record, field, was);
  };
  const list = (
    <dl className="history-fields">
      {shown.map(({ field, change }) => {
        const goBack = wayBack(field, change);
        return (
          <div key={field.name} className="history-field">
            <dt>{field.label}</dt>
            <dd>
              <ChangedValue
                field={field}
                change={change}
                show={show}
                isFetching={isFetching}
                language={entity.language}
                say={say}
              />
              {goBack !== undefined && (
                <button type="button" className="history-action" onClick={goBack}>
                  {say("history.takeBack")}
                  <span className="unseen">{field.label}</span>
                </button>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
  if (entry.kind === "update") return list;
  return (
    <details className="history-all">
      <summary>
        {shown.length === 1 ? say("history.oneField") : say("history.fields", { count: shown.length })}
      </summary>
      {list}
    </details>
  );
}

function isWithoutValue({ was, now, secret, long }: ChangedField): boolean {
  return secret !== true && long !== true && (was ?? now ?? null) === null;
}

interface KeptChangesProps {
  readonly stopped: Stopped | undefined;
  readonly onRest: (() => void) | undefined;
  readonly say: Say;
}

/** What stood in the way of undoing, and why. */
function KeptChanges({ stopped, onRest, say }: KeptChangesProps) {
  if (stopped === undefined) return null;
  const { kept, reason = say("history.kept") } = stopped;
  return (
    <div className="history-kept" role="alert">
      <KindIcon kind="warning" />
      <div>
        <p>{reason}</p>
        {kept.length > 0 && (
          <ul>
            {kept.map(({ entity, _id, title, reason, lines }) => (
              <li key={`${entity} ${_id}`}>
                <strong>{title}</strong> {reason}
                {lines.map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </li>
            ))}
          </ul>
        )}
        {onRest !== undefined && (
          <button type="button" className="history-action" onClick={onRest}>
            {say("history.rest")}
          </button>
        )}
      </div>
    </div>
  );
}
