import type { Steps } from "../compiler/steps.ts";
import type { Effects } from "./effects.ts";

/** How long work runs before others have a turn. A single step may take longer. */
const MAX_SLICE_MS = 10;

/** For what has no effects given: the store. */
export const REAL_TURNS: Pick<Effects, "elapsed" | "turn"> = {
  elapsed: () => performance.now(),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
};

/** To be awaited between pieces of work: gives others a turn once `MAX_SLICE_MS` have passed since the last. */
export function turnWhenDue({ elapsed, turn } = REAL_TURNS): () => Promise<void> {
  let since = elapsed();
  return async () => {
    if (elapsed() - since < MAX_SLICE_MS) return;
    await turn();
    since = elapsed();
  };
}

/** Does all of it, with turns for others in between: for work beside a running server. */
export async function inTurns<T>(
  steps: Steps<T>,
  { elapsed, turn }: Pick<Effects, "elapsed" | "turn">,
): Promise<T> {
  let since = elapsed();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (elapsed() - since < MAX_SLICE_MS) continue;
    await turn();
    since = elapsed();
  }
}
