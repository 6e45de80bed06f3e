import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { MessageName } from "../../model/message-keys.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FoundPlugin } from "../../plugin/registry.ts";
import {
  type AnyServerPlugin,
  HOOK_TIMEOUT_MS,
  type ServerContext,
  type ServerRefusal,
} from "../../plugin/server-hook.ts";
import { asJson, isObject } from "../../record/json.ts";
import { labelAt } from "../../record/messages.ts";
import { type PlacedField, pathOfPointer, segmentsOf } from "../../record/path.ts";
import type { PlacedValue } from "../../record/walk.ts";
import type { Effects } from "../effects.ts";
import type { Gate, HookCall } from "../hooks/hook-messages.ts";
import { type HookThreads, HookTimeout } from "../hooks/hook-threads.ts";
import { ApiError } from "../http/api-error.ts";
import { sentence } from "../http/sentence.ts";
import { leftBy } from "../unawaited.ts";

/** A field whose widget has a part on the server. */
export interface FieldHook {
  readonly placed: PlacedField;
  readonly plugin: FoundPlugin;
  readonly server: AnyServerPlugin;
  readonly options: Readonly<Record<string, Json>>;
}

export type ImageGate = Pick<ServerContext, "findImage" | "storeImage">;
/** The gate of one value: what it refuses stands at the value's place. */
export type ImageGates = (placed: PlacedField, pointer: string) => ImageGate;

/** The write that hooks are called for. */
export interface HookCalls {
  readonly config: Config;
  readonly entity: Entity;
  readonly effects: Pick<Effects, "wait" | "elapsed">;
  /** Where hooks run on large values. */
  readonly threads: HookThreads | undefined;
  /** Milliseconds that the hooks took so far: all calls of a hook in one write share its patience. */
  readonly spent: Map<FieldHook, number>;
  readonly gates: ImageGates;
}

/** One call of a hook, for the value at `pointer`. */
interface FieldHookCall<T> {
  readonly hook: FieldHook;
  readonly step: "complete" | "clean" | "check";
  readonly pointer: string;
  /** What stands there in the record. */
  readonly value: Json;
  /** Frozen: what a hook does to it must not reach the write. */
  readonly record: RecordData;
  run(context: ServerContext): unknown;
  /** Throws for what is no answer. */
  read(answer: unknown): T;
}

/**
 * Calls a hook so that nothing that it does wrong goes further than its field. What throws, is no answer, or takes longer
 * than what is left of `HOOK_TIMEOUT_MS` becomes VALIDATION_ERROR at the field; what the gates throw stays what it is.
 */
export async function callHook<T>(calls: HookCalls, call: FieldHookCall<T>): Promise<T> {
  const { hook, step, pointer, record, run, read } = call;
  const gate = guarded(calls.gates(hook.placed, pointer));
  const { findImage, storeImage } = gate;
  const path = pathOfPointer(pointer);
  const context = Object.freeze({ options: hook.options, record, path, findImage, storeImage });
  try {
    const threads = threadsFor(calls, hook, step === "complete" ? record : call.value);
    const answer =
      threads === undefined
        ? inTime(calls, hook, () => leftBy(hook.plugin.folder, () => run(context)))
        : inThread(calls, hook, threads, { step, pointer, record }, gate);
    return read(await answer);
  } catch (error) {
    if (gate.threw(error)) throw error;
    throw brokenHook(calls, hook, step, pointer, error);
  } finally {
    gate.close();
  }
}

/**
 * Characters of a value beyond which a hook runs in a thread: what it does with more would hold everybody up. Of hostile
 * HTML, cleaning takes 1 ms for 1,000.
 */
const MAX_LENGTH_HERE = 16 * 1024;

/** Where a hook of a plugin runs on such a value; undefined: here. */
export function threadsFor(
  { threads }: Pick<HookCalls, "threads">,
  { plugin }: FieldHook,
  value: Json | RecordData,
): HookThreads | undefined {
  return plugin.isModule === true && lengthOf(value) > MAX_LENGTH_HERE ? threads : undefined;
}

