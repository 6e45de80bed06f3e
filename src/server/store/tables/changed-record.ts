import type { RecordData, StoredRecord } from "../../../model/record.ts";
import type { Table } from "./table.ts";

/** A stored record with changes of columns that its table has; they cannot change `_id`, `createdAt` and `isProtected`. */
export function changedRecord(table: Table, old: StoredRecord, changes: RecordData): StoredRecord {
  const given = Object.entries(changes).filter(
    ([name, value]) => value !== undefined && table.byName.has(name),
  );
  const { _id, createdAt, isProtected } = old;
  const _version = (old._version ?? 0) + 1;
  return { ...old, ...Object.fromEntries(given), _id, createdAt, isProtected, _version };
}
