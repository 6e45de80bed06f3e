import type { Steps } from "../../../../compiler/steps.ts";
import { REAL_TURNS } from "../../../in-turns.ts";
import type { Context } from "../context.ts";
import type { Connection } from "../driver.ts";

/** Runs long work in steps, so that others are served meanwhile; all steps read the same state. */
export type RunSteps = <T>(work: (context: Context) => Steps<T>) => Promise<T>;

/** Runs one work after another on the connection, each in its own read transaction. `context` throws once the store is closed. */
export function makeSnapshots(
  connection: Connection,
  context: () => Context,
): { readonly run: RunSteps; ended(): Promise<unknown> } {
  let queue: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const result = queue.then(async () => {
        // Before any `await`, so that the tables fit the state that the first step reads.
        const steps = work(context());
        connection.exec("begin");
        try {
          return await runStepwise(steps, context);
        } finally {
          connection.exec("rollback");
        }
      });
      queue = result.catch(() => undefined);
      return result;
    },
    ended: () => queue,
  };
}

/** Gives a turn of the event loop after each step. `context` throws once the work is over. */
export async function runStepwise<T>(steps: Steps<T>, context: () => unknown): Promise<T> {
  for (;;) {
    context();
    const { done, value } = steps.next();
    if (done === true) return value;
    await REAL_TURNS.turn();
  }
}
