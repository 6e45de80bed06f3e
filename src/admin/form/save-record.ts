import type { Json, StoredRecord } from "../../model/record.ts";
import type { HeldWork } from "./form-store.ts";
import type { Leaf } from "./leaves.ts";
import { awaitEarlier, type Outcome, prepareWork } from "./prepare-work.ts";
import { tell } from "./tell.ts";

export type FailedOutcome = Exclude<Outcome, { kind: "value" | "stopped" }>;

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

/** Runs of a form's held work that are not over, by path: none is begun twice at a time. Lasts as long as the form. */
export type Unsettled = Map<string, Promise<void>>;

export interface SaveSteps {
  readonly held: readonly HeldWork[];
  readonly unsettled: Unsettled;
  readonly signal: AbortSignal;
  /** Whether the form is still there: what is held is given up when a save fails after it was left. */
  isOpen(): boolean;
  /** Share of the held work that is done, 0 to 1. */
  progress(share: number): void;
  /** Told at first and whenever one is done: what is still waited for, and what failed. */
  waits(left: readonly Leaf[], failed: readonly Leaf[]): void;
  /** Sends the record with what the held work came to, by dotted path. */
  send(values: ReadonlyMap<string, Json>, signal: AbortSignal): Promise<StoredRecord>;
}

/**
 * One save: all held work at once, then the record, then the work hears how it ended. Where one fails the others are
 * still waited for, so that the next try finds done what they have done. Rejects with `PrepareFailure`, with what `send`
 * rejected with, or, at once when the person gives up, with the signal's AbortError; held work stays ready for another try.
 */
export async function saveRecord(steps: SaveSteps): Promise<StoredRecord> {
  const { held, signal, isOpen, send } = steps;
  const outcomes = runAll(steps);
  let stored: StoredRecord;
  try {
    const values = valuesOf(held, await unlessAborted(Promise.all(outcomes), signal));
    signal.throwIfAborted();
    stored = await send(values, signal);
  } catch (error) {
    const isLeft = !isOpen();
    for (const [index, { work }] of held.entries()) {
      // Not while it still runs: what it hears then it might undo.
      void outcomes[index]?.then(() => {
        tell(work, "failed");
        if (isLeft) tell(work, "left");
      });
    }
    throw error;
  }
  for (const { work } of held) tell(work, "saved");
  return stored;
}

function runAll(steps: SaveSteps): readonly Promise<Outcome>[] {
  const { held, progress, waits } = steps;
  const shares = held.map(() => 0);
  const left = new Set(held.map(({ leaf }) => leaf));
  const failed = new Set<Leaf>();
  const report = (index: number, share: number) => {
    if (Number.isFinite(share)) shares[index] = Math.min(1, Math.max(0, share));
    progress(shares.reduce((sum, each) => sum + each, 0) / shares.length);
  };
  if (held.length > 0) waits([...left], []);
  return held.map(async (each, index) => {
    const outcome = await runOne(each, steps, (share) => report(index, share));
    left.delete(each.leaf);
    if (outcome.kind !== "value") failed.add(each.leaf);
    report(index, 1);
    waits([...left], [...failed]);
    return outcome;
  });
}

async function runOne(
  { leaf: { path }, work }: HeldWork,
  { unsettled, signal }: SaveSteps,
  onProgress: (share: number) => void,
): Promise<Outcome> {
  const earlier = unsettled.get(path);
  if (earlier !== undefined) {
    const end = await awaitEarlier(earlier, work, signal);
    if (end !== "over") return { kind: end };
  }
  const { outcome, settled } = prepareWork(work, signal, onProgress);
  unsettled.set(path, settled);
  void settled.then(() => {
    if (unsettled.get(path) === settled) unsettled.delete(path);
  });
  return outcome;
}

function valuesOf(held: readonly HeldWork[], outcomes: readonly Outcome[]): ReadonlyMap<string, Json> {
  const values = new Map<string, Json>();
  const failed: FailedWork[] = [];
  for (const [index, { leaf }] of held.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind === "value") values.set(leaf.path, outcome.value);
    else if (outcome !== undefined && outcome.kind !== "stopped") failed.push({ leaf, outcome });
  }
  if (failed.length > 0) throw new PrepareFailure(failed);
  return values;
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
