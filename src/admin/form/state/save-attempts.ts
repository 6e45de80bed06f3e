import type { Json } from "../../../model/record.ts";
import type { PendingWork } from "../../../plugin/host.ts";

/** One attempt of a save to prepare a piece of pending work. */
export interface SaveAttempt {
  /** Aborted when the person gives up the save, or the work is abandoned. */
  readonly signal: AbortSignal;
  /** The attempt before it, where that was not over: its run may go on. */
  readonly earlier: Promise<unknown> | undefined;
  /** What it began is over, however. */
  runs(run: Promise<void>): void;
  /** The work was told how it ended. */
  settled(isSaved: boolean): void;
}

/** What saves make of a form's pending work. Lasts as long as the form. */
export interface SaveAttempts {
  begin(key: string, signal: AbortSignal): SaveAttempt;
  /**
   * Nobody wants the work any more: stops an attempt that is under way, and notifies it of `left`, last, when
   * that is over; not where it was saved.
   */
  abandon(key: string, work: PendingWork<Json>): void;
  /**
   * The widget wants it no more: stops an attempt that is under way, whose save goes on without it. Not where the widget goes
   * with a form that is left.
   */
  withdraw(key: string): void;
  /** The form is left: as `abandon`, but what is under way may still be saved. */
  leave(key: string, work: PendingWork<Json>): void;
}

/** Why the signal of an attempt was aborted whose work its widget withdrew. */
export const WITHDRAWN = Symbol("withdrawn");

interface UnderWay {
  readonly stop: AbortController;
  /** Comes when its run is over and the work knows of it: whether it was saved. */
  readonly over: Promise<boolean>;
  isLeft: boolean;
}

export function makeSaveAttempts(): SaveAttempts {
  /** Kept where they were saved: nothing follows. */
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

/** Notifies pending work of what became of it. What its callback throws changes nothing. */
export function notify(work: PendingWork<Json>, what: "saved" | "failed" | "left"): void {
  try {
    work[what]?.();
  } catch (bug) {
    reportError(bug);
  }
}
