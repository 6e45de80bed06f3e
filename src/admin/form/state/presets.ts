import type { Entity, Field } from "../../../model/entity.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import { convertValue } from "../../../record/convert.ts";
import { splitPath, writePath } from "../../../record/path.ts";
import { isGroup } from "../../../record/walk.ts";

/** The parameter by which an address fills a field of a new record: `/loans/create?preset[book]=…`. */
export const presetParameter = (path: string) => `preset[${path}]`;

/** What an address fills in of a new record: only known fields that hold one value and that this person fills in. */
export function presetsIn(
  params: URLSearchParams,
  { fields }: Entity,
  readOnly: readonly string[],
): ReadonlyMap<string, Json> {
  const presets = new Map<string, Json>();
  for (const [name, text] of params) {
    const path = /^preset\[([^[\]]+)\]$/.exec(name)?.[1] ?? "";
    const [top = ""] = splitPath(path);
    const field = readOnly.includes(top) ? undefined : fieldOf(fields, splitPath(path));
    const value = field === undefined ? undefined : convertValue(field, text);
    if (field !== undefined && mayHold(field, value)) presets.set(path, value);
  }
  return presets;
}

function fieldOf(fields: readonly Field[], [name, ...rest]: readonly string[]): Field | undefined {
  const field = fields.find((one) => one.name === name);
  if (field === undefined || rest.length === 0) return field;
  return isGroup(field) ? fieldOf(field.fields, rest) : undefined;
}

function mayHold(
  { schema, fields, items }: Field,
  value: Json | undefined,
): value is string | number | boolean {
  if (fields !== undefined || items !== undefined || schema.image === true) return false;
  if (schema.writeOnly === true || schema.formOnly === true || schema.format === "html") return false;
  if (schema.enum !== undefined && !schema.enum.some((one) => one === value)) return false;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** A record with the presets in it. */
export function withPresets(record: RecordData, presets: ReadonlyMap<string, Json>): RecordData {
  let filled = record;
  for (const [path, value] of presets) filled = writePath(filled, path, value);
  return filled;
}
