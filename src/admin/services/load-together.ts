import { asError, type Thrown } from "./as-error.ts";
import { LoadFailure } from "./code-loader.ts";

/** How long a first paint waits for all its code, so that nothing is drawn twice. */
const FIRST_PAINT_TIMEOUT_MS = 3000;
/** How long the place of code that is loading stays empty. */
export const LOAD_TIMEOUT_MS = 20_000;

/**
 * Loads code side by side. Calls `show` with what failed, by name: when all has ended or after `FIRST_PAINT_TIMEOUT_MS`,
 * then whenever more has ended. Answers how to stop.
 */
export function loadTogether(
  names: readonly string[],
  load: (name: string) => Promise<unknown>,
  show: (failures: ReadonlyMap<string, Thrown>) => void,
): () => void {
  const failures = new Map<string, Thrown>();
  const left = new Set(names);
  let isShown = false;
  let isStopped = false;

  function showNow() {
    isShown = true;
    if (!isStopped) show(new Map(failures));
  }
  async function loadOne(name: string) {
    try {
      await load(name);
      failures.delete(name);
    } catch (error) {
      failures.set(name, asError(error));
    }
    left.delete(name);
    if (isShown || left.size === 0) showNow();
  }
  if (left.size === 0) showNow();
  for (const name of left) void loadOne(name);

  const timers = [
    setTimeout(() => !isShown && showNow(), FIRST_PAINT_TIMEOUT_MS),
    setTimeout(() => {
      for (const name of left) failures.set(name, new LoadFailure(1, "It takes too long."));
      if (left.size > 0) showNow();
    }, LOAD_TIMEOUT_MS),
  ];
  return () => {
    isStopped = true;
    timers.forEach(clearTimeout);
  };
}
