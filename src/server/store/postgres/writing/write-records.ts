import { type RawBuilder, sql } from "kysely";
import type { Json, RecordData, StoredRecord } from "../../../../model/record.ts";
import { purgeBinnedImages } from "../../entries/purge.ts";
import { type ReleaseTimes, releasedIntoBin } from "../../entries/released-images.ts";
import type { ChangeOrigin } from "../../journal.ts";
import type { RecordUpdate } from "../../store.ts";
import { changedRecord } from "../../tables/changed-record.ts";
import type { Table, TableColumn } from "../../tables/table.ts";
import type { Access, WriteAccess } from "../access.ts";
import { dropPreferences } from "../accounts.ts";
import type { NamedStatement } from "../connection.ts";
import { countChange } from "../count-records.ts";
import type { DerivedColumn } from "../derived.ts";
import { setUsedImages } from "../images.ts";
import { leaveBin, purgesOn } from "../journal/bin.ts";
import { noteChange } from "../journal/write-entries.ts";
import { namedStatement } from "../named-statement.ts";
import { physicalId } from "../physical-names.ts";
import { KEY, NUMBER, parseStored, recordAt, recordTable, rowOf, storedJson } from "../read-records.ts";
import { readReferred, refreshReferring } from "./copied-values.ts";
import { duplicateOf, findDuplicate } from "./duplicates.ts";
import { writeReferences } from "./write-references.ts";

/** A column's physical name, and what it is to hold. */
type Cell = readonly [column: RawBuilder<unknown>, value: RawBuilder<unknown>];

export async function insertRecord(
  access: WriteAccess,
  table: Table,
  given: StoredRecord,
  images: readonly string[],
  origin: ChangeOrigin | undefined,
): Promise<void> {
  if (access.pending.hasBinned) await access.pending.writeEntries();
  const first = asStored(table, { ...given, _version: 1 });
  const derived = access.derivedOf(table);
  const referred = await readReferred(access, table, derived, first);
  const values = [
    ...table.columns.map((column) => ownValue(column, first)),
    ...derived.map((column) => column.valueIn(first, referred)),
  ];
  const [inserted] = await access.query(insertStatement(table, derived, values));
  if (inserted === undefined) throw await duplicateOf(access, table, first);
  const { version } = inserted;
  const record = version === null ? first : await continueVersions(access, table, first, version);
  countChange(access, table, undefined, record);
  await writeReferences(access, table, record._id, undefined, record);
  if (images.length > 0) await setUsedImages(access, table.id, record._id, images, {});
  const kind = version === null ? "create" : "restore";
  await noteChange(access, table, { kind, before: undefined, after: record, origin });
  await refreshReferring(access, table, record._id, record);
}

/** Answers which version the record had in the bin. */
function insertStatement(
  table: Table,
  derived: readonly DerivedColumn[],
  values: readonly unknown[],
): NamedStatement<{ readonly version: number | null }> {
  const make = () => {
    const columns = [
      ...table.columns.map((column) => physicalId(column.sql)),
      ...derived.map(({ name }) => sql.id(name)),
    ];
    const types = [...table.columns.map(() => "text"), ...derived.map(({ type }) => type)];
    return sql<{ version: number | null }>`insert into ${recordTable(table)} (${sql.join(columns)})
      values (${sql.join(types.map((type) => sql`${""}::${sql.raw(type)}`))})
      on conflict do nothing returning (select version from bin join journal using (position)
        where bin.from_table = ${sql.lit(table.id)} and bin.record_id = ${KEY}) as version`;
  };
  return namedStatement(table, "insert", make, values);
}

/** A record of the bin leaves it, and its versions go on. */
async function continueVersions(
  access: WriteAccess,
  table: Table,
  record: StoredRecord,
  version: number,
): Promise<StoredRecord> {
  const next = asStored(table, { ...record, _version: version + 1 });
  const names = new Set(["_version"]);
  await updateCells(access, table, next, names);
  await leaveBin(access, table.id, record._id);
  return next;
}

