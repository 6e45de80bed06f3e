import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Entity } from "../../../model/entity.ts";
import type { StoredRecord } from "../../../model/record.ts";
import { pointerOfPath, writePath } from "../../../record/path.ts";
import { ApiFailure, isAbort, isExpired } from "../../api/failure.ts";
import { createRecord, getRecord, updateRecord } from "../../api/records.ts";
import { failureText, type Say } from "../../messages/say.ts";
import { useServices } from "../../services/services.ts";
import { whatHappened } from "../field/failed-field.tsx";
import { commitFocused, focusField } from "../field/focus-field.ts";
import type { FieldFault, FormField } from "../state/field-views.ts";
import type { FieldWork, FormStore } from "../state/form-store.ts";
import { requestBody, unkeptValues } from "./request-body.ts";
import { type FailedOutcome, type FailedWork, PrepareFailure, saveRecord } from "./save-record.ts";

export interface SaveParts {
  readonly entity: Entity;
  /** The record being edited, as it was read; undefined while creating. */
  readonly stored: StoredRecord | undefined;
  /** Its entity is open no more. */
  readonly isGone: boolean;
  readonly store: FormStore;
  readonly say: Say;
  /** Whether the form is still there. */
  isOpen(): boolean;
  /** After the record is stored. */
  onSaved(): void;
}

/** What a failed save found out about the record as a whole. */
export type SaveTrouble =
  | { readonly kind: "stale"; readonly newer: StoredRecord }
  | { readonly kind: "gone" }
  | undefined;

export interface Saving {
  /** The fields are to be locked: what is typed now would not be saved. Stays after a save that succeeded. */
  readonly busy: boolean;
  readonly trouble: SaveTrouble;
  save(): Promise<void>;
}

/** The one way to save the form: nothing else sends it, and one save runs at a time. */
export function useSave({ entity, stored, isGone, store, say, isOpen, onSaved }: SaveParts): Saving {
  const { client, overlays, toasts, confirms } = useServices();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SaveTrouble>();
  useEffect(() => {
    // What was said of it holds no longer once it is back.
    if (isGone) return () => toasts.clearCause("save");
  }, [isGone, toasts]);

  function mayBeSent(): boolean {
    const reason = isGone ? "form.kindGone" : stored?.isProtected === true ? "form.protected" : undefined;
    if (reason !== undefined) {
      toasts.show("error", say(reason), "save");
      return false;
    }
    const wrong = store.submit();
    if (wrong === undefined) return true;
    toasts.show(entity.form.invalid.severity, entity.form.invalid.message, "save");
    focusField(store, wrong);
    return false;
  }

  /** What waits in fields that failed is lost once the rest is saved. */
  function mayGoWithout(waiting: readonly FormField[]): Promise<boolean> {
    const labels = waiting.map(({ field }) => field.label);
    const fields = new Intl.ListFormat(entity.language).format(labels);
    return confirms.ask({
      title: say("form.asideTitle"),
      text: say("form.aside", { fields }),
      confirm: say("form.asideYes"),
      cancel: say("form.asideNo"),
      danger: true,
      language: entity.language,
    });
  }

  function send(pending: readonly FieldWork[], failed: readonly FormField[]): Promise<StoredRecord> {
    const hasPending = pending.length > 0;
    const waiting = (left: readonly FormField[], failed: readonly FormField[]) =>
      waitingText({ left, failed, count: pending.length }, say, entity.language);
    return overlays.run(
      hasPending
        ? waiting(
            pending.map(({ formField }) => formField),
            [],
          )
        : say("form.saving"),
      ({ signal, progress, text: show }) =>
        saveRecord({
          pending,
          attempts: store.attempts,
          signal,
          progress,
          waits(left, failed) {
            if (left.length > 0) show(waiting(left, failed));
          },
          send(values, during) {
            // Nobody agreed to save without what broke meanwhile.
            const broken = store.failed().filter((formField) => !failed.includes(formField));
            if (broken.length > 0)
              throw new PrepareFailure(
                broken.map((formField) => ({ formField, outcome: { kind: "stopped" } })),
              );
            if (hasPending) show(say("form.saving"));
            let record = store.record();
            for (const [path, value] of values) record = writePath(record, path, value);
            if (stored === undefined) {
              return createRecord(client, entity, requestBody(entity, record, "create"), during);
            }
            const body = { ...requestBody(entity, record, "edit"), updatedAt: stored.updatedAt };
            return updateRecord(client, entity, stored._id, body, during);
          },
        }),
      { cancel: say("overlay.cancel"), language: entity.language, offersAtOnce: hasPending },
    );
  }

  async function explain(error: unknown): Promise<void> {
    if (isAbort(error)) return;
    if (error instanceof PrepareFailure) {
      const shown = showFailedWorks(error.works, store, say);
      if (shown === undefined) return;
      toasts.show("error", say("form.saveFailed", { reason: shown.reason }), "save");
      focusField(store, shown.first);
      return;
    }
    if (isExpired(error)) return;
    toasts.show("error", say("form.saveFailed", { reason: reasonOf(error, say) }), "save");
    if (error instanceof ApiFailure && error.errors !== undefined) {
      focusWrong(store.refuse(error.errors));
    } else if (error instanceof ApiFailure && stored !== undefined) {
      if (error.code === "NOT_FOUND") setTrouble({ kind: "gone" });
      if (error.code === "STALE") setTrouble(await findNewer(stored._id));
    }
  }

  function focusWrong(formField: ReturnType<FormStore["refuse"]>): void {
    if (formField !== undefined) focusField(store, formField);
  }

  async function findNewer(id: string): Promise<SaveTrouble> {
    try {
      return { kind: "stale", newer: await getRecord(client, entity, id) };
    } catch {
      // The toast has said who and when already; a next try asks again.
      return undefined;
    }
  }

  function unlock(): void {
    running.current = false;
    // What is locked takes no focus, so the lock goes first.
    flushSync(() => setBusy(false));
  }

  async function save(): Promise<void> {
    if (running.current) return;
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
    setTrouble(undefined);
    const sent = store.record();
    const pending = store.pending();
    let answer: StoredRecord;
    try {
      answer = await send(pending, failed);
    } catch (error) {
      unlock();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      await explain(error);
      return;
    }
    toasts.clearCause("save");
    const values = unkeptValues(entity, { stored, sent, answer }, say);
    if (values === "") toasts.show("success", say("form.saved"));
    // Stands until it was read: it is nowhere else any more.
    else toasts.show("error", say("form.notKept", { values }));
    onSaved();
  }

  return { busy, trouble, save };
}

