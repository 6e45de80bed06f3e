import { sql } from "kysely";
import type { Steps } from "../../../compiler/steps.ts";
import type { Json } from "../../../model/record.ts";
import { REAL_TURNS } from "../../in-turns.ts";
import { sampleValue } from "../sample-value.ts";
import type { ColumnType } from "../table-shape.ts";
import { convertedColumn, sqlName } from "../tables/names.ts";
import { type SeenColumn, type SeenColumns, seenAs, unseen } from "../tables/seen-columns.ts";
import type { DeclaredColumn, Table } from "../tables/table.ts";
import type { SqlValue } from "../tables/values.ts";
import { decode, encode } from "../tables/values.ts";
import { type Connection, compiled } from "./driver.ts";
import { ID, ROW } from "./records.ts";

export const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  text: "text",
  number: "real",
  integer: "integer",
  boolean: "integer",
  json: "text",
};

interface StoredValue {
  readonly row: number;
  /** null: a record from when the column was in no shape; it gets the default. */
  readonly stored: SqlValue;
  /** undefined: it cannot be of the column's kind, and no sample's value replaces it. */
  readonly converted: SqlValue | undefined;
}

const MAX_BATCH_ROWS = 100;
/** About how many characters of values are read at once; so many are converted between two turns at most. */
const MAX_BATCH_LENGTH = 64_000;
/** How long converting, and what the caller does with each value, blocks the event loop. */
const MAX_SLICE_MS = 10;

/** The values of a column that the table has, with turns of the event loop in between. Skips records without a value. */
export async function* storedValues(
  connection: Connection,
  table: Table,
  column: DeclaredColumn,
  seen: SeenColumns,
): AsyncGenerator<StoredValue> {
  const { type, kind } = seenAs(seen, table, column);
  const isCurrent = type === column.type && kind === column.kind;
  const value = sql.id(column.sql);
  const text = compiled(sql`select ${ROW}, case typeof(${value}) when 'blob' then null else ${value} end
    from ${sql.id(table.sql)} where ${ROW} > ${0} and ${value} is not null
    order by ${ROW} limit ${1}`);
  const isRevealed = column.reveals?.(kind) === true;
  const convert = async (row: number, stored: SqlValue): Promise<SqlValue | undefined> => {
    if (stored === null) return encode(column.type, column.default);
    const decoded = isCurrent ? null : decode(type, stored);
    if (decoded === null) return stored;
    if (isRevealed) return undefined;
    const converted = (await column.convert(decoded)) ?? (await sampleValueOf(row));
    return converted === undefined ? undefined : encode(column.type, converted);
  };
  const sampleValueOf = async (row: number): Promise<Json | undefined> => {
    const { samples, label } = table;
    const record = samples && namedRecords(connection, table, [row], seen)[0];
    return record?.isProtected === true ? sampleValue(samples ?? [], label, column, record) : undefined;
  };
  let last = 0;
  let limit = 1;
  let since = performance.now();
  for (;;) {
    const rows = connection.rows(text, [last, limit]);
    if (rows.length === 0) return;
    let length = 0;
    let inSlice = 0;
    for (const [row, stored = null] of rows) {
      last = Number(row);
      yield { row: last, stored, converted: await convert(last, stored) };
      const own = typeof stored === "string" ? stored.length + 1 : 1;
      length += own;
      inSlice += own;
      if (inSlice < MAX_BATCH_LENGTH && performance.now() - since < MAX_SLICE_MS) continue;
      await REAL_TURNS.turn();
      inSlice = 0;
      since = performance.now();
    }
    // The next values are expected to be as long as these.
    limit = Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor((MAX_BATCH_LENGTH * rows.length) / length)));
    await REAL_TURNS.turn();
    since = performance.now();
  }
}

/**
 * Converts the stored values of a column to its shape; all must be convertible, and no index may be on it. Where its SQL
 * type changes, a new column replaces it: a column's type decides how its values compare. Answers whether any value changed.
 */
export async function convertColumnValues(
  connection: Connection,
  table: Table,
  column: DeclaredColumn,
  seen: SeenColumns,
): Promise<boolean> {
  const records = sql.id(table.sql);
  const wanted = SQL_TYPES[column.type];
  const moves = typesIn(connection, table).get(column.sql)?.toLowerCase() !== wanted;
  const target = sql.id(moves ? convertedColumn(column.name) : column.sql);
  if (moves) connection.run(sql`alter table ${records} add column ${target} ${sql.raw(wanted)} default null`);
  const text = compiled(sql`update ${records} set ${target} = ${""} where ${ROW} = ${0}`);
  let changed = moves;
  for await (const { row, stored, converted = null } of storedValues(connection, table, column, seen)) {
    if (!moves && stored !== null && stored === converted) continue;
    connection.runText(text, [converted, row]);
    changed = true;
  }
  if (!moves) return changed;
  connection.run(sql`alter table ${records} drop column ${sql.id(column.sql)}`);
  connection.run(sql`alter table ${records} rename column ${target} to ${sql.id(column.sql)}`);
  return changed;
}

