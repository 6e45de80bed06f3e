import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { MessageName } from "../../model/message-keys.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FoundPlugin } from "../../plugin/registry.ts";
import { type AnyServerPlugin, HALF_PATIENCE, type ServerContext } from "../../plugin/server-half.ts";
import { ApiError } from "../api-error.ts";
import type { Effects } from "../effects.ts";
import { sentence } from "../sentence.ts";
import { leftBy } from "../unawaited.ts";
import { labelOf } from "./field-refusal.ts";
import type { PlacedField } from "./field-walk.ts";
import { isThenable } from "./half-answer.ts";

/** A field whose widget has a part on the server. */
export interface FieldHalf {
  readonly placed: PlacedField;
  readonly plugin: FoundPlugin;
  readonly server: AnyServerPlugin;
  readonly options: Readonly<Record<string, Json>>;
}

export type ImageGate = Pick<ServerContext, "findImage" | "storeImage">;
/** The gate of one value: what it refuses stands at the value's place. */
export type ImageGates = (placed: PlacedField, pointer: string) => ImageGate;

/** The write that halves are called for. */
export interface HalfCalls {
  readonly config: Config;
  readonly entity: Entity;
  readonly effects: Pick<Effects, "wait" | "elapsed">;
  /** Milliseconds that the halves took so far: all calls of a half in one write share its patience. */
  readonly spent: Map<FieldHalf, number>;
  readonly gates: ImageGates;
}

/** One call of a half, for the value at `pointer`. */
interface HalfCall<T> {
  readonly half: FieldHalf;
  readonly step: "complete" | "clean" | "check";
  readonly pointer: string;
  /** Frozen: what a half does to it must not reach the write. */
  readonly record: RecordData;
  run(context: ServerContext): unknown;
  /** Throws for what is no answer. */
  read(answer: unknown): T;
}

/**
 * Calls a half so that nothing that it does wrong goes further than its field. What throws, is no answer, or takes longer
 * than what is left of `HALF_PATIENCE` becomes VALIDATION_ERROR at the field; what the gates throw stays what it is.
 */
export async function callHalf<T>(calls: HalfCalls, call: HalfCall<T>): Promise<T> {
  const { half, step, pointer, record, run, read } = call;
  const gate = guarded(calls.gates(half.placed, pointer));
  const { findImage, storeImage } = gate;
  const path = pointer.slice(1).replaceAll("/", ".");
  const context = Object.freeze({ options: half.options, record, path, findImage, storeImage });
  try {
    return read(await inTime(calls, half, () => leftBy(half.plugin.folder, () => run(context))));
  } catch (error) {
    if (gate.threw(error)) throw error;
    throw brokenHalf(calls, half, step, pointer, error);
  } finally {
    gate.close();
  }
}

class TooSlow extends Error {
  constructor() {
    super(`It did not settle within ${HALF_PATIENCE / 1000} seconds.`);
  }
}

async function inTime({ effects, spent }: HalfCalls, half: FieldHalf, run: () => unknown): Promise<unknown> {
  const before = spent.get(half) ?? 0;
  const left = HALF_PATIENCE - before;
  if (left <= 0) throw new TooSlow();
  const start = effects.elapsed();
  const settled = new AbortController();
  try {
    const answer = run();
    // What computes without awaiting takes its time too.
    const rest = left - (effects.elapsed() - start);
    if (rest <= 0) throw new TooSlow();
    if (!isThenable(answer)) return answer;
    const late = effects.wait(rest, settled.signal).then(() => {
      throw new TooSlow();
    });
    return await Promise.race([answer, late]);
  } finally {
    settled.abort();
    spent.set(half, before + effects.elapsed() - start);
  }
}

/** A gate that knows what it threw, and is closed when the call is over: a half that goes on alone reaches nothing. */
function guarded({ findImage, storeImage }: ImageGate) {
  const thrown = new Set<unknown>();
  let isOpen = true;
  const guard =
    <In, Out>(work: (given: In) => Promise<Out>) =>
    (given: In): Promise<Out> => {
      const done = (async () => {
        if (!isOpen) throw new Error("The call of the server half is over.");
        try {
          return await work(given);
        } catch (error) {
          thrown.add(error);
          throw error;
        }
      })();
      // A half that does not wait for it must not end the process by its failure.
      done.catch(() => undefined);
      return done;
    };
  return {
    findImage: guard(findImage),
    storeImage: guard(storeImage),
    threw: (error: unknown) => thrown.has(error),
    close: () => {
      isOpen = false;
    },
  };
}

/** The refusal of a write because of a half: for the person at the field, for whoever runs the server with what broke. */
export function brokenHalf(
  { config, entity }: Pick<HalfCalls, "config" | "entity">,
  { placed, plugin }: FieldHalf,
  step: HalfCall<unknown>["step"] | "images",
  pointer: string,
  error: unknown,
): ApiError {
  const keyword = error instanceof TooSlow ? "serverSlow" : "serverFailed";
  const key: MessageName = `plugin.${keyword}`;
  const message = sentence(config, entity, key, { label: labelOf(placed), plugin: plugin.manifest.name });
  return new ApiError("VALIDATION_ERROR", {
    message,
    errors: [{ path: pointer, keyword, message }],
    broken: { what: `${plugin.folder}: ${step} of ${entity.id}${pointer}`, error },
  });
}
