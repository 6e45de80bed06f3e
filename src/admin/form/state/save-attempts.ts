import type { Json } from "../../../model/record.ts";
import type { PendingWork } from "../../../plugin/host.ts";

/** One attempt of a save to prepare a piece of pending work. */
export interface SaveAttempt {
  /** Aborted when the person gives up the save, and when the work is abandoned. */
  readonly signal: AbortSignal;
  /** The attempt before it, where that has not ended: its run may go on. */
  readonly earlier: Promise<unknown> | undefined;
  /** Its run of the work, which may outlast the attempt. */
  runs(run: Promise<unknown>): void;
  /** The work was notified of how the save ended. */
  settled(isSaved: boolean): void;
}

/** The attempts to prepare a form's pending work, as long as the form is open. */
export interface SaveAttempts {
  begin(key: string, signal: AbortSignal): SaveAttempt;
  /** The work is not wanted any more: stops its attempt, then notifies the work of `left`, unless it was saved. */
  abandon(key: string, work: PendingWork<Json>): void;
  /** The widget withdraws its work: stops its attempt, whose save goes on without it. Not once the form was left. */
  withdraw(key: string): void;
  /** The form is left: as `abandon`, but an attempt goes on and may still be saved. */
  leave(key: string, work: PendingWork<Json>): void;
}

/** Why the signal of an attempt was aborted: the widget withdrew the work. */
export const WITHDRAWN = Symbol("withdrawn");

interface UnderWay {
  readonly stop: AbortController;
  /** Resolves when its run has ended and the work was notified: whether it was saved. */
  readonly over: Promise<boolean>;
  isLeft: boolean;
}

export function makeSaveAttempts(): SaveAttempts {
  /** Those that were saved stay. */
  const attempts = new Map<string, UnderWay>();

  function leave(key: string, work: PendingWork<Json>): void {
    const last = attempts.get(key);
    if (last === undefined) {
      notify(work, "left");
      return;
    }
    last.isLeft = true;
    void last.over.then((isSaved) => {
      if (!isSaved) notify(work, "left");
    });
  }

  return {
    begin(key, signal) {
      const earlier = attempts.get(key)?.over;
      const stop = new AbortController();
      const abort = () => stop.abort(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort);
      let run: Promise<unknown> = earlier ?? Promise.resolve();
      let settled: (isSaved: boolean) => void = () => {};
      const settling = new Promise<boolean>((resolve) => {
        settled = resolve;
      });
      const over = settling.then(async (isSaved) => {
        signal.removeEventListener("abort", abort);
        await run;
        if (!isSaved && attempts.get(key) === underWay) attempts.delete(key);
        return isSaved;
      });
      const underWay: UnderWay = { stop, over, isLeft: false };
      attempts.set(key, underWay);
      return {
        signal: stop.signal,
        earlier,
        runs(next) {
          run = next;
        },
        settled,
      };
    },
    abandon(key, work) {
      attempts.get(key)?.stop.abort();
      leave(key, work);
    },
    withdraw(key) {
      const last = attempts.get(key);
      if (last?.isLeft === false) last.stop.abort(WITHDRAWN);
    },
    leave,
  };
}

/** Notifies pending work of how the save ended. What its callback throws is only reported. */
export function notify(work: PendingWork<Json>, what: "saved" | "failed" | "left"): void {
  try {
    work[what]?.();
  } catch (bug) {
    reportError(bug);
  }
}
