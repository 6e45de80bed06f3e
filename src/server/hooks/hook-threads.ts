import { Worker } from "node:worker_threads";
import { HOOK_TIMEOUT_MS } from "../../plugin/server-hook.ts";
import { bounded } from "../bounded.ts";
import type { Effects } from "../effects.ts";
import {
  type FromThread,
  type Gate,
  type HookCall,
  ReceivedError,
  sentError,
  type ToThread,
} from "./hook-messages.ts";

/** A hook did not answer before its timeout. */
export class HookTimeout extends Error {
  constructor() {
    super(`It did not settle within ${HOOK_TIMEOUT_MS / 1000} seconds.`);
  }
}

interface HookOutcome {
  readonly answer: unknown;
  /** How long it ran, without the wait for a free thread. */
  readonly milliseconds: number;
}

/** Runs server hooks beside the event loop. A hook that does not settle in time, even an endless loop, ends with its thread. */
export interface HookThreads {
  /** Rejects with HookTimeout, with what the hook threw, and with the very error that a gate refused it with. */
  run(call: HookCall, gate: Gate, timeoutMs: number): Promise<HookOutcome>;
  close(): Promise<void>;
}

interface HookThreadOptions {
  /** The module that calls `serveHooks`. */
  readonly module: URL;
  readonly effects: Pick<Effects, "wait" | "elapsed">;
  readonly log: (text: string) => void;
}

/** Each may occupy a processor. */
const MAX_THREADS = 2;
/** Ends the thread of a hook that allocates step by step without end. One allocation of too much ends the process. */
const MAX_HEAP_MB = 512;

export function openHookThreads(options: HookThreadOptions): HookThreads {
  const inTurn = bounded(MAX_THREADS);
  const all = new Set<Thread>();
  let idle: Thread | undefined;

  /** One idle thread is kept for the next call. */
  async function release(thread: Thread): Promise<void> {
    if (thread.isAlive() && idle === undefined) idle = thread;
    else {
      all.delete(thread);
      await thread.end();
    }
  }
  return {
    run: (call, gate, timeoutMs) =>
      inTurn(async () => {
        const thread = idle?.isAlive() === true ? idle : startThread(options);
        idle = undefined;
        all.add(thread);
        try {
          return await thread.run(call, gate, timeoutMs);
        } finally {
          await release(thread);
        }
      }),
    async close() {
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}

type Thread = ReturnType<typeof startThread>;

function startThread({ module, effects, log }: HookThreadOptions) {
  const worker = new Worker(module, {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    execArgv: [],
  });
  // An idle thread keeps no process alive.
  worker.unref();
  let isAlive = true;
  let number = 0;
  let current: ((message: FromThread) => void) | undefined;
  let broke: ((error: unknown) => void) | undefined;
  const post = (message: ToThread) => worker.postMessage(message);

  worker.on("message", (message: FromThread) => {
    if (message.kind === "log") log(message.text);
    else if (message.number === number && current !== undefined) current(message);
    else if (message.kind === "gate") {
      const error = sentError(new Error("The call of the server hook is over."));
      post({ kind: "gateFailed", id: message.id, error });
    }
  });
  const die = (error: unknown) => {
    isAlive = false;
    broke?.(error);
  };
  worker.on("error", die);
  worker.on("exit", () => die(new Error("It ended its thread.")));

  function answerOf(call: HookCall, gate: Gate): Promise<unknown> {
    const refusals = new Map<number, unknown>();
    return new Promise((resolve, reject) => {
      broke = reject;
      current = (message) => {
        if (message.kind === "answered") resolve(message.answer);
        else if (message.kind === "failed") {
          const { gate: id, error } = message;
          reject(id !== undefined && refusals.has(id) ? refusals.get(id) : new ReceivedError(error));
        } else if (message.kind === "gate") {
          const { id, name, given } = message;
          // A plugin may give anything: the gate checks it.
          gate[name](given as never).then(
            (answer: unknown) => post({ kind: "gate", id, answer }),
            (error: unknown) => {
              refusals.set(id, error);
              post({ kind: "gateFailed", id, error: sentError(error) });
            },
          );
        }
      };
      number += 1;
      post({ kind: "call", number, call });
    });
  }

  return {
    isAlive: () => isAlive,
    async run(call: HookCall, gate: Gate, timeoutMs: number): Promise<HookOutcome> {
      const start = effects.elapsed();
      const settled = new AbortController();
      const late = effects.wait(timeoutMs, settled.signal).then(() => {
        throw new HookTimeout();
      });
      // It rejects when it is aborted, because the answer came first.
      late.catch(() => undefined);
      try {
        const answer = await Promise.race([answerOf(call, gate), late]);
        return { answer, milliseconds: effects.elapsed() - start };
      } catch (error) {
        // Ends an endless loop too.
        if (error instanceof HookTimeout) {
          isAlive = false;
          await worker.terminate();
        }
        throw error;
      } finally {
        current = undefined;
        broke = undefined;
        settled.abort();
      }
    },
    end() {
      isAlive = false;
      return worker.terminate();
    },
  };
}
