/**
 * Begins to measure. Answers the milliseconds since then for which this process worked: what other processes take of the
 * processor meanwhile does not count, so that tests may run beside each other.
 */
export function startWatch(): () => number {
  const began = performance.now();
  const usage = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(usage);
    return Math.min(performance.now() - began, (user + system) / 1000);
  };
}

/** How often others have their turn while something is done, and the longest that they wait for it, in milliseconds. */
export async function turnsDuring(
  work: () => Promise<unknown>,
): Promise<{ readonly turns: number; readonly longest: number }> {
  let [turns, longest] = [0, 0];
  let worked = startWatch();
  let isOver = false;
  const turn = () => {
    turns += 1;
    longest = Math.max(longest, worked());
    worked = startWatch();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await new Promise((resolve) => setImmediate(resolve));
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    isOver = true;
  }
  turn();
  return { turns, longest };
}
