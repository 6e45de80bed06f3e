import type { MessageName } from "../../model/message-keys.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FoundPlugin } from "../../plugin/registry.ts";
import { type AnyServerPlugin, HOOK_TIMEOUT_MS, type ServerRefusal } from "../../plugin/server-hook.ts";
import { labelAt } from "../../record/field-errors.ts";
import { asJson, isObject } from "../../record/json.ts";
import { type PlacedField, segmentsOf, valueAt } from "../../record/path.ts";
import type { Effects } from "../effects.ts";
import type { Gate, HookCall } from "../hooks/hook-messages.ts";
import { type HookThreads, HookTimeout } from "../hooks/hook-threads.ts";
import { runHook } from "../hooks/run-hook.ts";
import { isLonger } from "../http/answer-json.ts";
import { ApiError } from "../http/api-error.ts";
import { serverMessage } from "../http/server-message.ts";
import type { SpokenEntity } from "./field-refusal.ts";

/** A field whose widget has a server hook. */
export interface FieldHook {
  readonly placed: PlacedField;
  readonly plugin: FoundPlugin;
  readonly server: AnyServerPlugin;
  readonly options: Readonly<Record<string, Json>>;
}

/** The write that hooks are called for. */
export interface HookCalls extends SpokenEntity {
  readonly hooks: readonly FieldHook[];
  readonly effects: Pick<Effects, "wait" | "elapsed">;
  /** Where hooks run on large values. */
  readonly threads: HookThreads | undefined;
  /** Milliseconds that the hooks took so far: all calls of a hook in one write share its timeout. */
  readonly spent: Map<FieldHook, number>;
  /** The gate for one value: what it refuses is an error at the value's pointer. */
  gates(placed: PlacedField, pointer: string): Gate;
}

/** One call of a hook, for the value at `pointer`. */
interface FieldHookCall<T> extends Pick<HookCall, "step" | "pointer"> {
  readonly hook: FieldHook;
  /** Frozen. */
  readonly record: RecordData;
  /** Throws for what is no answer. */
  read(answer: unknown): T;
}

/**
 * Calls a hook. If it throws, gives no answer, or takes longer than what is left of `HOOK_TIMEOUT_MS`, that is a
 * VALIDATION_ERROR at its field. Errors of the gate are rethrown as they are.
 */
export async function callHook<T>(calls: HookCalls, call: FieldHookCall<T>): Promise<T> {
  const { hook, pointer } = call;
  const gate = guarded(calls.gates(hook.placed, pointer));
  try {
    return await answerInTime(calls, call, gate);
  } catch (error) {
    if (gate.threw(error)) throw error;
    throw brokenHook(calls, call, error);
  } finally {
    gate.close();
  }
}

async function answerInTime<T>(
  { effects, spent, threads }: HookCalls,
  { hook, step, pointer, record, read }: FieldHookCall<T>,
  gate: Gate,
): Promise<T> {
  const before = spent.get(hook) ?? 0;
  const left = HOOK_TIMEOUT_MS - before;
  if (left <= 0) throw new HookTimeout();
  const call = { folder: hook.plugin.folder, step, pointer, record, options: hook.options };
  const thread = threadsFor(
    threads,
    hook,
    step === "complete" ? record : valueAt(record, segmentsOf(pointer)),
  );
  if (thread !== undefined) {
    const outcome = await thread.run(call, gate, left);
    spent.set(hook, before + outcome.milliseconds);
    return read(outcome.answer);
  }
  const start = effects.elapsed();
  const answered = new AbortController();
  try {
    const answer = runHook(hook.server, call, gate);
    // Work without an await counts too.
    const rest = left - (effects.elapsed() - start);
    if (rest <= 0) throw new HookTimeout();
    // `images` is synchronous: a promise is no answer of it.
    if (step === "images" || !isThenable(answer)) return read(answer);
    const late = effects.wait(rest, answered.signal).then(() => {
      throw new HookTimeout();
    });
    return read(await Promise.race([answer, late]));
  } finally {
    answered.abort();
    spent.set(hook, before + effects.elapsed() - start);
  }
}

/** Characters of a value above which a hook runs in a thread. Cleaning hostile HTML takes 1 ms for each 1,000. */
const MAX_INLINE_LENGTH = 16 * 1024;

