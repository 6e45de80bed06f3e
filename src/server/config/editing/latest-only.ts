import type { Effects } from "../../effects.ts";

/** Later work of the same name took its place in the queue. */
export class Superseded extends Error {
  constructor() {
    super("A later one came");
    this.name = "Superseded";
  }
}

/** Runs one piece of work at a time. Of each name only the latest waits; earlier waiting ones reject with `Superseded`. */
type LatestOnly = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Pauses after each piece for as long as it took: half of the time is left for everything else. */
export function latestOnly({ elapsed, wait }: Pick<Effects, "elapsed" | "wait">): LatestOnly {
  const waiting = new Map<string, { start(): void; giveWay(): void }>();
  let isBusy = false;

  async function startNext(took: number): Promise<void> {
    await wait(took);
    const [name, next] = [...waiting][0] ?? [];
    if (name === undefined) isBusy = false;
    else {
      waiting.delete(name);
      next?.start();
    }
  }

  return async (name, work) => {
    if (isBusy) {
      await new Promise<void>((start, reject) => {
        waiting.get(name)?.giveWay();
        // A Map keeps the position of a key: later work takes the earlier one's place.
        waiting.set(name, { start, giveWay: () => reject(new Superseded()) });
      });
    }
    isBusy = true;
    const started = elapsed();
    try {
      return await work();
    } finally {
      void startNext(elapsed() - started);
    }
  };
}
