import { AsyncLocalStorage } from "node:async_hooks";
import { describeError } from "../http/api-error.ts";

/** What of the process is needed to know of promises that fail and that nobody waits for. */
export interface RejectionSource {
  on(event: "unhandledRejection", listener: (reason: unknown) => void): unknown;
}

/** The folder of the plugin whose server hook runs: nothing else tells whose a promise is that nobody waits for. */
const running = new AsyncLocalStorage<string>();

/** Runs a plugin's code: a promise that it leaves behind is known as that plugin's. */
export function runAsPlugin<T>(folder: string, run: () => T): T {
  return running.run(folder, run);
}

/**
 * A promise that a plugin's server hook leaves to itself is logged when it fails, and ends the process for nobody. Any
 * other still ends it, as does what is thrown outside of any promise: nobody knows what it left undone.
 */
export function surviveUnawaited(process: RejectionSource, log: (text: string) => void): void {
  process.on("unhandledRejection", (reason) => {
    const folder = running.getStore();
    if (folder === undefined) throw reason;
    log(`${folder}: a promise failed that nobody waits for: ${describeError(reason)}`);
  });
}
