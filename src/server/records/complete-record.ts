import type { Field } from "../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import { isObject, ownValue } from "../../record/json.ts";
import { mapInside, mapObject } from "../../record/walk.ts";

/** Every declared field with a value: at least an empty list, an object with all its fields, or null. No undeclared keys. */
export function completeFields(fields: readonly Field[], record: RecordData): { [field: string]: Json } {
  return mapObject(fields, record, completeValue);
}

function completeValue(field: Field, value: Json | undefined): Json {
  if (field.schema.image === true) return value ?? null;
  if (field.fields !== undefined) return completeObject(field.fields, isObject(value) ? value : {});
  if (field.schema.type !== "array") return value ?? null;
  if (!Array.isArray(value)) return [];
  return field.items?.fields === undefined ? value : mapInside(field, value, completeValue);
}

function completeObject(fields: readonly Field[], value: RecordData): Json {
  const complete = completeFields(fields, value);
  for (const field of fields) complete[field.name] ??= (field.schema.default as Json | undefined) ?? null;
  return complete;
}

/**
 * Complete values with the undeclared keys of stored objects: the values of removed fields stay until their field returns.
 * Items of lists have no identity, so a new list keeps nothing of the old one.
 */
export function keepUndeclared(
  fields: readonly Field[],
  complete: RecordData,
  stored: RecordData,
): { [field: string]: Json } {
  return mapObject(fields, complete, ({ name, schema, fields: inner }, now = null) => {
    const before = ownValue(stored, name);
    const merges = inner !== undefined && schema.image !== true && isObject(now) && isObject(before);
    return merges ? { ...before, ...keepUndeclared(inner, now, before) } : now;
  });
}

/** A record as it is answered: system fields and declared ones, never a secret. */
export function answeredRecord(fields: readonly Field[], record: StoredRecord): StoredRecord {
  const readable = fields.filter((field) => field.schema.writeOnly !== true);
  return {
    _id: record._id,
    ...completeFields(readable, record),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    updatedBy: record.updatedBy,
    updatedById: record.updatedById,
    isProtected: record.isProtected,
  };
}

/** An answered record for someone who reads it through references alone. */
export function cutRecord(record: RecordData, visible: ReadonlySet<string>): { [field: string]: Json } {
  const cut: { [field: string]: Json } = { _id: record._id ?? null };
  for (const name of visible) cut[name] = ownValue(record, name) ?? null;
  return cut;
}

/** Stored secrets are not validated again: the schema is that of the typed text. */
export function withoutSecrets(fields: readonly Field[], stored: StoredRecord): RecordData {
  const secrets = fields.filter(({ schema }) => schema.writeOnly === true).map(({ name }) => [name, null]);
  return { ...stored, ...Object.fromEntries(secrets) };
}
