import { vi } from "vitest";
import { PrepareFailure, saveRecord } from "../../../../src/admin/form/save/save-record.ts";
import type { FormField } from "../../../../src/admin/form/state/field-views.ts";
import type { FieldWork } from "../../../../src/admin/form/state/form-store.ts";
import { makeSaveAttempts, type SaveAttempts } from "../../../../src/admin/form/state/save-attempts.ts";
import type { Json, StoredRecord } from "../../../../src/model/record.ts";
import type { PendingWork, PrepareContext } from "../../../../src/plugin/host.ts";
import { library } from "../library.ts";

export const STORED: StoredRecord = {
  _id: "b1",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: null,
  updatedById: null,
  isProtected: false,
};

const config = await library();
const field = config.entities.get("books")?.fields[0];
const formFieldAt = (path: string): FormField => {
  if (field === undefined) throw new Error("no field");
  return { path, field, tab: 0 };
};

/** Work of one field whose runs the test ends. */
export function work(path: string, log: string[], more: Partial<PendingWork<Json>> = {}) {
  const runs: { context: PrepareContext; resolve(value: Json): void; reject(error: unknown): void }[] = [];
  const pending: FieldWork = {
    formField: formFieldAt(path),
    key: path,
    work: {
      prepare(context) {
        log.push(`${path} begins`);
        return new Promise<Json>((resolve, reject) => runs.push({ context, resolve, reject }));
      },
      saved: () => log.push(`${path} saved`),
      failed: () => log.push(`${path} failed`),
      left: () => log.push(`${path} left`),
      ...more,
    },
  };
  return { pending, run: (index = 0) => runs[index] ?? fail(), begun: () => runs.length };
}

function fail(): never {
  throw new Error("It has not begun.");
}

/** A save that has begun, and what it has told so far. */
export interface BegunSave {
  readonly ended: Promise<unknown>;
  readonly stop: AbortController;
  readonly sent: ReadonlyMap<string, Json>[];
  readonly waited: string[];
  readonly shares: number[];
}

export function begin(
  pending: readonly FieldWork[],
  attempts: SaveAttempts = makeSaveAttempts(),
  isHeld = () => false,
): BegunSave {
  const stop = new AbortController();
  const sent: ReadonlyMap<string, Json>[] = [];
  const waited: string[] = [];
  const shares: number[] = [];
  const paths = (formFields: readonly FormField[]) => formFields.map(({ path }) => path).join();
  const ended = saveRecord({
    pending,
    attempts,
    signal: stop.signal,
    isHeld,
    progress: (share) => shares.push(share),
    waits: (left, failed) =>
      waited.push(failed.length === 0 ? paths(left) : `${paths(left)}!${paths(failed)}`),
    async send(values) {
      sent.push(values);
      return STORED;
    },
  }).catch((error: unknown) => error);
  return { ended, stop, sent, waited, shares };
}

export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** All that follows at once has happened. */
export const settle = () => pass(0);

/** What each work came to of which the save failed; any other error is thrown. */
export async function failure(save: BegunSave) {
  const error = await save.ended;
  if (!(error instanceof PrepareFailure)) throw error;
  return error.works.map(({ formField, outcome }) => `${formField.path} ${outcome.kind}`);
}
