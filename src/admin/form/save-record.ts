import type { Json, StoredRecord } from "../../model/record.ts";
import type { HeldWork } from "./form-store.ts";
import type { Leaf } from "./leaves.ts";

/** The work that a widget held could not be done: nothing was sent. */
export class PrepareFailure extends Error {
  override readonly name = "PrepareFailure";
  constructor(
    readonly leaf: Leaf,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

export interface SaveSteps {
  readonly held: readonly HeldWork[];
  readonly signal: AbortSignal;
  /** Share of the held work that is done, 0 to 1. */
  progress(share: number): void;
  /** Sends the record with what the held work came to, by dotted path. */
  send(values: ReadonlyMap<string, Json>, signal: AbortSignal): Promise<StoredRecord>;
}

/**
 * One save: all held work at once, then the record, then the work hears how it ended. Rejects with `PrepareFailure`,
 * with what `send` rejected with, or with the signal's AbortError; held work stays ready for another try.
 */
export async function saveRecord({ held, signal, progress, send }: SaveSteps): Promise<StoredRecord> {
  let stored: StoredRecord;
  try {
    const values = await prepareAll(held, signal, progress);
    stored = await send(values, signal);
  } catch (error) {
    for (const { work } of held) tell(() => work.failed?.());
    throw error;
  }
  for (const { work } of held) tell(() => work.saved?.());
  return stored;
}

/** A widget that fails to hear how the save ended does not change how it ended. */
function tell(hear: () => void): void {
  try {
    hear();
  } catch (bug) {
    reportError(bug);
  }
}

async function prepareAll(
  held: readonly HeldWork[],
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<ReadonlyMap<string, Json>> {
  const shares = held.map(() => 0);
  const report = (index: number, share: number) => {
    shares[index] = Math.min(1, Math.max(0, share));
    progress(shares.reduce((sum, each) => sum + each, 0) / shares.length);
  };
  // All are waited for, also after one failed: none may still run when the next try begins.
  const results = await Promise.allSettled(
    held.map(async ({ work }, index) => {
      const value = await work.prepare({ signal, progress: (share) => report(index, share) });
      report(index, 1);
      return value;
    }),
  );
  signal.throwIfAborted();
  const values = new Map<string, Json>();
  for (const [index, result] of results.entries()) {
    const leaf = held[index]?.leaf;
    if (leaf === undefined) continue;
    if (result.status === "rejected") throw new PrepareFailure(leaf, result.reason);
    values.set(leaf.path, result.value);
  }
  return values;
}
