import { ApiFailure, isAbort } from "../../admin/api/failure.ts";
import { PrepareFailure } from "../../admin/form/save/save-record.ts";
import type { OverlayStore, WorkContext } from "../../admin/services/overlay-store.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { PendingWork } from "../../plugin/host.ts";
import { readPath } from "../../record/path.ts";

/** How a save ended. */
export type PlayedSave =
  | {
      readonly saved: true;
      /** What the field is stored as. */
      readonly value: Json | undefined;
      /** The shares that `prepare` reported, from 0 to 1, and 1 for its end. */
      readonly progress: readonly number[];
    }
  | {
      readonly saved: false;
      /** What `prepare` rejected with, the refusal as an Error, or an AbortError where the save was cancelled. */
      readonly error: unknown;
      readonly progress: readonly number[];
    };

export interface SavePlan {
  /** The server refuses the record with this message, after `prepare` was done. */
  readonly refusal?: string;
  onProgress?(share: number): void;
}

/** What is known of one save. */
interface Attempt {
  readonly plan: SavePlan;
  readonly progress: number[];
  /** What `prepare` rejected with. */
  thrown?: { readonly error: unknown };
  /** What the server stored. */
  sent?: RecordData;
  failure?: { readonly error: unknown };
}

/** Plays saves of a form whose overlay, server and pending work are these, and records how each ended. */
export function makePlayedSaves() {
  let attempt: Attempt = { plan: {}, progress: [] };
  let running: Promise<PlayedSave> | undefined;

  function report(share: number): void {
    const { progress, plan } = attempt;
    if (share !== progress.at(-1)) progress.push(share);
    plan.onProgress?.(share);
  }

  return {
    /**
     * While a save is under way, answers that one.
     * @param path of the field
     * @param save the form's own; resolves when it is over, however it ended
     * @param notSent why the form did not send the record
     */
    play(plan: SavePlan, path: string, save: () => Promise<void>, notSent: () => string) {
      async function run(): Promise<PlayedSave> {
        const now: Attempt = { plan, progress: [] };
        attempt = now;
        await save();
        const { sent, failure, progress } = now;
        if (failure !== undefined) return { saved: false, ...failure, progress };
        if (sent !== undefined) return { saved: true, value: readPath(sent, path), progress };
        return { saved: false, error: new Error(notSent()), progress };
      }
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
    /** The server's part: answers what it stores, or refuses it. */
    store(body: object): object {
      const { refusal } = attempt.plan;
      if (refusal !== undefined) throw new ApiFailure("answer", refusal, { status: 409 });
      attempt.sent = { ...body };
      return body;
    },
    /** The only work that runs under the form's overlay is the save. */
    overlay: (overlays: OverlayStore): OverlayStore => ({
      ...overlays,
      async run(text, save, words) {
        const recorded = (context: WorkContext) => {
          const progress = (share: number) => {
            report(share);
            context.progress(share);
          };
          return save({ ...context, progress });
        };
        try {
          return await overlays.run(text, recorded, words);
        } catch (error) {
          attempt.failure = isAbort(error) ? { error } : (attempt.thrown ?? { error: reasonOf(error) });
          throw error;
        }
      },
    }),
    work: (work: PendingWork<Json>): PendingWork<Json> => ({
      ...work,
      async prepare(context) {
        // Work that was cancelled may reject during the next save.
        const own = attempt;
        try {
          return await work.prepare(context);
        } catch (error) {
          own.thrown = { error };
          throw error;
        }
      },
    }),
  };
}

/** Why a save failed in which `prepare` threw nothing. */
function reasonOf(error: unknown): unknown {
  const outcome = error instanceof PrepareFailure ? error.works[0]?.outcome : undefined;
  if (outcome?.kind === "bug") return outcome.error;
  if (outcome?.kind === "slow") return new Error("prepare reported nothing for longer than its patience.");
  return error;
}
