import { PrepareFailure, saveRecord } from "../../admin/form/save/save-record.ts";
import type { FormField } from "../../admin/form/state/field-views.ts";
import { makeSaveAttempts } from "../../admin/form/state/save-attempts.ts";
import { makeFields } from "../../compiler/resolve/make-fields.ts";
import type { Json, StoredRecord } from "../../model/record.ts";
import type { PendingWork, PrepareContext } from "../../plugin/host.ts";

/** How a save ended that a test or the gallery played. */
export type PlayedSave =
  | {
      readonly saved: true;
      /** What the field is stored as. */
      readonly value: Json | null | undefined;
      /** The shares that `prepare` told of, within 0 to 1; 1 when it was over. */
      readonly progress: readonly number[];
    }
  | {
      readonly saved: false;
      /** What `prepare` rejected with, the refusal as an Error, or an AbortError where the save was cancelled. */
      readonly error: unknown;
      readonly progress: readonly number[];
    };

export interface SavePlan {
  /** The server refuses the record with this sentence, after `prepare` was done. */
  readonly refusal?: string;
  onProgress?(share: number): void;
}

/** What a form does with the work that one field holds. */
export interface PlayedForm {
  hold(work: PendingWork<Json> | undefined): void;
  held(): PendingWork<Json> | undefined;
  /** One at a time: while a save is under way, the same one is answered. */
  save(plan?: SavePlan): Promise<PlayedSave>;
  cancelSave(): void;
  /** The form is left without saving; work that a save has stored does not hear of it. */
  leave(): void;
}

/**
 * Saves by the form's own steps.
 * @param path of the field
 * @param current what the field holds where no work is held
 */
export function makePlayedForm(path: string, current: () => Json | undefined): PlayedForm {
  const [field] = makeFields({ [path]: { type: "string" } }, []);
  if (field === undefined) throw new Error(`There is no field at "${path}".`);
  const formField: FormField = { path, field, tab: 0 };
  const attempts = makeSaveAttempts();
  /** Another after each that was stored: a form would be opened anew. */
  let key = 0;
  let held: PendingWork<Json> | undefined;
  let stored: PendingWork<Json> | undefined;
  let running: { readonly end: Promise<PlayedSave>; readonly abort: AbortController } | undefined;

  async function run(plan: SavePlan, { signal }: AbortController): Promise<PlayedSave> {
    const progress: number[] = [];
    const work = held;
    let value = current();
    let thrown: { readonly error: unknown } | undefined;
    const heard = work && {
      ...work,
      async prepare(context: PrepareContext) {
        try {
          return await work.prepare(context);
        } catch (error) {
          thrown = { error };
          throw error;
        }
      },
    };
    try {
      await saveRecord({
        pending: heard === undefined ? [] : [{ formField, key: String(key), work: heard }],
        attempts,
        signal,
        waits() {},
        progress(share) {
          if (share !== progress.at(-1)) progress.push(share);
          plan.onProgress?.(share);
        },
        async send(values) {
          if (plan.refusal !== undefined) throw new Error(plan.refusal);
          value = values.has(path) ? values.get(path) : value;
          stored = held === undefined ? undefined : work;
          return RECORD;
        },
      });
      key += 1;
      return { saved: true, value, progress };
    } catch (error) {
      if (!(error instanceof PrepareFailure)) return { saved: false, error, progress };
      return { saved: false, error: thrown === undefined ? reasonOf(error) : thrown.error, progress };
    }
  }

  return {
    hold(work) {
      held = work;
      if (work === undefined) attempts.withdraw(String(key));
    },
    held: () => held,
    save(plan = {}) {
      if (running !== undefined) return running.end;
      const abort = new AbortController();
      const end = run(plan, abort).finally(() => {
        running = undefined;
      });
      running = { end, abort };
      return end;
    },
    cancelSave() {
      running?.abort.abort();
    },
    leave() {
      running?.abort.abort();
      if (held !== undefined && held !== stored) attempts.leave(String(key), held);
    },
  };
}

/** What a server answers with; the form reads nothing of it here. */
const RECORD: StoredRecord = {
  _id: "played",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: null,
  isProtected: false,
};

/** What the one work failed with that threw nothing. */
function reasonOf({ works: [failed] }: PrepareFailure): Error {
  if (failed?.outcome.kind === "bug") return failed.outcome.error;
  return new Error("prepare said nothing for longer than its patience.");
}
