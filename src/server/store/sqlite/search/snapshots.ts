import type { Steps } from "../../../../compiler/steps.ts";
import type { Context } from "../context.ts";
import type { Connection } from "../driver.ts";

/** Runs what takes long so that others are served meanwhile, and that all of it reads one state. */
export type RunSteps = <T>(work: (context: Context) => Steps<T>) => Promise<T>;

/** One connection's work, one after another, each in a read transaction of its own. `context` throws once the store is closed. */
export function makeSnapshots(
  connection: Connection,
  context: () => Context,
): { readonly run: RunSteps; ended(): Promise<void> } {
  let queue: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const result = queue.then(async () => {
        // The tables of this moment, and the state that the first step reads, belong to each other.
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
    async ended() {
      await queue;
    },
  };
}

/** The steps with a turn of the event loop after each. `context` throws once the work is over. */
export async function runStepwise<T>(steps: Steps<T>, context: () => unknown): Promise<T> {
  for (;;) {
    context();
    const { done, value } = steps.next();
    if (done === true) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
