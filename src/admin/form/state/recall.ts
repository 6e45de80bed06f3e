import type { Json, RecordData } from "../../../model/record.ts";
import type { PendingWork } from "../../../plugin/host.ts";
import { readPath, writePath } from "../../../record/path.ts";
import type { DraftField } from "../../services/drafts.ts";
import { carryOver, type FormShape, type OrphanedValue, type OrphanedValues, typedIn } from "./carry-over.ts";
import type { FormField } from "./field-views.ts";
import { isSameValue } from "./form-values.ts";

/** What becomes of a field when a draft is restored. */
interface RecalledField {
  readonly formField: FormField;
  /** As the person would read it: of pending work what stands in for its value. */
  readonly shown: Json;
}

/** What a form would take of a draft. */
export interface Recalled {
  /** Those that would change, in the order of the page. */
  readonly changes: readonly RecalledField[];
  /** What is typed, by path. */
  readonly values: ReadonlyMap<string, Json>;
  /** The `draft` of pending work, by path. */
  readonly works: ReadonlyMap<string, unknown>;
  /** What was typed and has no place any more. */
  readonly orphaned: OrphanedValues;
  /** What pending work would have brought to fields that no longer have its widget. */
  readonly abandoned: OrphanedValues;
}

/**
 * @param form with the fields alone that the person may change
 * @param now what the form holds already
 */
export function recall(fields: readonly DraftField[], form: FormShape, now: RecordData): Recalled {
  let [initial, wanted]: [RecordData, RecordData] = [{}, {}];
  for (const { path, value, was } of fields) {
    initial = writePath(initial, path, was);
    wanted = writePath(wanted, path, value);
  }
  const formFields = fields.map(({ path, field }) => ({ path, field, tab: undefined }));
  const carried = carryOver({ formFields, initial, wanted }, form, new Map());
  const values = new Map(
    typedIn({ ...form, wanted: carried.wanted }).map(({ formField, value }) => [formField.path, value]),
  );
  const works = new Map<string, unknown>();
  const abandoned = new Map<string, OrphanedValue>();
  for (const { path, field, value, was, pending } of fields) {
    if (pending === undefined) continue;
    const { work, standIn } = pending;
    const there = form.formFields.find((formField) => formField.path === path)?.field;
    if (work !== undefined && there?.widget?.name === field.widget?.name) works.set(path, work);
    // Without work to go on with, all that there is may be in the value.
    else if (standIn !== undefined && (work !== undefined || isSameValue(value, was)))
      abandoned.set(path, { field, value: standIn });
  }
  const standIns = new Map(fields.map(({ path, pending }) => [path, pending?.standIn]));
  const changes = form.formFields.flatMap((formField) => {
    const { path } = formField;
    const before = readPath(now, path) ?? null;
    const value = values.get(path) ?? (values.has(path) ? null : before);
    if (works.has(path)) return [{ formField, shown: standIns.get(path) ?? value }];
    return isSameValue(value, before) ? [] : [{ formField, shown: value }];
  });
  return { changes, values, works, orphaned: carried.orphaned, abandoned };
}

/** Gives widgets the `draft` of their pending work back, also those that are not there yet. */
export function makeRestoredWorks() {
  const listeners = new Map<string, (draft: unknown) => void>();
  const waiting = new Map<string, unknown>();
  function hand(path: string): void {
    const listener = listeners.get(path);
    if (listener === undefined || !waiting.has(path)) return;
    const draft = waiting.get(path);
    waiting.delete(path);
    listener(draft);
  }
  return {
    give(path: string, draft: unknown): void {
      waiting.set(path, draft);
      hand(path);
    },
    listen(path: string, listener: (draft: unknown) => void): () => void {
      listeners.set(path, listener);
      hand(path);
      return () => {
        if (listeners.get(path) === listener) listeners.delete(path);
      };
    },
    /** Not taken yet. */
    waiting: waiting as ReadonlyMap<string, unknown>,
  };
}

interface UnsavedForm extends FormShape {
  readonly wanted: RecordData;
  readonly orphaned: OrphanedValues;
  readonly works: ReadonlyMap<string, PendingWork<Json>>;
  /** The `draft` of work that no widget has taken yet. */
  readonly waiting: ReadonlyMap<string, unknown>;
}

/** What was typed into a form or is pending in it, also in fields that are hidden, failed or removed now. */
export function unsavedIn(form: UnsavedForm): readonly DraftField[] {
  const { formFields, initial, wanted, orphaned, works, waiting } = form;
  const present = formFields.flatMap(({ path, field }): readonly DraftField[] => {
    const [value, was] = [readPath(wanted, path) ?? null, readPath(initial, path) ?? null];
    const work = works.get(path)?.draft ?? waiting.get(path);
    const standIn = works.get(path)?.standIn;
    const isPending = works.has(path) || waiting.has(path);
    if (!isPending && isSameValue(value, was)) return [];
    const pending = {
      ...(work === undefined ? {} : { work }),
      ...(standIn === undefined ? {} : { standIn }),
    };
    return [{ path, field, value, was, ...(isPending ? { pending } : {}) }];
  });
  const removed = [...orphaned].map(([path, { field, value }]) => ({ path, field, value, was: null }));
  return [...present, ...removed];
}
