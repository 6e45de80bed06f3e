import { sql } from "kysely";
import type { RecordData, StoredRecord } from "../../../model/record.ts";
import { purgeBinnedImages } from "../entries/purge.ts";
import { type ReleaseTimes, releasedIntoBin } from "../entries/released-images.ts";
import type { ChangeOrigin } from "../journal.ts";
import type { RecordUpdate } from "../store.ts";
import { DuplicateError } from "../store-errors.ts";
import { changedRecord } from "../tables/changed-record.ts";
import { copyValue, type Referred } from "../tables/copy-value.ts";
import { sqlName, VERSION_COLUMN } from "../tables/names.ts";
import type { Table } from "../tables/table.ts";
import type { SqlValue } from "../tables/values.ts";
import { encode } from "../tables/values.ts";
import { deletePreferences } from "./accounts/preferences.ts";
import { type Context, textOf } from "./context.ts";
import { readingReferred, refreshCopies } from "./copies.ts";
import { keepCounts } from "./counts.ts";
import { codeOf } from "./driver.ts";
import { setImages } from "./images.ts";
import { purgeAccess, putInBin, takeFromBin } from "./journal/bin.ts";
import { keepEntry } from "./journal/keep-entry.ts";
import { ID, ROW, selectNumbered, selectRecord, toRecord } from "./records.ts";
import { keepReferences } from "./references.ts";
import { foldValue, keepSearches } from "./search/search.ts";

/** The values of a row in the order of `namesOf`. */
function valuesOf(table: Table, record: RecordData, referred: Referred): SqlValue[] {
  return [
    ...table.columns.map(({ name, type }) => encode(type, record[name])),
    ...table.copies.map((copy) => copyValue(copy, record, referred)),
    ...[...table.searches.values()].map((search) => foldValue(search, record)),
  ];
}

/** SQL names of a row's columns, the hidden ones last. */
const namesOf = (table: Table) =>
  [...table.columns, ...table.copies]
    .map(({ sql }) => sql)
    .concat([...table.searches.values()].map(({ fold }) => fold));

/** Stored in a column that is in no shape when the record is made: once it is again, the record gets its default. */
const UNWRITTEN = sql`x''`;

export async function insertRow(
  context: Context,
  table: Table,
  given: StoredRecord,
  images: readonly string[],
  origin: ChangeOrigin | undefined,
): Promise<void> {
  const { connection } = context;
  const deletion = takeFromBin(context, table.id, given._id);
  const _version = (deletion?.version ?? 0) + 1;
  const values = valuesOf(table, { ...given, _version }, readingReferred(context));
  const record = toRecord(table.columns, values);
  const text = textOf(table, "insert", () => {
    const names = namesOf(table).map((name) => sql.id(name));
    const retired = table.retired.map((name) => sql.id(name));
    return sql`insert into ${sql.id(table.sql)} (${sql.join([...names, ...retired])})
      values (${sql.join([...values, ...retired.map(() => UNWRITTEN)])})`;
  });
  const row = refusingDuplicates(context, table, record, () => connection.runText(text, values));
  keepAll(context, table, record._id, row.lastRow, undefined, record);
  if (images.length > 0) setImages(context, table.id, record._id, images, {});
  await keepEntry(context, table, {
    kind: deletion === undefined ? "create" : "restore",
    before: undefined,
    after: record,
    origin,
  });
  await refreshCopies(context, table, record._id);
}

export async function updateRow(
  context: Context,
  table: Table,
  id: string,
  changes: RecordUpdate,
  images: readonly string[],
  { releasedUntil, binnedUntil }: ReleaseTimes,
  origin: ChangeOrigin | undefined,
): Promise<void> {
  const stored = selectNumbered(context, table, id);
  if (stored === undefined) throw new Error(`There is no ${table.id} ${id}.`);
  const { record: old } = stored;
  const merged = changedRecord(table, old, changes);
  const referred = readingReferred(context);
  const before = valuesOf(table, old, referred);
  const after = valuesOf(table, merged, referred);
  const record = toRecord(table.columns, after);
  const set = namesOf(table).flatMap((name, at) =>
    before[at] === after[at] ? [] : [sql`${sql.id(name)} = ${after[at]}`],
  );
  // At least the version is another.
  refusingDuplicates(context, table, record, () =>
    context.connection.run(sql`update ${sql.id(table.sql)} set ${sql.join(set)} where ${ID} = ${id}`),
  );
  keepAll(context, table, id, stored.row, old, record);
  const released = { expiresAt: releasedUntil, ...releasedIntoBin(binnedUntil, record) };
  setImages(context, table.id, id, images, released, (name) => names(context, table, stored.row, name));
  const changed = table.columns.filter((_, at) => before[at] !== after[at]);
  await keepEntry(context, table, { kind: "update", before: old, after: record, origin, changed });
  await refreshCopies(context, table, id, new Set(changed.map(({ name }) => name)));
}