function reasonOf(error: unknown, say: Say): string {
  if (error instanceof ApiFailure && error.code === "NOT_FOUND") return say("form.gone");
  return failureText(error, say);
}

/**
 * Shows at the fields what came of pending work that failed: a failure is a sentence, a field whose work broke is marked failed. Answers why
 * the save failed, and the first of the fields; undefined where it has been said already, with the end of the session.
 */
function showFailedWorks(
  failed: readonly FailedWork[],
  store: FormStore,
  say: Say,
): { readonly reason: string; readonly first: FormField } | undefined {
  const works = failed.filter(
    ({ outcome }) => outcome.kind !== "failure" || !isExpired(outcome.failure.cause),
  );
  const [first] = works;
  if (first === undefined) return undefined;
  const reasons = works.map(({ formField, outcome }) => {
    const { path, field } = formField;
    if (outcome.kind === "failure") {
      const message = outcome.failure.message.trim() || whatHappened("prepare", field.label, say);
      store.refuse([{ path: pointerOfPath(path), keyword: "prepare", message }]);
      return works.length === 1 ? message : `${field.label}: ${message}`;
    }
    if (outcome.kind !== "stopped") store.markFailed(path, faultOf(outcome));
    return whatHappened(store.fault(path)?.reason ?? "prepare", field.label, say);
  });
  return { reason: reasons.join("; "), first: first.formField };
}

/** Its widget goes on: what it holds waits for another try. */
function faultOf(outcome: Exclude<FailedOutcome, { kind: "failure" | "stopped" }>): FieldFault {
  if (outcome.kind === "bug") return { reason: "prepare", error: outcome.error, goesOn: true };
  return { reason: "slow", error: undefined, goesOn: true };
}

interface WaitedFor {
  readonly left: readonly FormField[];
  readonly failed: readonly FormField[];
  /** How many there were. */
  readonly count: number;
}

/** The fields whose work is waited for, how much of it is done, and what failed of it. */
function waitingText({ left, failed, count }: WaitedFor, say: Say, language: string): string {
  const list = new Intl.ListFormat(language);
  const names = (formFields: readonly FormField[]) => list.format(formFields.map(({ field }) => field.label));
  const values = { fields: names(left), failed: names(failed), done: count - left.length, count };
  if (failed.length > 0) return say("form.uploadingFailed", values);
  return say(count === 1 ? "form.uploading" : "form.uploadingSome", values);
}
