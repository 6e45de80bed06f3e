import type { Json, StoredRecord } from "../../../model/record.ts";
import { PATIENCE, type PendingWork } from "../../../plugin/host.ts";
import { asJson } from "../../../record/json.ts";
import { asError, type Thrown } from "../../services/as-error.ts";
import type { Leaf } from "../state/field-views.ts";
import type { HeldWork } from "../state/form-store.ts";
import { type Tries, type Try, tell, WITHDRAWN } from "../state/save-attempts.ts";

export type FailedOutcome = Exclude<Outcome, { kind: "value" }>;

export interface FailedWork {
  readonly leaf: Leaf;
  readonly outcome: FailedOutcome;
}

/** Work that widgets held could not be done: nothing was sent. In the order of the page. */
export class PrepareFailure extends Error {
  override readonly name = "PrepareFailure";
  constructor(readonly works: readonly FailedWork[]) {
    super(works.map(({ leaf }) => leaf.path).join(", "));
  }
}

export interface SaveSteps {
  readonly held: readonly HeldWork[];
  readonly tries: Tries;
  readonly signal: AbortSignal;
  /** Share of the held work that is done, 0 to 1: told when it moved by a hundredth. */
  progress(share: number): void;
  /** Told at first and whenever one is done: what is still waited for, and what failed. */
  waits(left: readonly Leaf[], failed: readonly Leaf[]): void;
  /** Sends the record with what the held work came to, by dotted path. */
  send(values: ReadonlyMap<string, Json>, signal: AbortSignal): Promise<StoredRecord>;
}

/** One field's work in this save. */
interface Part extends HeldWork {
  readonly now: Try;
  /** Comes when its run is over, or its patience: until then it hears nothing, it might undo what still goes on. */
  readonly outcome: Promise<Outcome>;
}

/**
 * One save: all held work at once, then the record, then the work hears how it ended. Where one fails the others are
 * still waited for, so that the next try finds done what they have done. Rejects with `PrepareFailure`, with what `send`
 * rejected with, or, at once when the person gives up, with the signal's AbortError; held work stays ready for another try.
 * Work that is withdrawn while it is prepared is stopped, left out, and hears no more.
 */
export async function saveRecord(steps: SaveSteps): Promise<StoredRecord> {
  const { signal, send } = steps;
  const { parts, ends } = runAll(steps);
  let stored: StoredRecord;
  let outcomes: readonly Outcome[];
  try {
    outcomes = await Promise.all(ends);
    signal.throwIfAborted();
    stored = await send(valuesOf(parts, outcomes), signal);
  } catch (error) {
    for (const { work, now, outcome } of parts) {
      void outcome.then(() => {
        if (!isWithdrawn(now)) tell(work, "failed");
        now.heard(false);
      });
    }
    throw error;
  }
  for (const [index, { work, now }] of parts.entries()) {
    const isSaved = outcomes[index]?.kind === "value";
    if (isSaved) tell(work, "saved");
    now.heard(isSaved);
  }
  return stored;
}

function isWithdrawn({ signal }: Try): boolean {
  return signal.reason === WITHDRAWN;
}

function runAll({ held, tries, signal, progress, waits }: SaveSteps) {
  const shares = held.map(() => 0);
  const left = new Set(held.map(({ leaf }) => leaf));
  const failed = new Set<Leaf>();
  let shown: number | undefined;
  const report = (index: number, share: number) => {
    if (Number.isFinite(share)) shares[index] = Math.min(1, Math.max(0, share));
    const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length;
    const hundredths = Math.floor(mean * 100);
    if (hundredths === shown) return;
    shown = hundredths;
    progress(mean);
  };
  if (held.length > 0) waits([...left], []);
  const parts = held.map((each, index): Part => {
    const now = tries.begin(each.key, signal);
    return { ...each, now, outcome: runOne(each.work, now, (share) => report(index, share)) };
  });
  const ends = parts.map(async ({ leaf, now, outcome }, index) => {
    const end = await unlessStopped(outcome, now.signal);
    if (signal.aborted) return end;
    left.delete(leaf);
    if (end.kind !== "value" && !isWithdrawn(now)) failed.add(leaf);
    report(index, 1);
    waits([...left], [...failed]);
    return end;
  });
  return { parts, ends };
}

/** Never two runs at a time: one that nobody could stop is waited for. */
async function runOne(
  work: HeldWork["work"],
  now: Try,
  onProgress: (share: number) => void,
): Promise<Outcome> {
  if (now.earlier !== undefined) {
    if (!(await isOverInTime(now.earlier, work))) return { kind: "slow" };
    if (now.signal.aborted) return { kind: "stopped" };
  }
  const { outcome, settled } = prepareWork(work, now.signal, onProgress);
  now.settled(settled);
  return outcome;
}

function valuesOf(parts: readonly Part[], outcomes: readonly Outcome[]): ReadonlyMap<string, Json> {
  const values = new Map<string, Json>();
  const failed: FailedWork[] = [];
  for (const [index, { leaf, now }] of parts.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind === "value") values.set(leaf.path, outcome.value);
    else if (outcome !== undefined && !isWithdrawn(now)) failed.push({ leaf, outcome });
  }
  if (failed.length > 0) throw new PrepareFailure(failed);
  return values;
}

async function unlessStopped(outcome: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return { kind: "stopped" };
  let stop: () => void = () => {};
  const stopped = new Promise<Outcome>((resolve) => {
    stop = () => resolve({ kind: "stopped" });
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([outcome, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** How held work ended. `stopped`: nobody waits for it any more, whatever comes of it. */
type Outcome =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "failure"; readonly failure: Thrown }
  | { readonly kind: "slow" }
  | { readonly kind: "bug"; readonly error: Thrown }
  | { readonly kind: "stopped" };

interface Preparing {
  /** Comes when the work is over, or its patience. Never rejects. */
  readonly outcome: Promise<Outcome>;
  /** Comes when the work is over, however. */
  readonly settled: Promise<void>;
}

/** Runs held work once. Whoever gives up, the person by `signal` or the form by the work's patience: its own signal is aborted. */
function prepareWork(
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
async function isOverInTime(earlier: Promise<unknown>, work: PendingWork<Json>): Promise<boolean> {
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