/** About so many characters of JSON; no more are counted than it takes to know. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 4;
  let length = 2;
  for (const [key, inner] of Object.entries(value)) {
    length += key.length + lengthOf(inner);
    if (length > MAX_LENGTH_HERE) break;
  }
  return length;
}

/** Runs a hook in a thread, with what is left of its patience. */
async function inThread(
  { spent }: Pick<HookCalls, "spent">,
  hook: FieldHook,
  threads: HookThreads,
  call: Pick<HookCall, "step" | "pointer" | "record">,
  gate: Gate,
): Promise<unknown> {
  const before = spent.get(hook) ?? 0;
  const left = HOOK_TIMEOUT_MS - before;
  if (left <= 0) throw new HookTimeout();
  const { folder } = hook.plugin;
  const outcome = await threads.run({ ...call, folder, options: hook.options }, gate, left);
  spent.set(hook, before + outcome.milliseconds);
  return outcome.answer;
}

async function inTime({ effects, spent }: HookCalls, hook: FieldHook, run: () => unknown): Promise<unknown> {
  const before = spent.get(hook) ?? 0;
  const left = HOOK_TIMEOUT_MS - before;
  if (left <= 0) throw new HookTimeout();
  const start = effects.elapsed();
  const settled = new AbortController();
  try {
    const answer = run();
    // What computes without awaiting takes its time too.
    const rest = left - (effects.elapsed() - start);
    if (rest <= 0) throw new HookTimeout();
    if (!isThenable(answer)) return answer;
    const late = effects.wait(rest, settled.signal).then(() => {
      throw new HookTimeout();
    });
    return await Promise.race([answer, late]);
  } finally {
    settled.abort();
    spent.set(hook, before + effects.elapsed() - start);
  }
}

