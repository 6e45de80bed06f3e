import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Entity } from "../../../model/entity.ts";
import type { RecordData, StoredRecord } from "../../../model/record.ts";
import { pointerOfPath, readPath, writePath } from "../../../record/path.ts";
import type { Conflict, ErrorCode } from "../../../wire/error.ts";
import type { RightsView } from "../../../wire/views.ts";
import { ApiFailure, isAbort, isExpired } from "../../api/failure.ts";
import {
  createRecord,
  getVersion,
  updateRecord,
  type VersionedRecord,
  type WrittenRecord,
} from "../../api/records.ts";
import { readConflicts } from "../../api/undo.ts";
import { failureText, type Say } from "../../messages/say.ts";
import { useServices } from "../../services/services.ts";
import { useUndo } from "../../shell/use-undo.tsx";
import { whatHappened } from "../field/failed-field.tsx";
import { GONE_NOTICE_ID } from "../field/field-ids.ts";
import { commitFocused, focusField } from "../field/focus-field.ts";
import type { FormField } from "../state/field-views.ts";
import type { FieldWork, FormStore } from "../state/form-store.ts";
import { changedFields, requestBody, unkeptValues } from "./request-body.ts";
import { type FailedWork, PrepareFailure, saveRecord } from "./save-record.ts";
import { overlapsWith, takeUnchanged } from "./take-unchanged.ts";

interface SaveParts {
  readonly entity: Entity;
  /** The record being edited, as it was read last; undefined while creating. */
  readonly seen: VersionedRecord | undefined;
  /** Its entity is no longer open. */
  readonly isGone: boolean;
  /** Nothing of the record can be changed. */
  readonly readOnly: boolean;
  /** The key of all attempts to create a record from this form, also of those from its draft. */
  draftId(): string;
  /** The fields that this person may not change are not sent. */
  readonly rights: RightsView;
  readonly store: FormStore;
  readonly say: Say;
  /** Whether the form is still mounted. */
  isOpen(): boolean;
  /** After the record is stored. */
  onSaved(record: StoredRecord): void;
  /** Somebody else changed it: the form goes on from theirs, with what was typed. */
  onNewer(newer: VersionedRecord): void;
}

/** What a failed save found out about the record as a whole. */
type SaveTrouble =
  | { readonly kind: "conflicts"; readonly message: string; readonly conflicts: readonly Conflict[] }
  /** `isTold`: the server told it while the person was at something else. */
  | { readonly kind: "gone"; readonly isTold?: true }
  | undefined;

const NOT_FOUND = "NOT_FOUND" satisfies ErrorCode;
const STALE = "STALE" satisfies ErrorCode;
const NONE: ReadonlySet<string> = new Set();

export type Saving = ReturnType<typeof useSave>;

