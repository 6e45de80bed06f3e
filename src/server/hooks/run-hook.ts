import { AsyncLocalStorage } from "node:async_hooks";
import type { AnyServerPlugin, ServerContext } from "../../plugin/server-hook.ts";
import { pathOfPointer, segmentsOf, valueAt } from "../../record/path.ts";
import { describeError } from "../http/api-error.ts";
import type { Gate, HookCall } from "./hook-messages.ts";

/** The folder of the plugin whose code runs: the only way to know whose promise failed that nobody awaits. */
const running = new AsyncLocalStorage<string>();

/** Runs a plugin's code. A promise that it leaves behind is known as that plugin's. */
export function runAsPlugin<T>(folder: string, run: () => T): T {
  return running.run(folder, run);
}

/** Runs one step of a plugin's server hook, here or inside a thread. The record and the options are frozen. */
export function runHook(hook: AnyServerPlugin, call: HookCall, { findImage, storeImage }: Gate): unknown {
  const { folder, step, pointer, record, options } = call;
  const path = pathOfPointer(pointer);
  const context: ServerContext = Object.freeze({ options, record, path, findImage, storeImage });
  const value = valueAt(record, segmentsOf(pointer));
  return runAsPlugin(folder, () => {
    if (step === "complete") return hook.complete?.(context);
    if (step === "images") return hook.images?.(value);
    return step === "convert" ? hook.convert?.(value, options) : hook[step]?.(value, context);
  });
}

/** What of the process is needed to see promises that fail and that nobody awaits. */
interface RejectionSource {
  on(event: "unhandledRejection", listener: (reason: unknown) => void): unknown;
}

/**
 * A promise that a plugin leaves behind is logged when it fails, and does not end the process. Any other promise still
 * ends it, as does an error thrown outside of a promise: nobody knows what it left undone.
 */
export function surviveUnawaited(process: RejectionSource, log: (text: string) => void): void {
  process.on("unhandledRejection", (reason) => {
    const folder = running.getStore();
    if (folder === undefined) throw reason;
    log(`${folder}: a promise failed that nobody waits for: ${describeError(reason)}`);
  });
}
