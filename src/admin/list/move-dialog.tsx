import "./move-dialog.css";
import { type FormEvent, useId, useState } from "react";
import type { Entity } from "../../model/entity.ts";
import type { StoredRecord } from "../../model/record.ts";
import { ReferencePicker } from "../../plugin/reference-picker.tsx";
import { HostContext } from "../../plugin/use-host.ts";
import type { KeptChange } from "../../wire/journal.ts";
import { ApiFailure, isAbort } from "../api/failure.ts";
import { moveReferences, readKept } from "../api/undo.ts";
import { failureText, type Say } from "../messages/say.ts";
import { useApp } from "../services/app-context.tsx";
import { recordsOf, usePickerHost } from "../services/picker-host.ts";
import { useServices } from "../services/services.ts";
import { useOutdateLists } from "../services/use-list.ts";
import { Modal } from "../shell/modal.tsx";
import { useUndo } from "../shell/use-undo.tsx";

interface MoveDialogProps {
  readonly entity: Entity;
  /** What is deleted then. */
  readonly record: StoredRecord;
  /** Its name. */
  readonly title: string;
  /** How many records refer to it, and the names of the first. */
  readonly reason: string;
  readonly say: Say;
  readonly leave: () => void;
  readonly moved: () => void;
}

/** Lets what refers to a record refer to another one of its entity, and deletes it. */
export function MoveDialog({ entity, record, title, reason, say, leave, moved }: MoveDialogProps) {
  const { view } = useApp();
  const host = usePickerHost({ entity, view, say, recordId: record._id });
  const [to, setTo] = useState<string | null>(null);
  const [titleId, reasonId, pickerId] = [useId(), useId(), useId()];
  const { move, refused } = useMove({ entity, record, title, say, moved });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (to !== null) void move(to);
  };
  return (
    <Modal
      className="dialog move-dialog"
      lang={entity.language}
      aria-labelledby={titleId}
      aria-describedby={reasonId}
      onCancel={leave}
    >
      <h2 id={titleId}>{say("move.title", { title })}</h2>
      <p id={reasonId}>{reason}</p>
      <form onSubmit={submit}>
        <div className="field">
          <label htmlFor={pickerId}>{say("move.to")}</label>
          <HostContext value={host}>
            <ReferencePicker
              id={pickerId}
              label={say("move.to")}
              value={to ?? undefined}
              reference={recordsOf(entity, true)}
              required
              disabled={false}
              readOnly={false}
              invalid={false}
              describedBy={undefined}
              placeholder={say("filter.pick")}
              onChange={setTo}
              onBlur={() => undefined}
            />
          </HostContext>
        </div>
        {refused !== undefined && (
          <div className="move-refused" role="alert">
            <p>{refused.reason}</p>
            <ul>
              {refused.kept.map(({ entity: other, _id, title, reason: why }) => (
                <li key={`${other} ${_id}`}>{say("undo.keptItem", { title, reason: why })}</li>
              ))}
            </ul>
          </div>
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={leave}>
            {say("list.deleteNo")}
          </button>
          <button type="submit" className="button button-danger" disabled={to === null}>
            {say("move.confirm")}
          </button>
        </div>
      </form>
    </Modal>
  );
}

interface Refused {
  readonly reason: string;
  /** The records that stand in the way. */
  readonly kept: readonly KeptChange[];
}

function useMove({
  entity,
  record,
  title,
  say,
  moved,
}: Pick<MoveDialogProps, "entity" | "record" | "title" | "say" | "moved">) {
  const { client, overlays, toasts } = useServices();
  const undo = useUndo(say, entity.language);
  const outdateLists = useOutdateLists();
  const [refused, setRefused] = useState<Refused>();

  async function move(to: string): Promise<void> {
    const { _id, updatedAt } = record;
    setRefused(undefined);
    try {
      const done = await overlays.run(
        say("overlay.processing"),
        ({ signal }) => moveReferences(client, { entity: entity.id, _id, to, updatedAt }, signal),
        { cancel: say("overlay.cancel"), language: entity.language },
      );
      toasts.clearCause("delete");
      const text =
        done.moved === 1 ? say("move.movedOne", { title }) : say("move.moved", { count: done.moved, title });
      toasts.show("success", text, undefined, undo(done.changeId));
      moved();
      await outdateLists(_id);
    } catch (error) {
      if (isAbort(error)) return;
      const kept = error instanceof ApiFailure ? readKept(error.body).kept : [];
      setRefused({ reason: failureText(error, say), kept });
    }
  }
  return { move, refused };
}