/** The one way to save the form: nothing else sends it, and one save runs at a time. */
export function useSave(parts: SaveParts) {
  const { entity, seen, isGone, readOnly, draftId, rights, store, say, isOpen, onSaved, onNewer } = parts;
  const { client, overlays, toasts, confirms, renewals } = useServices();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SaveTrouble>();
  /** The form fields whose pending work is not wanted any more: what is stored of them stays. */
  const [given, setGiven] = useState(NONE);
  const undo = useUndo(say, entity.language);

  function mayBeSent(): boolean {
    // A notice above the fields says why.
    if (isGone) document.getElementById(GONE_NOTICE_ID)?.focus();
    if (isGone || readOnly) return false;
    const wrong = store.submit();
    if (wrong === undefined) return true;
    // What is wrong stands at its field, so the toast says no more than that something is.
    toasts.show(entity.form.invalid.severity, entity.form.invalid.message, "save");
    focusField(store, wrong);
    return false;
  }

  /** What waits in failed fields is lost once the rest is saved. */
  function mayGoWithout(waiting: readonly FormField[]): Promise<boolean> {
    return confirms.ask({
      title: say("form.asideTitle"),
      text: say("form.aside", { fields: labelsOf(waiting, entity.language) }),
      confirm: say("form.asideYes"),
      cancel: say("form.asideNo"),
      danger: true,
      language: entity.language,
    });
  }

  /** @param target undefined: a new record */
  function send(
    target: VersionedRecord | undefined,
    pending: readonly FieldWork[],
    failedBefore: readonly FormField[],
  ): Promise<WrittenRecord> {
    return overlays.run(
      say("form.saving"),
      ({ signal, progress, text }) =>
        saveRecord({
          pending,
          attempts: store.attempts,
          signal,
          isHeld: () => renewals.get() !== undefined,
          progress,
          /** The fields whose work is waited for, how much of it is done, and what failed of it. */
          waits(left, failed, saidOf) {
            const count = pending.length;
            const [first] = left;
            if (first === undefined) return;
            if (count === 1)
              return text(saidOf(first) ?? say("form.uploading", { fields: first.field.label }));
            const names = left.map((formField) => {
              const said = saidOf(formField);
              const { label } = formField.field;
              return said === undefined ? label : say("form.uploadingPart", { label, text: said });
            });
            const values = {
              fields: new Intl.ListFormat(entity.language).format(names),
              failed: labelsOf(failed, entity.language),
              done: count - left.length,
              count,
            };
            text(say(failed.length > 0 ? "form.uploadingFailed" : "form.uploadingSome", values));
          },
          send(values, during) {
            // The person agreed to save without the fields that had failed before, not without others.
            const broken = store.failed().filter((formField) => !failedBefore.includes(formField));
            if (broken.length > 0)
              throw new PrepareFailure(
                broken.map((formField) => ({ formField, outcome: { kind: "stopped" } })),
              );
            text(say("form.saving"));
            let record = store.record();
            for (const [path, value] of values) record = writePath(record, path, value);
            for (const path of given)
              record = writePath(record, path, (seen && readPath(seen.record, path)) ?? null);
            const mode = target === undefined ? "create" : "edit";
            const body = requestBody(entity, record, mode, rights.readOnly[mode]);
            return target === undefined ? create(body, during) : update(target, body, during);
          },
        }),
      { cancel: say("overlay.cancel"), language: entity.language, offersAtOnce: pending.length > 0 },
    );
  }

  async function update(
    target: VersionedRecord,
    body: RecordData,
    during: AbortSignal,
  ): Promise<WrittenRecord> {
    const changes = changedFields(entity.fields, body, target.record);
    const written = await updateRecord(client, entity, target, changes, during);
    // What nobody may read is not changed back: nothing is offered that is always refused.
    const isSecret = entity.fields.every(
      ({ name, schema }) => schema.writeOnly === true || !Object.hasOwn(changes, name),
    );
    return isSecret ? { ...written, changeId: undefined } : written;
  }

  /** Where an attempt whose answer was lost has created it already, what was typed since is a change of it. */
  async function create(body: RecordData, during: AbortSignal): Promise<WrittenRecord> {
    const created = await createRecord(client, entity, body, draftId(), during);
    const isChanged =
      created.isEarlier && Object.keys(changedFields(entity.fields, body, created.record)).length > 0;
    return isChanged ? update(created, body, during) : created;
  }

  async function explain(error: unknown): Promise<void> {
    if (isAbort(error) || isExpired(error)) return;
    const complain = (reason: string) => toasts.show("error", say("form.saveFailed", { reason }), "save");
    if (error instanceof PrepareFailure) {
      const works = error.works.filter(
        ({ outcome }) => outcome.kind !== "failure" || !isExpired(outcome.error.cause),
      );
      const reasons = showFailedWorks(works, store, say);
      if (reasons.length > 0) complain(reasons.join("; "));
      if (works[0] !== undefined) focusField(store, works[0].formField);
      return;
    }
    const found = error instanceof ApiFailure ? await findTrouble(error) : undefined;
    // A notice above the fields says it, and what can be done.
    if (found !== undefined) return setTrouble(found);
    const { code, errors = [] }: Partial<ApiFailure> = error instanceof ApiFailure ? error : {};
    complain(code === NOT_FOUND ? say("form.gone") : failureText(error, say));
    const wrong = store.refuse(errors);
    if (wrong !== undefined) focusField(store, wrong);
  }

  async function findTrouble({ code, message, body, version }: ApiFailure): Promise<SaveTrouble> {
    if (seen === undefined) return undefined;
    if (code === NOT_FOUND) return { kind: "gone" };
    const conflicts = code === STALE ? readConflicts(body) : [];
    if (conflicts.length === 0 || version === undefined) return undefined;
    try {
      const { record } = await getVersion(client, entity, seen.record._id);
      takeUnchanged(entity, store, seen.record, record);
      // The version of the refusal: where the record was changed once more, the next save asks about that too.
      onNewer({ record, version });
      return { kind: "conflicts", message, conflicts };
    } catch (error) {
      // Otherwise a toast says who changed it and when; the next attempt asks again.
      return error instanceof ApiFailure && error.code === NOT_FOUND ? { kind: "gone" } : undefined;
    }
  }

  function unlock(): void {
    running.current = false;
    // At once, since what is locked takes no focus.
    flushSync(() => setBusy(false));
  }

  /** @param target undefined: a new record */
  async function saveAs(target: VersionedRecord | undefined): Promise<void> {
    if (running.current) return;
    // What an earlier attempt said.
    toasts.clearCause("save");
    commitFocused();
    if (!mayBeSent()) return;
    const focused = document.activeElement;
    running.current = true;
    setBusy(true);
    const failed = store.failed();
    const [first, ...others] = store.waiting();
    if (first !== undefined && !((await mayGoWithout([first, ...others])) && isOpen())) {
      unlock();
      focusField(store, first);
      return;
    }
    // What both changed stays on screen, with what was chosen, until the save succeeds or finds out more.
    setTrouble((before) => (before?.kind === "conflicts" ? before : undefined));
    const sent = store.record();
    const pending = store.pending().filter(({ formField }) => !given.has(formField.path));
    let written: WrittenRecord;
    try {
      written = await send(target, pending, failed);
    } catch (error) {
      unlock();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      await explain(error);
      return;
    }
    const { record, changeId } = written;
    const values = unkeptValues(entity, { stored: seen?.record, sent, answer: record }, say);
    if (values === "") toasts.show("success", say("form.saved"), undefined, undo(changeId));
    // Without a cause: it stays until it is dismissed, since the values are nowhere else.
    else toasts.show("error", say("form.notKept", { values }));
    onSaved(record);
  }

  return {
    /** Goes on from a newer version: what was not typed becomes theirs, and what both changed is asked about. */
    takeIn(newer: VersionedRecord, message: string): void {
      if (seen === undefined) return;
      const conflicts = overlapsWith(entity, store, seen.record, newer.record);
      takeUnchanged(entity, store, seen.record, newer.record);
      onNewer(newer);
      setTrouble(conflicts.length === 0 ? undefined : { kind: "conflicts", message, conflicts });
    },
    /** Somebody else has deleted it, or restored it. */
    tellGone: useCallback((isGone: boolean) => {
      setTrouble((before) => {
        if (isGone) return before?.kind === "gone" ? before : { kind: "gone", isTold: true };
        return before?.kind === "gone" ? undefined : before;
      });
    }, []),
    /** The fields are locked, since what is typed now would not be saved; also after a save that succeeded. */
    busy,
    trouble,
    save: () => saveAs(seen),
    /** As another record: the one that was opened is gone. */
    saveAsNew: () => saveAs(undefined),
    given,
    /** Whether a form field's pending work is given up for what is stored; it waits until the save, and may be wanted again. */
    giveUp(path: string, isGivenUp: boolean) {
      setGiven((before) => new Set([...before].filter((one) => one !== path).concat(isGivenUp ? path : [])));
    },
  };
}

function labelsOf(formFields: readonly FormField[], language: string): string {
  return new Intl.ListFormat(language).format(formFields.map(({ field }) => field.label));
}

/** Shows at its field how each work failed: a failure as an error, anything else as a failed field. Answers why of the failures. */
function showFailedWorks(works: readonly FailedWork[], store: FormStore, say: Say): string[] {
  const reasons: string[] = [];
  for (const { formField, outcome } of works) {
    const { path, field } = formField;
    if (outcome.kind === "failure") {
      const message = outcome.error.message.trim() || whatHappened("prepare", field.label, say);
      store.refuse([{ path: pointerOfPath(path), keyword: "prepare", message }]);
      reasons.push(works.length === 1 ? message : `${field.label}: ${message}`);
    }
    // The widget stays mounted: what it has waits for another attempt.
    if (outcome.kind === "bug")
      store.markFailed(path, { reason: "prepare", error: outcome.error, goesOn: true });
    if (outcome.kind === "slow") store.markFailed(path, { reason: "slow", error: undefined, goesOn: true });
  }
  return reasons;
}
