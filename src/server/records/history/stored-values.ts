import type { Json, RecordData, StoredRecord } from "../../../model/record.ts";
import type { JournalEntry } from "../../store/journal.ts";
import type { StoreView } from "../../store/store.ts";
import type { EntityRuntime } from "../entity-runtime.ts";

/**
 * Values that were stored earlier, as the fields of today's config have them; none of a field that is secret today, although the
 * journal has what it was before. What cannot be converted stays for validation to refuse.
 */
export async function convertedValues(
  { table, fields }: EntityRuntime,
  values: RecordData,
): Promise<{ [field: string]: Json }> {
  const converted: { [field: string]: Json } = {};
  for (const { name, schema } of fields) {
    const value = values[name];
    if (!Object.hasOwn(values, name) || value === undefined || schema.writeOnly === true) continue;
    const column = table.columns.find((one) => one.name === name);
    converted[name] = value === null ? null : ((await column?.convert(value)) ?? value);
  }
  return converted;
}

/** The record that an entry of a deletion tells of. */
export async function recordBefore(target: EntityRuntime, entry: JournalEntry): Promise<StoredRecord> {
  const { _id, before, at, version, account } = entry;
  return {
    ...(await convertedValues(target, before)),
    _id,
    createdAt: typeof before.createdAt === "string" ? before.createdAt : at,
    updatedAt: at,
    updatedBy: account?.name ?? null,
    updatedById: account?._id ?? null,
    isProtected: before.isProtected === true,
    _version: version,
  };
}

/** A record as it is, or as it was when it was last deleted; neither where that is not known any more. */
export async function lastKnown(
  view: StoreView,
  target: EntityRuntime,
  _id: string,
): Promise<{
  readonly record: StoredRecord | undefined;
  readonly isStored: boolean;
  readonly isPurged: boolean;
}> {
  const table = target.entity.id;
  const stored = await view.get(table, _id);
  if (stored !== undefined) return { record: stored, isStored: true, isPurged: false };
  const [deletion] = (await view.journal({ table, _id, kind: "delete", limit: 1 })).entries;
  const isPurged = deletion?.purged === true;
  const record = deletion === undefined || isPurged ? undefined : await recordBefore(target, deletion);
  return { record, isStored: false, isPurged };
}
