import type { Effects } from "../../effects.ts";

/** Thrown at whoever waited when a later one of the same name came. */
export class Superseded extends Error {
  constructor() {
    super("A later one came");
    this.name = "Superseded";
  }
}

/**
 * Runs one piece of work at a time. Of each name one waits at most, the latest: the one that waited before it rejects
 * with `Superseded`.
 */
export type LatestOnly = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Rests between two pieces for as long as the one before took: what else there is to do gets its share. */
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
        // a later one takes the place in the line of the one that gave way
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
