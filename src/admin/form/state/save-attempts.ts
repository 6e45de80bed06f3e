import type { Json } from "../../../model/record.ts";
import type { PendingWork } from "../../../plugin/host.ts";

/** One try of a save to bring held work home. */
export interface Try {
  /** Aborted when the person gives up the save, or the work is let go. */
  readonly signal: AbortSignal;
  /** The try before it, where that was not over: its run may go on. */
  readonly earlier: Promise<unknown> | undefined;
  /** What it began is over, however. */
  settled(run: Promise<void>): void;
  /** The work was told how it ended. */
  heard(isSaved: boolean): void;
}

/** What saves make of a form's held work. Lasts as long as the form. */
export interface Tries {
  begin(key: string, signal: AbortSignal): Try;
  /**
   * Nobody wants the work any more: stops a try that is under way, and tells it `left` as the last thing it hears, when
   * that is over; not where it was saved.
   */
  letGo(key: string, work: PendingWork<Json>): void;
  /**
   * The widget wants it no more: stops a try that is under way, whose save goes on without it. Not where the widget goes
   * with a form that is left.
   */
  withdraw(key: string): void;
  /** The form is left: as `letGo`, but what is under way may still be saved. */
  leave(key: string, work: PendingWork<Json>): void;
}

/** Why the signal of a try was aborted whose work its widget withdrew. */
export const WITHDRAWN = Symbol("withdrawn");

interface UnderWay {
  readonly stop: AbortController;
  /** Comes when its run is over and the work has heard of it: whether it was saved. */
  readonly over: Promise<boolean>;
  isLeft: boolean;
}

export function makeTries(): Tries {
  /** Kept where they were saved: nothing follows. */
  const tries = new Map<string, UnderWay>();

  function leave(key: string, work: PendingWork<Json>): void {
    const last = tries.get(key);
    if (last === undefined) {
      tell(work, "left");
      return;
    }
    last.isLeft = true;
    void last.over.then((isSaved) => {
      if (!isSaved) tell(work, "left");
    });
  }

  return {
    begin(key, signal) {
      const earlier = tries.get(key)?.over;
      const stop = new AbortController();
      const abort = () => stop.abort(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort);
      let run: Promise<unknown> = earlier ?? Promise.resolve();
      let heard: (isSaved: boolean) => void = () => {};
      const told = new Promise<boolean>((resolve) => {
        heard = resolve;
      });
      const over = told.then(async (isSaved) => {
        signal.removeEventListener("abort", abort);
        await run;
        if (!isSaved && tries.get(key) === underWay) tries.delete(key);
        return isSaved;
      });
      const underWay: UnderWay = { stop, over, isLeft: false };
      tries.set(key, underWay);
      return {
        signal: stop.signal,
        earlier,
        settled(next) {
          run = next;
        },
        heard,
      };
    },
    letGo(key, work) {
      tries.get(key)?.stop.abort();
      leave(key, work);
    },
    withdraw(key) {
      const last = tries.get(key);
      if (last?.isLeft === false) last.stop.abort(WITHDRAWN);
    },
    leave,
  };
}

/** Tells held work what became of it. One that fails to hear it changes nothing about it. */
export function tell(work: PendingWork<Json>, what: "saved" | "failed" | "left"): void {
  try {
    work[what]?.();
  } catch (bug) {
    reportError(bug);
  }
}
