import type { AnyServerPlugin } from "../../plugin/server-hook.ts";
import { asJson, deepFreeze } from "../../record/json.ts";
import {
  type FromThread,
  type Gate,
  type GateName,
  type HookCall,
  ReceivedError,
  type SentError,
  sentError,
  type ToThread,
} from "./hook-messages.ts";
import { runHook } from "./run-hook.ts";

/** A refusal of a gate. Where a hook fails with it, the server finds its own error by the id of the gate's call. */
class GateError extends ReceivedError {
  constructor(
    readonly gate: number,
    sent: SentError,
  ) {
    super(sent);
  }
}

/** What of a thread's `parentPort` is needed. */
interface HookPort {
  on(event: "message", listener: (message: ToThread) => void): unknown;
  postMessage(message: FromThread): void;
}

/**
 * Inside a thread: runs the hooks that the server asks for.
 * @param load the server hook of the plugin in a folder
 */
export function serveHooks(port: HookPort, load: (folder: string) => Promise<AnyServerPlugin>): void {
  const asked = new Map<number, { resolve(answer: unknown): void; reject(error: unknown): void }>();
  let lastId = 0;

  /** Asks a gate of the server, for one call. */
  function ask(number: number, name: GateName, given: unknown): Promise<unknown> {
    lastId += 1;
    const id = lastId;
    const answer = new Promise((resolve, reject) => asked.set(id, { resolve, reject }));
    port.postMessage({ kind: "gate", number, id, name, given });
    // A hook that does not await it must not end the thread by its failure.
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
      const ran = runHook(await load(call.folder), deepFreeze(call), gate);
      // These two are synchronous: a promise is no answer of theirs.
      const answer = call.step === "images" || call.step === "convert" ? ran : await ran;
      // As JSON: an error names what cannot be cloned.
      const json = answer === undefined ? undefined : asJson(answer);
      port.postMessage({ kind: "answered", number, answer: json });
    } catch (error) {
      const gated = error instanceof GateError ? { gate: error.gate } : {};
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
    else waiting?.reject(new GateError(message.id, message.error));
  });
}