/** Whether any column has the image's name. A column in no shape counts too: it must be whole when its field returns. */
function names({ connection }: Context, table: Table, row: number, image: string): boolean {
  const text = textOf(table, "every column", () => {
    const columns = [...table.columns.map((column) => column.sql), ...table.retired];
    return sql`select ${sql.join(columns.map((name) => sql.id(name)))} from ${sql.id(table.sql)}
      where ${ROW} = ${0}`;
  });
  const [values = []] = connection.rows(text, [row]);
  return values.some((value) => typeof value === "string" && value.includes(image));
}

export async function deleteRow(
  context: Context,
  table: Table,
  id: string,
  binnedUntil: string | undefined,
  origin: ChangeOrigin | undefined,
): Promise<void> {
  const stored = selectNumbered(context, table, id);
  if (stored === undefined) return;
  context.connection.run(sql`delete from ${sql.id(table.sql)} where ${ID} = ${id}`);
  keepAll(context, table, id, stored.row, stored.record, undefined);
  setImages(context, table.id, id, [], releasedIntoBin(binnedUntil, stored.record));
  deletePreferences(context, id);
  const change = { kind: "delete", before: stored.record, after: undefined, origin } as const;
  const position = await keepEntry(context, table, change);
  if (binnedUntil === undefined) await purgeBinnedImages(purgeAccess(context, origin), table.id, id);
  else putInBin(context, { table: table.id, id, position, until: binnedUntil });
  await refreshCopies(context, table, id);
}

export async function unprotectRow(
  context: Context,
  table: Table,
  id: string,
  origin: ChangeOrigin | undefined,
): Promise<void> {
  const stored = selectRecord(context, table, id);
  if (stored === undefined) return;
  const record = { ...stored, isProtected: false, _version: (stored._version ?? 0) + 1 };
  const [isProtected, version] = [sql.id(sqlName("isProtected")), sql.id(VERSION_COLUMN)];
  context.connection.run(sql`update ${sql.id(table.sql)}
    set ${isProtected} = 0, ${version} = ${record._version} where ${ID} = ${id}`);
  context.changed?.add(table, stored, record);
  const changed = table.columns.filter(({ name }) => name === "isProtected");
  await keepEntry(context, table, { kind: "update", before: stored, after: record, origin, changed });
}

/** Updates what is derived from a record and stored outside of its row. */
function keepAll(
  context: Context,
  table: Table,
  id: string,
  row: number,
  before: RecordData | undefined,
  after: RecordData | undefined,
): void {
  context.changed?.add(table, before, after);
  keepCounts(context, table, before, after);
  keepReferences(context, table, id, before, after);
  keepSearches(context, table, table.searches.values(), row, before, after);
}

/** SQLite does not say which value a row was refused for: it is looked for then. */
function refusingDuplicates<T>(context: Context, table: Table, record: StoredRecord, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (codeOf(error) !== "SQLITE_CONSTRAINT_UNIQUE") throw error;
    for (const { name, sql: column, type } of table.unique) {
      const value = encode(type, record[name]);
      const other = sql`select 1 from ${sql.id(table.sql)}
        where ${sql.id(column)} = ${value} and ${ID} <> ${record._id}`;
      if (value !== null && context.connection.first(other) !== undefined)
        throw new DuplicateError(table.id, name, String(value));
    }
    // Only an insert can meet a stored `_id`; an update changes none.
    throw new DuplicateError(table.id, "_id", record._id);
  }
}
