import type { Json } from "../model/record.ts";
import { PATIENCE, type PendingWork } from "./host.ts";

/** How a save ended that a test or the gallery played. */
export type PlayedSave =
  | {
      readonly saved: true;
      /** What the field is stored as. */
      readonly value: Json | null | undefined;
      /** The shares that `prepare` told of. */
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

/** @param current what the field holds where no work is held */
export function makePlayedForm(current: () => Json | undefined): PlayedForm {
  let held: PendingWork<Json> | undefined;
  let stored: PendingWork<Json> | undefined;
  let running: { readonly end: Promise<PlayedSave>; readonly abort: AbortController } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function run(plan: SavePlan, abort: AbortController): Promise<PlayedSave> {
    const progress: number[] = [];
    const work = held;
    try {
      // A form never runs `prepare` twice at a time, also where the one before was given up and goes on all the same.
      await orAborted(last, abort.signal);
      let value = current();
      if (work !== undefined) {
        const done = prepare(work, abort, (share) => {
          progress.push(share);
          plan.onProgress?.(share);
        });
        last = done.catch(() => {});
        value = (await orAborted(done, abort.signal)) as Json | undefined;
      }
      abort.signal.throwIfAborted();
      if (plan.refusal !== undefined) throw new Error(plan.refusal);
      stored = work;
      work?.saved?.();
      return { saved: true, value, progress };
    } catch (error) {
      work?.failed?.();
      return { saved: false, error, progress };
    }
  }

  return {
    hold(work) {
      held = work;
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
      if (held !== undefined && held !== stored) held.left?.();
    },
  };
}

/** Runs the work until it is done, or no progress was heard of for longer than its patience. */
async function prepare(
  work: PendingWork<Json>,
  abort: AbortController,
  onProgress: (share: number) => void,
): Promise<Json | null> {
  const patience = work.patience ?? PATIENCE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => abort.abort(new Error(`prepare said nothing for ${patience} ms: it outlasted its patience.`)),
      patience,
    );
  };
  wait();
  try {
    return await work.prepare({
      signal: abort.signal,
      progress(share) {
        wait();
        onProgress(share);
      },
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Settles with the work, or rejects as soon as the signal is aborted. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const give = () => reject(signal.reason);
    signal.addEventListener("abort", give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}
