import { asJson } from "../../model/as-json.ts";
import type { Json } from "../../model/record.ts";
import { FieldFailure } from "../../plugin/field-failure.ts";
import { PATIENCE, type PendingWork } from "../../plugin/host.ts";
import { asError } from "../as-error.ts";

/** How held work ended. `stopped`: the person gave up waiting, whatever came of it. */
export type Outcome =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "failure"; readonly failure: FieldFailure }
  | { readonly kind: "slow" }
  | { readonly kind: "bug"; readonly error: Error }
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
          if (isOver) return;
          patience.restart();
          onProgress(share);
        },
      });
      return signal.aborted ? { kind: "stopped" } : { kind: "value", value: asJson(value) };
    } catch (error) {
      if (signal.aborted) return { kind: "stopped" };
      return error instanceof FieldFailure
        ? { kind: "failure", failure: error }
        : { kind: "bug", error: asError(error) };
    }
  }

  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  const running = run();
  const slow = patience.over.then((): Outcome => (signal.aborted ? { kind: "stopped" } : { kind: "slow" }));
  const outcome = Promise.race([running, slow]).then((first) => {
    isOver = true;
    patience.end();
    signal.removeEventListener("abort", stop);
    if (first.kind === "slow") stop();
    return first;
  });
  return { outcome, settled: running.then(() => undefined) };
}

/** Waits within a work's patience for an earlier run of it that nobody stopped in time. */
export async function awaitEarlier(
  earlier: Promise<void>,
  work: PendingWork<Json>,
  signal: AbortSignal,
): Promise<"over" | "slow" | "stopped"> {
  const patience = startPatience(work);
  const stopped = new Promise<"stopped">((resolve) => {
    signal.addEventListener("abort", () => resolve("stopped"), { once: true });
  });
  const end = await Promise.race([
    earlier.then(() => "over" as const),
    patience.over.then(() => "slow" as const),
    stopped,
  ]);
  patience.end();
  return end;
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