export async function changeRecord(
  access: WriteAccess,
  table: Table,
  id: string,
  changes: RecordUpdate,
  images: readonly string[],
  { releasedUntil, binnedUntil }: ReleaseTimes,
  origin: ChangeOrigin | undefined,
): Promise<void> {
  const stored = await rowOf(access, table, id);
  if (stored === undefined) throw new Error(`There is no ${table.id} ${id}.`);
  const { record: old } = stored;
  const record = asStored(table, changedRecord(table, old, changes));
  const changed = table.columns.filter(
    (column) => storedJson(column, old[column.name]) !== storedJson(column, record[column.name]),
  );
  const names = new Set(changed.map(({ name }) => name));
  const unique = table.unique.filter(({ name }) => names.has(name));
  if (unique.length > 0) {
    const duplicate = await findDuplicate(access, table, record, unique);
    if (duplicate !== undefined) throw duplicate;
  }
  await updateCells(access, table, record, names);
  countChange(access, table, old, record);
  await writeReferences(access, table, id, old, record);
  const released = { expiresAt: releasedUntil, ...releasedIntoBin(binnedUntil, record) };
  await setUsedImages(access, table.id, id, images, released, (fileName) =>
    holdsName(access, table, stored.row, fileName),
  );
  await noteChange(access, table, { kind: "update", before: old, after: record, origin, changed });
  await refreshReferring(access, table, id, record, names);
}

export async function dropRecord(
  access: WriteAccess,
  table: Table,
  id: string,
  binnedUntil: string | undefined,
  origin: ChangeOrigin | undefined,
): Promise<void> {
  const stored = await recordAt(access, table, id);
  if (stored === undefined) return;
  await access.query(sql`delete from ${recordTable(table)} where ${KEY} = ${id}`);
  countChange(access, table, stored, undefined);
  await writeReferences(access, table, id, stored, undefined);
  await setUsedImages(access, table.id, id, [], releasedIntoBin(binnedUntil, stored));
  await dropPreferences(access, id);
  const change = { kind: "delete", before: stored, after: undefined, origin } as const;
  await noteChange(access, table, change, binnedUntil);
  if (binnedUntil === undefined) await purgeBinnedImages(purgesOn(access, origin), table.id, id);
  await refreshReferring(access, table, id, undefined);
}

export async function unprotectRecord(
  access: WriteAccess,
  table: Table,
  id: string,
  origin: ChangeOrigin | undefined,
): Promise<void> {
  const stored = await recordAt(access, table, id);
  if (stored === undefined) return;
  const record = { ...stored, isProtected: false, _version: (stored._version ?? 0) + 1 };
  const written = table.columns.filter(({ name }) => name === "isProtected" || name === "_version");
  const names = new Set(written.map(({ name }) => name));
  await updateCells(access, table, record, names);
  const changed = table.columns.filter(({ name }) => name === "isProtected");
  await noteChange(access, table, { kind: "update", before: stored, after: record, origin, changed });
}

/** A record as it will be read. */
function asStored(table: Table, record: StoredRecord): StoredRecord {
  const stored: Record<string, Json> = {};
  for (const column of table.columns)
    Object.defineProperty(stored, column.name, {
      value: parseStored(storedJson(column, record[column.name])),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return {
    ...stored,
    _id: record._id,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    updatedBy: record.updatedBy,
    updatedById: record.updatedById,
    isProtected: record.isProtected,
  };
}

const ownValue = (column: TableColumn, record: RecordData) =>
  column.name === "_id" ? String(record._id) : storedJson(column, record[column.name]);

/** Writes these columns of a stored record, at least its version, and what is derived from them. */
async function updateCells(
  access: Access,
  table: Table,
  record: StoredRecord,
  names: ReadonlySet<string>,
): Promise<void> {
  const derived = access.derivedOf(table).filter(({ column }) => names.has(column));
  const referred = await readReferred(access, table, derived, record);
  const cells: Cell[] = [
    ...table.columns
      .filter(({ name }) => names.has(name))
      .map((column): Cell => [physicalId(column.sql), sql`${ownValue(column, record)}::text`]),
    ...derived.map(
      (column): Cell => [
        sql.id(column.name),
        sql`${column.valueIn(record, referred)}::${sql.raw(column.type)}`,
      ],
    ),
  ];
  await access.query(sql`update ${recordTable(table)}
    set ${sql.join(cells.map(([column, value]) => sql`${column} = ${value}`))}
    where ${KEY} = ${record._id}`);
}

/** Whether any column has the image's name. A column in no shape counts too: it must be whole when its field returns. */
async function holdsName({ query }: Access, table: Table, row: number, image: string): Promise<boolean> {
  const columns = [...table.columns.map((column) => column.sql), ...table.retired].map((name) =>
    physicalId(name),
  );
  const [found] = await query(
    sql<{ holds: boolean }>`select strpos(concat_ws(' ', ${sql.join(columns)}), ${image}) > 0 as holds
      from ${recordTable(table)} where ${NUMBER} = ${row}`,
  );
  return found?.holds === true;
}
