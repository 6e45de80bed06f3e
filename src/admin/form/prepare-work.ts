import { asJson } from "../../model/as-json.ts";
import type { Json } from "../../model/record.ts";
import { PATIENCE, type PendingWork } from "../../plugin/host.ts";
import { asError, type Thrown } from "../as-error.ts";

/** How held work ended. `stopped`: nobody waits for it any more, whatever comes of it. */
export type Outcome =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "failure"; readonly failure: Thrown }
  | { readonly kind: "slow" }
  | { readonly kind: "bug"; readonly error: Thrown }
  | { readonly kind: "stopped" };

export interface Preparing {
  /** Comes when the work is over, or its patience. Never rejects. */
  readonly outcome: Promise<Outcome>;
  /** Comes when the work is over, however. */
  readonly settled: Promise<void>;
}

/** Runs held work once. Whoever gives up, the person by `signal` or the form by the work's patience: its own signal is aborted. */
export function prepareWork(
  work: PendingWork<Json>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Preparing {
  const own = new AbortController();
  const stop = () => own.abort();
  const patience = startPatience(work);
  let isOver = false;

  async function run(): Promise<Outcome> {
    try {
      const value: unknown = await work.prepare({
        signal: own.signal,
        progress(share) {
          // Whoever was told to stop gets no more time.
          if (isOver || own.signal.aborted) return;
          patience.restart();
          onProgress(share);
        },
      });
      return { kind: "value", value: asJson(value) };
    } catch (error) {
      const thrown = asError(error);
      return thrown.kind === "failure"
        ? { kind: "failure", failure: thrown }
        : { kind: "bug", error: thrown };
    }
  }

  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  const running = run();
  const slow = patience.over.then((): Outcome => ({ kind: "slow" }));
  const outcome = Promise.race([running, slow]).then((first) => {
    isOver = true;
    patience.end();
    signal.removeEventListener("abort", stop);
    if (first.kind === "slow") stop();
    return first;
  });
  const over = () => undefined;
  return { outcome, settled: running.then(over, over) };
}

/** Waits within a work's patience for an earlier run of it that nobody stopped in time. */
export async function isOverInTime(earlier: Promise<unknown>, work: PendingWork<Json>): Promise<boolean> {
  const patience = startPatience(work);
  const isOver = await Promise.race([earlier.then(() => true), patience.over.then(() => false)]);
  patience.end();
  return isOver;
}

/** Longer, and the browser's timer ends at once. */
const LONGEST = 2 ** 31 - 1;

function startPatience({ patience = PATIENCE }: PendingWork<Json>) {
  let timer: ReturnType<typeof setTimeout>;
  let finish: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const begin = () => {
    timer = setTimeout(finish, Math.min(patience, LONGEST));
  };
  begin();
  return {
    over,
    restart() {
      clearTimeout(timer);
      begin();
    },
    end: () => clearTimeout(timer),
  };
}
