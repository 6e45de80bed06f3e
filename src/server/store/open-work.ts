import type { ChangeOrigin } from "./journal.ts";

const NOT_AWAITED = "The transaction is over: something in it was not awaited.";

/** The operations of one transaction. */
interface OpenWork {
  /** Throws once the work is over. */
  refuseOver(): void;
  /** Notes that an operation is under way. */
  track<T>(operation: Promise<T>): Promise<T>;
}

/** Runs the work of a transaction. Settles only when all its operations have ended, so that none is under way when the next begins. */
export async function runOpenWork<T>(work: (open: OpenWork) => Promise<T>): Promise<T> {
  const underWay = new Set<Promise<unknown>>();
  let isOver = false;
  try {
    const value = await work({
      refuseOver() {
        if (isOver) throw new Error(NOT_AWAITED);
      },
      track(operation) {
        const tracked = operation.finally(() => underWay.delete(tracked));
        underWay.add(tracked);
        return tracked;
      },
    });
    if (underWay.size > 0) throw new Error(NOT_AWAITED);
    return value;
  } finally {
    isOver = true;
    await Promise.allSettled(underWay);
  }
}

/** The origin of an operation whose entry needs one. */
export function knownOrigin(origin: ChangeOrigin | undefined): ChangeOrigin {
  if (origin === undefined) throw new Error("This needs an origin.");
  return origin;
}
