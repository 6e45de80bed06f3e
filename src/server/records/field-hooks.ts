import type { Field } from "../../model/entity.ts";
import type { RecordData } from "../../model/record.ts";
import type { Registry } from "../../plugin/registry.ts";
import type { ServerRefusal } from "../../plugin/server-hook.ts";
import { type FieldError, labelAt, messageAt, ownMessages } from "../../record/field-errors.ts";
import { deepFreeze, isEmpty } from "../../record/json.ts";
import { fillMessage } from "../../record/messages.ts";
import { below, fieldsOn, type PlacedField, segmentsOf, splitPath } from "../../record/path.ts";
import { mapAtInTurn, valuesAt, walkFields } from "../../record/walk.ts";
import { tablesOf } from "../http/server-message.ts";
import {
  callHook,
  type FieldHook,
  type HookCalls,
  hasFieldType,
  imagesAnswer,
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

/**
 * The record with its empty fields completed by the hooks, wherever the object or item around a field exists, and the
 * pointers of the values that they gave.
 * @param secrets top-level fields with a stored secret: they only look empty
 */
export async function completeValues(
  calls: HookCalls,
  record: RecordData,
  secrets: ReadonlySet<string>,
): Promise<{ readonly record: RecordData; readonly pointers: ReadonlySet<string> }> {
  const pointers = new Set<string>();
  let completed = record;
  for (const hook of calls.hooks) {
    const { placed, server } = hook;
    if (server.complete === undefined || secrets.has(topOf(placed))) continue;
    const before = deepFreeze(completed);
    const read = (answer: unknown) => valueAnswer(answer, placed);
    completed = await mapAtInTurn(before, placed.path, async ({ value, pointer }) => {
      if (!isEmpty(value)) return value;
      const given = await callHook(calls, { hook, step: "complete", pointer, record: before, read });
      if (given === null) return value;
      pointers.add(pointer);
      return given;
    });
  }
  return { record: completed, pointers };
}

/**
 * The record with its given and completed values cleaned by the hooks. Values of a wrong type are left to validation.
 * @param given top-level fields
 * @param completed pointers of values
 */
export async function cleanValues(
  calls: HookCalls,
  record: RecordData,
  given: ReadonlySet<string>,
  completed: ReadonlySet<string>,
): Promise<RecordData> {
  let cleaned = record;
  for (const hook of calls.hooks) {
    const { placed, server } = hook;
    if (server.clean === undefined) continue;
    const isGiven = given.has(topOf(placed));
    const before = deepFreeze(cleaned);
    const read = (answer: unknown) => valueAnswer(answer, placed);
    cleaned = await mapAtInTurn(before, placed.path, ({ value, pointer }) =>
      value !== null && (isGiven || isInside(completed, pointer)) && hasFieldType(value, placed)
        ? callHook(calls, { hook, step: "clean", pointer, record: before, read })
        : value,
    );
  }
  return cleaned;
}

/** The top-level field that a field stands in. */
function topOf({ path }: PlacedField): string {
  return splitPath(path)[0] ?? "";
}

/** Whether one of the pointers leads there, or to something around it. */
function isInside(pointers: ReadonlySet<string>, pointer: string): boolean {
  const segments = segmentsOf(pointer);
  return segments.some((_, index) => pointers.has(below("", ...segments.slice(0, index + 1))));
}

/** What the hooks refuse in a record that passed validation. */
export async function hookErrors(calls: HookCalls, record: RecordData): Promise<FieldError[]> {
  const frozen = deepFreeze(record);
  const errors: FieldError[] = [];
  for (const hook of calls.hooks) {
    if (hook.server.check === undefined) continue;
    for (const { value, pointer } of valuesAt(frozen, hook.placed.path)) {
      const read = (answer: unknown) =>
        refusalsAnswer(answer, value).map((refusal) => refusalError(calls, hook, refusal, pointer));
      errors.push(...(await callHook(calls, { hook, step: "check", pointer, record: frozen, read })));
    }
  }
  return errors;
}

/** File names or addresses of the images inside the values of the hooks. */
export async function imagesInside(calls: HookCalls, record: RecordData): Promise<readonly string[]> {
  const frozen = deepFreeze(record);
  const found: string[] = [];
  for (const hook of calls.hooks) {
    if (hook.server.images === undefined) continue;
    for (const { pointer } of valuesAt(frozen, hook.placed.path)) {
      const call = { hook, step: "images", pointer, record: frozen, read: imagesAnswer } as const;
      found.push(...(await callHook(calls, call)));
    }
  }
  return found;
}

/** Says it in the message of the innermost field at the refusal's path that has one. Throws where there is no message. */
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
