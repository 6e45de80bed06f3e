import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Entity } from "../../model/entity.ts";
import type { StoredRecord } from "../../model/record.ts";
import { writePath } from "../../model/write-path.ts";
import { ApiFailure, isAbort, isExpired } from "../api/failure.ts";
import { createRecord, getRecord, updateRecord } from "../api/records.ts";
import { failureText } from "../messages/failure-text.ts";
import type { Say } from "../messages/say.ts";
import { useServices } from "../services.ts";
import { showFailedWorks } from "./failed-works.ts";
import { commitFocused, focusField } from "./focus-field.ts";
import type { FormStore, HeldWork } from "./form-store.ts";
import type { Leaf } from "./leaves.ts";
import { requestBody } from "./request-body.ts";
import { PrepareFailure, saveRecord } from "./save-record.ts";
import { unkeptValues } from "./unkept-values.ts";
import { waitingText } from "./waiting-text.ts";

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
    if (isGone) return () => toasts.settle("save");
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

  /** What waits in fields that are set aside is lost once the rest is saved. */
  function mayGoWithout(waiting: readonly Leaf[]): Promise<boolean> {
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

  function send(held: readonly HeldWork[], aside: readonly Leaf[]): Promise<StoredRecord> {
    const isHeld = held.length > 0;
    const waiting = (left: readonly Leaf[], failed: readonly Leaf[]) =>
      waitingText({ left, failed, count: held.length }, say, entity.language);
    return overlays.run(
      isHeld
        ? waiting(
            held.map(({ leaf }) => leaf),
            [],
          )
        : say("form.saving"),
      ({ signal, progress, text: show }) =>
        saveRecord({
          held,
          tries: store.tries,
          signal,
          progress,
          waits(left, failed) {
            if (left.length > 0) show(waiting(left, failed));
          },
          send(values, during) {
            // Nobody agreed to save without what broke meanwhile.
            const broken = store.aside().filter((leaf) => !aside.includes(leaf));
            if (broken.length > 0)
              throw new PrepareFailure(broken.map((leaf) => ({ leaf, outcome: { kind: "stopped" } })));
            if (isHeld) show(say("form.saving"));
            let record = store.record();
            for (const [path, value] of values) record = writePath(record, path, value);
            if (stored === undefined) {
              return createRecord(client, entity, requestBody(entity, record, "create"), during);
            }
            const body = { ...requestBody(entity, record, "edit"), updatedAt: stored.updatedAt };
            return updateRecord(client, entity, stored._id, body, during);
          },
        }),
      { cancel: say("overlay.cancel"), language: entity.language, offersAtOnce: isHeld },
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

  function focusWrong(leaf: ReturnType<FormStore["refuse"]>): void {
    if (leaf !== undefined) focusField(store, leaf);
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
    const aside = store.aside();
    const [first, ...others] = store.waiting();
    if (first !== undefined && !((await mayGoWithout([first, ...others])) && isOpen())) {
      unlock();
      focusField(store, first);
      return;
    }
    setTrouble(undefined);
    const sent = store.record();
    const held = store.held();
    let answer: StoredRecord;
    try {
      answer = await send(held, aside);
    } catch (error) {
      unlock();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      await explain(error);
      return;
    }
    toasts.settle("save");
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
