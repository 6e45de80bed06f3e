import type { Field } from "../../model/entity.ts";
import type { RecordData } from "../../model/record.ts";
import type { Registry } from "../../plugin/registry.ts";
import type { ServerContext, ServerRefusal } from "../../plugin/server-hook.ts";
import { deepFreeze, isEmpty } from "../../record/json.ts";
import { type FieldError, fillMessage, labelAt, messageAt, ownMessages } from "../../record/messages.ts";
import { below, fieldsOn, segmentsOf, splitPath } from "../../record/path.ts";
import { mapAtInTurn, valuesAt, walkFields } from "../../record/walk.ts";
import { tablesOf } from "../http/sentence.ts";
import {
  callHook,
  callImages,
  type FieldHook,
  fits,
  type HookCalls,
  refusalsAnswer,
  valueAnswer,
} from "./call-hook.ts";

/** The server hooks of an entity's fields, nested ones included. */
export function hooksOf(fields: readonly Field[], registry: Registry): readonly FieldHook[] {
  return [...walkFields(fields)].flatMap((placed) => {
    const { widget } = placed.field;
    const plugin = widget === undefined ? undefined : registry.widgets.get(widget.name);
    if (widget === undefined || plugin?.server === undefined) return [];
    return [{ placed, plugin, server: plugin.server, options: widget.options }];
  });
}

/** A record with what hooks gave for fields that were empty. */
export interface Completed {
  readonly record: RecordData;
  /** The top-level fields that hold something of it. */
  readonly fields: ReadonlySet<string>;
  /** Where it stands. */
  readonly pointers: ReadonlySet<string>;
}

/** What of a record the request names or a hook completed: the rest is stored already. */
export interface Asked {
  /** Top-level fields of the request. */
  readonly fields: ReadonlySet<string>;
  /** Of completed values. */
  readonly pointers: ReadonlySet<string>;
}

/**
 * The record with its empty fields completed by the hooks, wherever the object or item around the field exists.
 * @param kept top-level fields that only look empty
 */
export async function completeValues(
  calls: HookCalls,
  hooks: readonly FieldHook[],
  record: RecordData,
  kept: ReadonlySet<string>,
): Promise<Completed> {
  const fields = new Set<string>();
  const pointers = new Set<string>();
  let completed = record;
  for (const hook of hooks) {
    const { placed, server } = hook;
    const [top = ""] = splitPath(placed.path);
    if (server.complete === undefined || kept.has(top)) continue;
    const before = deepFreeze(completed);
    const run = (context: ServerContext) => server.complete?.(context);
    const read = (answer: unknown) => valueAnswer(answer, placed);
    completed = await mapAtInTurn(before, placed.path, async ({ value, pointer }) => {
      if (!isEmpty(value)) return value;
      const given = await callHook(calls, {
        hook,
        step: "complete",
        pointer,
        value,
        record: before,
        run,
        read,
      });
      if (given === null) return value;
      fields.add(top);
      pointers.add(pointer);
      return given;
    });
  }
  return { record: completed, fields, pointers };
}

/** The record with what was asked for cleaned by the hooks. A value of the wrong kind is left to validation. */
export async function cleanValues(
  calls: HookCalls,
  hooks: readonly FieldHook[],
  record: RecordData,
  asked: Asked,
): Promise<RecordData> {
  let cleaned = record;
  for (const hook of hooks) {
    const { placed, server } = hook;
    if (server.clean === undefined) continue;
    const isNamed = asked.fields.has(splitPath(placed.path)[0] ?? "");
    const before = deepFreeze(cleaned);
    const read = (answer: unknown) => valueAnswer(answer, placed);
    cleaned = await mapAtInTurn(before, placed.path, ({ value, pointer }) => {
      const run = (context: ServerContext) => server.clean?.(value, context);
      return value !== null && (isNamed || isInside(asked.pointers, pointer)) && fits(value, placed)
        ? callHook(calls, { hook, step: "clean", pointer, value, record: before, run, read })
        : value;
    });
  }
  return cleaned;
}

/** Whether one of the pointers leads there, or to what stands around it. */
function isInside(pointers: ReadonlySet<string>, pointer: string): boolean {
  if (pointers.size === 0) return false;
  const segments = segmentsOf(pointer);
  return segments.some((_, index) => pointers.has(below("", ...segments.slice(0, index + 1))));
}

/** What the hooks refuse in a record that its schema accepts. */
export async function checkValues(
  calls: HookCalls,
  hooks: readonly FieldHook[],
  record: RecordData,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const hook of hooks) {
    const { placed, server } = hook;
    if (server.check === undefined) continue;
    const before = deepFreeze(record);
    for (const { value, pointer } of valuesAt(before, placed.path)) {
      const run = (context: ServerContext) => server.check?.(value, context);
      const read = (answer: unknown) =>
        refusalsAnswer(answer, value).map((refusal) => refusalError(calls, hook, refusal, pointer));
      errors.push(
        ...(await callHook(calls, { hook, step: "check", pointer, value, record: before, run, read })),
      );
    }
  }
  return errors;
}

/** File names or addresses of the images inside the values of the hooks. Throws as `callHook` does. */
export async function imagesInside(
  calls: Omit<HookCalls, "gates">,
  hooks: readonly FieldHook[],
  record: RecordData,
): Promise<readonly string[]> {
  const frozen = deepFreeze(record);
  const found: string[] = [];
  for (const hook of hooks) {
    if (hook.server.images === undefined) continue;
    for (const placed of valuesAt(frozen, hook.placed.path))
      found.push(...(await callImages(calls, hook, placed, frozen)));
  }
  return found;
}

/** In the message of the field at the place inside the value, else of those around it, the hook's the last. Throws where nobody has one. */
function refusalError(
  { config, entity }: HookCalls,
  { placed, plugin }: FieldHook,
  { keyword, path = "", values }: ServerRefusal,
  pointer: string,
): FieldError {
  const inside = fieldsOn([placed.field], [placed.field.name, ...segmentsOf(path)])
    .slice(1)
    .reverse();
  const own = [...inside.map(({ field }) => field.schema.messages), ...ownMessages(placed)];
  const speakers = { own, tables: tablesOf(config, entity), plugin: plugin.manifest.name };
  const template = messageAt(keyword, speakers);
  if (template === undefined) throw new TypeError(`It refused with "${keyword}", which no message has.`);
  return {
    path: `${pointer}${path}`,
    keyword,
    message: fillMessage(template, { label: labelAt(placed), ...values }),
  };
}
