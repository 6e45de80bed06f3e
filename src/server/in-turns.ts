import type { Steps } from "../compiler/steps.ts";
import type { Effects } from "./effects.ts";

/** So long one piece of work may keep everyone else waiting, but for a single step that takes longer. */
const MAX_SLICE_MS = 10;

/** For what has no effects given: the store. */
export const REAL_TURNS: Pick<Effects, "elapsed" | "turn"> = {
  elapsed: () => performance.now(),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
};

/** Does all of it, with everyone else's turns in between: for work beside a running server. */
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
