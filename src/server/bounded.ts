/** Runs work so that at most `limit` pieces are under way at once; the others wait in the order in which they came. */
export function bounded(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((turn) => waiting.push(turn));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that no newcomer takes it in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