/** The columns that some record has no value of, because it was written while they were in no shape. */
export function* columnsLackingValues(
  { rows }: Connection,
  table: Table,
  columns: readonly DeclaredColumn[],
): Steps<readonly DeclaredColumn[]> {
  if (columns.length === 0) return [];
  const lacks = (at: number) => sql.id(`lacks$${at}`);
  const each = columns.map((column, at) => sql`typeof(${sql.id(column.sql)}) = 'blob' as ${lacks(at)}`);
  const any = columns.map((_, at) => sql`max(${lacks(at)})`);
  const text = compiled(sql`select max(${ROW}), ${sql.join(any)} from (select ${ROW}, ${sql.join(each)}
    from ${sql.id(table.sql)} where ${ROW} > ${0} order by ${ROW} limit ${1})`);
  const limit = Math.ceil(MAX_STEP_VALUES / columns.length);
  const lacking = new Set<DeclaredColumn>();
  let last: SqlValue = 0;
  for (;;) {
    yield;
    const [[reached = null, ...found] = []]: SqlValue[][] = rows(text, [last, limit]);
    if (reached === null) return [...lacking];
    last = reached;
    for (const [at, column] of columns.entries()) if (found[at] === 1) lacking.add(column);
  }
}

/** About 5 ms. */
const MAX_STEP_VALUES = 50_000;

/** A record as people know it. */
interface NamedRecord {
  readonly _id: string;
  /** "" if it has none that may be read. */
  readonly label: string;
  readonly isProtected: boolean;
}

/** The records of some rows, by their order. The column of their labels may be new, or have held secrets. */
export function namedRecords(
  connection: Connection,
  table: Table,
  rows: readonly number[],
  seen: SeenColumns,
): NamedRecord[] {
  const column = table.byName.get(table.label);
  const declared = table.declared.find(({ name }) => name === table.label);
  const isReadable =
    column !== undefined &&
    typesIn(connection, table).has(column.sql) &&
    (declared === undefined || declared.reveals?.(seenAs(seen, table, declared).kind) !== true);
  const label = isReadable ? sql.id(column.sql) : sql`null`;
  const found = connection.all(
    sql<{ id: string; label: unknown; isProtected: unknown }>`select ${ID} as id, ${PROTECTED} as isProtected,
      case typeof(${label}) when 'blob' then null else ${label} end as label
      from ${sql.id(table.sql)} where ${ROW} in (${sql.join([...rows])}) order by ${ROW}`,
  );
  return found.map((one) => ({
    _id: one.id,
    label: String(one.label ?? ""),
    isProtected: one.isProtected === 1,
  }));
}

const PROTECTED = sql.id(sqlName("isProtected"));

/** The SQL types of a table's columns, by SQL name; none where there is no such table. */
export function typesIn(connection: Connection, table: Table): ReadonlyMap<string, string> {
  const found = connection.all(
    sql<{ name: string; type: string }>`select name, type from pragma_table_info(${table.sql})`,
  );
  return new Map(found.map(({ name, type }) => [name, type]));
}

/** Grouped, because the driver takes 40 ms for the ten thousand rows of a large config. */
const SEEN = `select from_table, json_group_array(json_array(name, type, kind)) from record_columns group by from_table`;

export function readSeen({ rows }: Pick<Connection, "rows">): SeenColumns {
  const seen = new Map<string, ReadonlyMap<string, SeenColumn>>();
  for (const [table, columns] of rows(SEEN, [])) {
    const all: [name: string, type: ColumnType, kind: string][] = JSON.parse(String(columns));
    seen.set(String(table), new Map(all.map(([name, type, kind]) => [name, { type, kind }])));
  }
  return seen;
}

const KEEP = `insert into record_columns (from_table, name, type, kind) values (?, ?, ?, ?)
  on conflict (from_table, name) do update set type = excluded.type, kind = excluded.kind`;

export function keepSeen({ runText }: Connection, table: Table, seen: SeenColumns): void {
  for (const { name, type, kind } of unseen(table, seen)) runText(KEEP, [table.id, name, type, kind]);
}
