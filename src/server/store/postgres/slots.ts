/** Lets so many pieces of work run at once; the others wait in the order asked. */
export function makeSlots(most: number) {
  const waiting: { readonly begin: () => void; readonly refuse: (reason: Error) => void }[] = [];
  const underWay = new Set<Promise<unknown>>();
  let running = 0;

  async function take(): Promise<void> {
    if (running < most) {
      running += 1;
      return;
    }
    await new Promise<void>((begin, refuse) => waiting.push({ begin, refuse }));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.begin();
  }

  function watch<T>(result: Promise<T>): Promise<T> {
    const end = () => void underWay.delete(result);
    underWay.add(result);
    result.then(end, end);
    return result;
  }

  return {
    run: <T>(work: () => Promise<T>): Promise<T> => watch(take().then(() => work().finally(leave))),
    /** Work that needs no slot, and that is waited for like the others. */
    alongside: watch,
    /** Until all has ended that was begun. */
    ended: (): Promise<unknown> => Promise.allSettled(underWay),
    /** Those that wait do not begin any more. */
    refuseWaiting(reason: Error): void {
      for (const { refuse } of waiting.splice(0)) refuse(reason);
    },
  };
}
