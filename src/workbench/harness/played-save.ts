import { ApiFailure, isAbort } from "../../admin/api/failure.ts";
import { PrepareFailure } from "../../admin/form/save/save-record.ts";
import type { OverlayStore } from "../../admin/services/overlay-store.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { PendingWork } from "../../plugin/host.ts";
import { readPath } from "../../record/path.ts";

/** How a save ended. */
export type PlayedSave =
  | {
      readonly saved: true;
      /** What the field is stored as. */
      readonly value: Json | null | undefined;
      /** The shares that `prepare` reported, within 0 to 1; 1 when it was over. */
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

/** Plays saves of a form whose overlay, server and pending work are these, and notes how each ended. */
export interface PlayedSaves {
  /**
   * One at a time: while a save is under way, the same one is answered.
   * @param path of the field
   * @param save the form's own; resolves when it is over, however
   * @param notSent why the form did not send the record
   */
  play(plan: SavePlan, path: string, save: () => Promise<void>, notSent: () => string): Promise<PlayedSave>;
  /** The server's part: answers what is stored, or refuses it. */
  store(body: object): object;
  overlay(overlays: OverlayStore): OverlayStore;
  work(work: PendingWork<Json>): PendingWork<Json>;
}

export function makePlayedSaves(): PlayedSaves {
  let attempt: Attempt = { plan: {}, progress: [] };
  let running: Promise<PlayedSave> | undefined;

  function report(share: number): void {
    const { progress, plan } = attempt;
    if (share !== progress.at(-1)) progress.push(share);
    plan.onProgress?.(share);
  }

  return {
    play(plan, path, save, notSent) {
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
    store(body) {
      const { refusal } = attempt.plan;
      if (refusal !== undefined) throw new ApiFailure("answer", refusal, { status: 409 });
      attempt.sent = { ...body };
      return body;
    },
    // The one work under the overlay is the save.
    overlay: (overlays) => ({
      ...overlays,
      async run(text, save, words) {
        try {
          const over = (context: Parameters<typeof save>[0]) =>
            save({
              ...context,
              progress(share) {
                report(share);
                context.progress(share);
              },
            });
          return await overlays.run(text, over, words);
        } catch (error) {
          attempt.failure = isAbort(error) ? { error } : (attempt.thrown ?? { error: reasonOf(error) });
          throw error;
        }
      },
    }),
    work: (work) => ({
      ...work,
      async prepare(context) {
        try {
          return await work.prepare(context);
        } catch (error) {
          attempt.thrown = { error };
          throw error;
        }
      },
    }),
  };
}

/** What a save failed with; for work that threw nothing, what became of it. */
function reasonOf(error: unknown): unknown {
  const outcome = error instanceof PrepareFailure ? error.works[0]?.outcome : undefined;
  if (outcome?.kind === "bug") return outcome.error;
  if (outcome?.kind === "slow") return new Error("prepare said nothing for longer than its patience.");
  return error;
}