/** A gate that knows what it threw, and is closed when the call is over: a hook that goes on alone reaches nothing. */
function guarded({ findImage, storeImage }: ImageGate) {
  const thrown = new Set<unknown>();
  let isOpen = true;
  const guard =
    <In, Out>(work: (given: In) => Promise<Out>) =>
    (given: In): Promise<Out> => {
      const done = (async () => {
        if (!isOpen) throw new Error("The call of the server hook is over.");
        try {
          return await work(given);
        } catch (error) {
          thrown.add(error);
          throw error;
        }
      })();
      // A hook that does not wait for it must not end the process by its failure.
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

/** The images inside a value, by the hook of its field. Throws as `callHook` does. */
export async function callImages(
  calls: Omit<HookCalls, "gates">,
  hook: FieldHook,
  { pointer, value }: PlacedValue,
  record: RecordData,
): Promise<readonly string[]> {
  const { plugin, server } = hook;
  try {
    const threads = threadsFor(calls, hook, value);
    const answer =
      threads === undefined
        ? leftBy(plugin.folder, () => server.images?.(value))
        : await inThread(calls, hook, threads, { step: "images", pointer, record }, NO_GATE);
    return imagesAnswer(answer);
  } catch (error) {
    throw brokenHook(calls, hook, "images", pointer, error);
  }
}

/** `images` and `convert` get no context. */
export const NO_GATE: Gate = {
  findImage: () => Promise.reject(new Error("There is no gate here.")),
  storeImage: () => Promise.reject(new Error("There is no gate here.")),
};

/** The refusal of a write because of a hook: for the person at the field, for whoever runs the server with what broke. */
function brokenHook(
  { config, entity }: Pick<HookCalls, "config" | "entity">,
  { placed, plugin }: FieldHook,
  step: FieldHookCall<unknown>["step"] | "images",
  pointer: string,
  error: unknown,
): ApiError {
  const keyword = error instanceof HookTimeout ? "serverSlow" : "serverFailed";
  const key: MessageName = `plugin.${keyword}`;
  const message = sentence(config, entity, key, { label: labelAt(placed), plugin: plugin.manifest.name });
  return new ApiError("VALIDATION_ERROR", {
    message,
    errors: [{ path: pointer, keyword, message }],
    broken: { what: `${plugin.folder}: ${step} of ${entity.id}${pointer}`, error },
  });
}

/**
 * The value that a hook answers for a field, as JSON that nobody changes. Throws TypeError where it is none, or of a
 * kind that the field cannot hold.
 */
export function valueAnswer(answer: unknown, placed: PlacedField): Json {
  if (answer === undefined) throw new TypeError("It answered nothing; null is what leaves a field empty.");
  const value = asJson(answer);
  if (value !== null && !fits(value, placed))
    throw new TypeError(`It answered ${kindOf(value)} for a field of type ${placed.field.schema.type}.`);
  return value;
}

/** Whether the value is of the JSON type that the field holds. */
export function fits(value: Json, { field }: PlacedField): boolean {
  const { type } = field.schema;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return typeof value === "number";
  return typeof value === type && !Array.isArray(value);
}

/** What `check` answers of the value. Throws TypeError where it is no list of refusals, or one points nowhere in the value. */
export function refusalsAnswer(answer: unknown, checked: Json): readonly ServerRefusal[] {
  if (!Array.isArray(answer)) throw new TypeError(`It answered ${kindOf(answer)}, not a list of refusals.`);
  // Not map: it jumps over holes, and a refusal with them.
  return Array.from(answer, (one) => refusal(one, checked));
}

function refusal(one: unknown, checked: Json): ServerRefusal {
  const copy = asJson(one);
  const { keyword, path = "", values = {} } = isObject(copy) ? copy : {};
  if (typeof keyword !== "string") throw new TypeError("It answered a refusal without a keyword.");
  if (typeof path !== "string")
    throw new TypeError(`It answered ${kindOf(path)} as the path of the refusal "${keyword}".`);
  if (!leadsInto(checked, path))
    throw new TypeError(`It refused with "${keyword}" at "${path}", which leads to nothing in the value.`);
  const entries = Object.entries(isObject(values) ? values : { values });
  const said = entries.map(([name, value]) => {
    if (typeof value !== "string" && typeof value !== "number")
      throw new TypeError(`It answered ${kindOf(value)} as "${name}" of the refusal "${keyword}".`);
    return [name, value] as const;
  });
  return { keyword, path, values: Object.fromEntries(said) };
}

/** Whether a JSON pointer leads to a part of the value, or to what an object of it lacks: an empty part may have no key. */
function leadsInto(value: Json, pointer: string): boolean {
  if (pointer !== "" && !pointer.startsWith("/")) return false;
  const segments = segmentsOf(pointer);
  let around: Json | undefined = value;
  for (const [index, segment] of segments.entries()) {
    if (Array.isArray(around)) {
      // "01" and "length" are no items.
      if (!Object.hasOwn(around, segment) || String(Number(segment)) !== segment) return false;
      around = around[Number(segment)];
    } else if (isObject(around)) {
      if (!Object.hasOwn(around, segment)) return index === segments.length - 1;
      around = around[segment];
    } else return false;
  }
  return true;
}

/** What `images` answers. Throws TypeError where it is no list of texts. */
export function imagesAnswer(answer: unknown): readonly string[] {
  // Whoever answers a promise here may let it fail: nobody waits for it.
  if (isThenable(answer)) Promise.resolve(answer).catch(() => undefined);
  if (!Array.isArray(answer)) throw new TypeError(`It answered ${kindOf(answer)}, not a list of images.`);
  return Array.from(answer, (name: unknown) => {
    if (typeof name !== "string") throw new TypeError(`It answered ${kindOf(name)} as the name of an image.`);
    return name;
  });
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === "number") return String(value);
  if (Array.isArray(value)) return "a list";
  if (isThenable(value)) return "a promise";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