/** The threads, if the hook must run on this value in one of them. */
export function threadsFor(
  threads: HookThreads | undefined,
  { plugin }: FieldHook,
  value: unknown,
): HookThreads | undefined {
  return plugin.isModule === true && isLonger(value, MAX_INLINE_LENGTH) ? threads : undefined;
}

/** A gate that knows what it threw, and is closed after the call: a hook that goes on reaches nothing. */
function guarded({ findImage, storeImage }: Gate) {
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
      // A hook that does not await it must not end the process by its failure.
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

/** The refusal of a write because of a hook: a message at the field, and the error for the operator's log. */
function brokenHook(
  { config, entity }: SpokenEntity,
  { hook: { placed, plugin }, step, pointer }: FieldHookCall<unknown>,
  error: unknown,
): ApiError {
  const keyword = error instanceof HookTimeout ? "serverSlow" : "serverFailed";
  const key: MessageName = `plugin.${keyword}`;
  const message = serverMessage(config, entity, key, {
    label: labelAt(placed),
    plugin: plugin.manifest.name,
  });
  return new ApiError("VALIDATION_ERROR", {
    message,
    errors: [{ path: pointer, keyword, message }],
    broken: { what: `${plugin.folder}: ${step} of ${entity.id}${pointer}`, error },
  });
}

/** A hook's answer for a field, as frozen JSON. Throws TypeError where it is none, or of a type that the field cannot have. */
export function valueAnswer(answer: unknown, placed: PlacedField): Json {
  if (answer === undefined) throw new TypeError("It answered nothing; null is what leaves a field empty.");
  const value = asJson(answer);
  if (value !== null && !hasFieldType(value, placed))
    throw new TypeError(
      `It answered ${describeAnswer(value)} for a field of type ${placed.field.schema.type}.`,
    );
  return value;
}

/** Whether the value is of the field's JSON type. */
export function hasFieldType(value: Json, { field }: PlacedField): boolean {
  const { type } = field.schema;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return typeof value === "number";
  return typeof value === type && !Array.isArray(value);
}

/** The answer of `check`. Throws TypeError where it is no list of refusals, or one points to nothing in the value. */
export function refusalsAnswer(answer: unknown, checked: Json): readonly ServerRefusal[] {
  if (!Array.isArray(answer))
    throw new TypeError(`It answered ${describeAnswer(answer)}, not a list of refusals.`);
  // Not map: it skips holes.
  return Array.from(answer, (one) => refusal(one, checked));
}

function refusal(one: unknown, checked: Json): ServerRefusal {
  const copy = asJson(one);
  const { keyword, path = "", values = {} } = isObject(copy) ? copy : {};
  if (typeof keyword !== "string") throw new TypeError("It answered a refusal without a keyword.");
  if (typeof path !== "string")
    throw new TypeError(`It answered ${describeAnswer(path)} as the path of the refusal "${keyword}".`);
  if (!leadsInto(checked, path))
    throw new TypeError(`It refused with "${keyword}" at "${path}", which leads to nothing in the value.`);
  const entries = Object.entries(isObject(values) ? values : { values });
  const said = entries.map(([name, value]) => {
    if (typeof value !== "string" && typeof value !== "number")
      throw new TypeError(`It answered ${describeAnswer(value)} as "${name}" of the refusal "${keyword}".`);
    return [name, value] as const;
  });
  return { keyword, path, values: Object.fromEntries(said) };
}

/** Whether a JSON pointer leads to a part of the value, or to a key that an object in it lacks. */
function leadsInto(value: Json, pointer: string): boolean {
  if (pointer !== "" && !pointer.startsWith("/")) return false;
  const segments = segmentsOf(pointer);
  return valueAt(value, segments) !== undefined || isObject(valueAt(value, segments.slice(0, -1)));
}

/** The answer of `images`. Throws TypeError where it is no list of texts. */
export function imagesAnswer(answer: unknown): readonly string[] {
  // A promise may fail without being reported: it is no answer anyway.
  if (isThenable(answer)) Promise.resolve(answer).catch(() => undefined);
  if (!Array.isArray(answer))
    throw new TypeError(`It answered ${describeAnswer(answer)}, not a list of images.`);
  return Array.from(answer, (name: unknown) => {
    if (typeof name !== "string")
      throw new TypeError(`It answered ${describeAnswer(name)} as the name of an image.`);
    return name;
  });
}

function describeAnswer(value: unknown): string {
  if (value === null || value === undefined || typeof value === "number") return String(value);
  if (Array.isArray(value)) return "a list";
  if (isThenable(value)) return "a promise";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
