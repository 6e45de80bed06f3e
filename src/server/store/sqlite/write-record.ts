import { sql } from "kysely";
import type { RecordData, StoredRecord } from "../../../model/record.ts";
import { DuplicateError } from "../store.ts";
import type { Context } from "./context.ts";
import { copyValue, type Referred, readingReferred, refreshCopies } from "./copies.ts";
import { keepCounts } from "./counts.ts";
import type { SqlValue } from "./driver.ts";
import { keepImages } from "./image-uses.ts";
import { getRow, ID, toRecord } from "./records.ts";
import { keepReferences } from "./references.ts";
import { foldValue, keepGrams } from "./search.ts";
import type { Table } from "./table.ts";
import { encode } from "./values.ts";

/** Values of a row by their SQL names, the hidden columns included. */
export function rowOf(table: Table, record: RecordData, referred: Referred): Map<string, SqlValue> {
  const row = new Map<string, SqlValue>();
  for (const { name, type, sql } of table.columns) row.set(sql, encode(type, record[name]));
  for (const copy of table.copies) row.set(copy.sql, copyValue(copy, record, referred));
  for (const search of table.searches.values()) row.set(search.fold, foldValue(search, record));
  return row;
}

export async function insertRecord(
  context: Context,
  table: Table,
  record: StoredRecord,
  images: readonly string[],
): Promise<void> {
  const row = rowOf(table, record, readingReferred(context));
  const stored = toRecord(table, Object.fromEntries(row));
  const { lastRow } = refusingDuplicates(context, table, record, () =>
    context.connection.run(
      sql`insert into ${sql.id(table.sql)} (${sql.join([...row.keys()].map((name) => sql.id(name)))})
        values (${sql.join([...row.values()])})`,
    ),
  );
  keepAll(context, table, record._id, lastRow, undefined, stored);
  keepImages(context, table.id, record._id, images, undefined);
  await refreshCopies(context, table, record._id);
}

export async function updateRecord(
  context: Context,
  table: Table,
  id: string,
  changes: RecordData & { readonly updatedAt: string; readonly updatedBy: string | null },
  images: readonly string[],
  releasedUntil: string,
): Promise<void> {
  const stored = getRow(context, table, id);
  if (stored === undefined) throw new Error(`There is no ${table.id} ${id}.`);
  const { record: old } = stored;
  const given = table.columns.flatMap(({ name }) =>
    changes[name] === undefined ? [] : [[name, changes[name]]],
  );
  const { _id, createdAt, isProtected } = old;
  const merged = { ...old, ...Object.fromEntries(given), _id, createdAt, isProtected };
  const referred = readingReferred(context);
  const before = rowOf(table, old, referred);
  const after = rowOf(table, merged, referred);
  const record = toRecord(table, Object.fromEntries(after));
  const set = [...after].filter(([name, value]) => before.get(name) !== value);
  if (set.length > 0)
    refusingDuplicates(context, table, record, () =>
      context.connection.run(
        sql`update ${sql.id(table.sql)} set ${sql.join(set.map(([name, value]) => sql`${sql.id(name)} = ${value}`))}
          where ${ID} = ${id}`,
      ),
    );
  keepAll(context, table, id, stored.row, old, record);
  keepImages(context, table.id, id, images, releasedUntil);
  const changed = table.columns.filter(({ sql }) => before.get(sql) !== after.get(sql));
  await refreshCopies(context, table, id, new Set(changed.map(({ name }) => name)));
}

export async function deleteRecord(context: Context, table: Table, id: string): Promise<void> {
  const stored = getRow(context, table, id);
  if (stored === undefined) return;
  context.connection.run(sql`delete from ${sql.id(table.sql)} where ${ID} = ${id}`);
  keepAll(context, table, id, stored.row, stored.record, undefined);
  keepImages(context, table.id, id, [], undefined);
  await refreshCopies(context, table, id);
}

/** Everything kept beside the row that follows from the record. */
function keepAll(
  context: Context,
  table: Table,
  id: string,
  row: number,
  before: RecordData | undefined,
  after: RecordData | undefined,
): void {
  keepCounts(context, table, before, after);
  keepReferences(context, table, id, before, after);
  keepGrams(context, table.searches.values(), row, before, after);
}

/** The engine refuses the row as a whole; which value it was is asked then. */
function refusingDuplicates<T>(context: Context, table: Table, record: StoredRecord, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_UNIQUE"))
      throw error;
    const id = table.byName.get("_id");
    for (const column of id === undefined ? table.unique : [...table.unique, id]) {
      const value = encode(column.type, record[column.name]);
      const other = sql`select 1 from ${sql.id(table.sql)} where ${sql.id(column.sql)} = ${value}`;
      const another = column === id ? other : sql`${other} and ${ID} <> ${record._id}`;
      if (value !== null && context.connection.first(another) !== undefined)
        throw new DuplicateError(table.id, column.name, String(value));
    }
    throw error;
  }
}
