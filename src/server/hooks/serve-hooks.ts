import type { AnyServerPlugin, ServerContext } from "../../plugin/server-hook.ts";
import { asJson, deepFreeze } from "../../record/json.ts";
import { pathOfPointer, segmentsOf, valueAt } from "../../record/path.ts";
import { leftBy } from "../unawaited.ts";
import {
  type FromThread,
  type Gate,
  type GateName,
  type HookCall,
  receivedError,
  sentError,
  type ToThread,
} from "./hook-messages.ts";

/** What of a thread's `parentPort` is needed. */
export interface HookPort {
  on(event: "message", listener: (message: ToThread) => void): unknown;
  postMessage(message: FromThread): void;
}

/**
 * Inside a thread: runs the hooks that the server asks for.
 * @param load the server hook of the plugin in a folder
 */
export function serveHooks(port: HookPort, load: (folder: string) => Promise<AnyServerPlugin>): void {
  const asked = new Map<number, { resolve(answer: unknown): void; reject(error: unknown): void }>();
  const gateOf = new WeakMap<object, number>();
  let lastId = 0;

  /** A gate of the server, for one call. */
  function ask(number: number, name: GateName, given: unknown): Promise<unknown> {
    lastId += 1;
    const id = lastId;
    const answer = new Promise((resolve, reject) => asked.set(id, { resolve, reject }));
    port.postMessage({ kind: "gate", number, id, name, given });
    // A hook that does not wait for it must not end the thread by its failure.
    answer.catch(() => undefined);
    return answer;
  }

  async function run(number: number, call: HookCall): Promise<void> {
    // The server answers what the types say.
    const gate: Gate = {
      findImage: (given) => ask(number, "findImage", given) as ReturnType<Gate["findImage"]>,
      storeImage: (given) => ask(number, "storeImage", given) as ReturnType<Gate["storeImage"]>,
    };
    try {
      const plugin = await load(call.folder);
      const ran = leftBy(call.folder, () => runHook(plugin, call, gate));
      // Nobody waits for these: a promise is no answer there.
      const answer = call.step === "images" || call.step === "convert" ? ran : await ran;
      // As JSON: what cannot be cloned is told as what it is.
      port.postMessage({
        kind: "answered",
        number,
        answer: answer === undefined ? undefined : asJson(answer),
      });
    } catch (error) {
      const id = typeof error === "object" && error !== null ? gateOf.get(error) : undefined;
      const gated = id === undefined ? {} : { gate: id };
      port.postMessage({ kind: "failed", number, error: sentError(error), ...gated });
    }
  }

  port.on("message", (message) => {
    if (message.kind === "call") {
      void run(message.number, message.call);
      return;
    }
    const waiting = asked.get(message.id);
    asked.delete(message.id);
    if (message.kind === "gate") waiting?.resolve(message.answer);
    else {
      const error = receivedError(message.error);
      gateOf.set(error, message.id);
      waiting?.reject(error);
    }
  });
}

function runHook(plugin: AnyServerPlugin, call: HookCall, gate: Gate): unknown {
  const { step, pointer, options } = call;
  const record = deepFreeze(call.record);
  const path = pathOfPointer(pointer);
  const context: ServerContext = Object.freeze({ options: deepFreeze(options), record, path, ...gate });
  if (step === "complete") return plugin.complete?.(context);
  const value = valueAt(record, segmentsOf(pointer));
  if (step === "images") return plugin.images?.(value);
  return step === "convert" ? plugin.convert?.(value, context.options) : plugin[step]?.(value, context);
}
