import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FoundPlugin, Registry } from "../../plugin/registry.ts";
import type { AnyServerPlugin, ServerContext, ServerRefusal } from "../../plugin/server-half.ts";
import type { FieldError } from "../../wire/error.ts";
import { fillMessage } from "../../wire/message.ts";
import { labelOf, ownSentence } from "./field-refusal.ts";
import { mapAt, type PlacedField, valuesAt, walkFields } from "./field-walk.ts";

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

/** The server halves of an entity's fields, nested ones included. */
export function halvesOf(entity: Entity, registry: Registry): readonly FieldHalf[] {
  return [...walkFields(entity.fields)].flatMap((placed) => {
    const { widget } = placed.field;
    const plugin = widget === undefined ? undefined : registry.widgets.get(widget.name);
    if (widget === undefined || plugin?.server === undefined) return [];
    return [{ placed, plugin, server: plugin.server, options: widget.options }];
  });
}

/** The record with what the request named cleaned by the halves. A value of the wrong kind is left to validation. */
export async function cleanValues(
  halves: readonly FieldHalf[],
  record: RecordData,
  named: ReadonlySet<string>,
  gates: ImageGates,
): Promise<RecordData> {
  let cleaned = record;
  for (const { placed, server, options } of halves) {
    const path = placed.path.split(".");
    if (server.clean === undefined || !named.has(path[0] ?? "")) continue;
    const clean = server.clean.bind(server);
    const before = cleaned;
    const change = (value: Json, pointer: string) =>
      fits(value, placed)
        ? clean(value, { ...gates(placed, pointer), options, record: before, path: dotted(pointer) })
        : value;
    cleaned = (await mapAt(before as Json, path, ({ value, pointer }) =>
      change(value, pointer),
    )) as RecordData;
  }
  return cleaned;
}

/** What the halves refuse in a record that its schema accepts. */
export async function checkValues(
  config: Config,
  entity: Entity,
  halves: readonly FieldHalf[],
  record: RecordData,
  gates: ImageGates,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const half of halves) {
    for (const { value, pointer } of valuesAt(record as Json, half.placed.path)) {
      const gate = gates(half.placed, pointer);
      const context = { ...gate, options: half.options, record, path: dotted(pointer) };
      const refusals = (await half.server.check?.(value, context)) ?? [];
      errors.push(...refusals.map((refusal) => refusalError(config, entity, half, refusal, pointer)));
    }
  }
  return errors;
}

/** File names or addresses of the images inside the values of the halves. */
export function imagesInside(halves: readonly FieldHalf[], record: RecordData): string[] {
  return halves.flatMap(({ placed, server }) =>
    valuesAt(record as Json, placed.path).flatMap(({ value }) => server.images?.(value) ?? []),
  );
}

/** The field's sentence, the entity's, messages.json's, the manifest's: whichever comes first. */
function refusalError(
  config: Config,
  entity: Entity,
  { placed, plugin }: FieldHalf,
  { keyword, values }: ServerRefusal,
  pointer: string,
): FieldError {
  const key = `${plugin.manifest.name}.${keyword}`;
  const texts = plugin.manifest.messages?.[keyword]?.text ?? {};
  const template =
    ownSentence(placed, keyword) ??
    own(entity.messages, key) ??
    own(config.messages[entity.language], key) ??
    own(texts, entity.language) ??
    Object.values(texts)[0] ??
    key;
  return { path: pointer, keyword, message: fillMessage(template, { label: labelOf(placed), ...values }) };
}

function own(texts: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return texts !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined;
}

function fits(value: Json, { field }: PlacedField): boolean {
  const { type } = field.schema;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return typeof value === "number";
  return typeof value === type && !Array.isArray(value);
}

function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll("/", ".");
}
