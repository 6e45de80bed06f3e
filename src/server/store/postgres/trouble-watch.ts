import type { StoreTrouble } from "../store.ts";
import { NotStoredError, UnknownOutcomeError } from "../store-errors.ts";
import { isAway } from "./connection.ts";

/** How often the database is tried while it cannot be written. */
const PROBE_MS = 2000;

interface TroubleOptions {
  /** Writes something; rejects as a write does. */
  readonly probe: () => Promise<void>;
  readonly report: ((trouble: StoreTrouble | undefined) => void) | undefined;
}

/** Reports when writes begin to fail because of the database, and when they are possible again. */
export function makeTroubleWatch({ probe, report }: TroubleOptions) {
  let trouble: StoreTrouble | undefined;
  let timer: NodeJS.Timeout | undefined;

  function found(now: StoreTrouble | undefined): void {
    if (now === trouble) return;
    trouble = now;
    report?.(now);
    clearTimeout(timer);
    if (now !== undefined) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      probe().then(
        () => found(undefined),
        (error: unknown) => {
          if (troubleIn(error) === undefined) found(undefined);
          else schedule();
        },
      );
    }, PROBE_MS);
    timer.unref();
  }

  return {
    /** A read has failed. */
    noteAway: (): void => found("away"),
    async during<T>(work: () => Promise<T>): Promise<T> {
      try {
        const value = await work();
        found(undefined);
        return value;
      } catch (error) {
        const now = troubleIn(error);
        if (now !== undefined) found(now);
        throw error;
      }
    },
    close: (): void => clearTimeout(timer),
  };
}

function troubleIn(error: unknown): StoreTrouble | undefined {
  if (error instanceof UnknownOutcomeError) return "away";
  if (!(error instanceof NotStoredError)) return undefined;
  return isAway(error.cause) ? "away" : error.trouble;
}
