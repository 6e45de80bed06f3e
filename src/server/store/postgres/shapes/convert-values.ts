import { sql } from "kysely";
import type { Json } from "../../../../model/record.ts";
import { REAL_TURNS, turnWhenDue } from "../../../in-turns.ts";
import { sampleValue } from "../../sample-value.ts";
import { type SeenColumns, seenAs } from "../../tables/seen-columns.ts";
import type { DeclaredColumn, Table } from "../../tables/table.ts";
import type { Query } from "../connection.ts";
import { physicalId, physicalName } from "../physical-names.ts";
import { KEY, NEVER_WRITTEN, NUMBER, parseStored, recordTable, storedJson } from "../read-records.ts";
import { columnsIn, type PhysicalColumns } from "./stored-columns.ts";

interface ConvertedValue {
  readonly row: number;
  /** As it is now, never null. */
  readonly stored: string;
  /** undefined: it cannot be of the column's kind, and no sample's value replaces it. */
  readonly converted: string | null | undefined;
}

/** What a shape is compared with. */
export interface StoredState {
  readonly query: Query;
  readonly seen: SeenColumns;
  readonly physical: PhysicalColumns;
  /** What tables were last made for, as JSON. */
  readonly plans: ReadonlyMap<string, string>;
}

const MAX_BATCH_ROWS = 1000;
/** About how many characters of values are read at once; so many are converted between two turns at most. */
const MAX_BATCH_LENGTH = 64_000;

/** The values of a column that the table has, in batches. Skips records without a value. */
export async function* valueConversions(
  state: StoredState,
  table: Table,
  column: DeclaredColumn,
): AsyncGenerator<readonly ConvertedValue[]> {
  const { query, seen } = state;
  const { type, kind } = seenAs(seen, table, column);
  const isCurrent = type === column.type && kind === column.kind;
  const isRevealed = column.reveals?.(kind) === true;
  const own = physicalId(column.sql);
  const due = turnWhenDue();
  let since = 0;
  /** After each value: gives others a turn after some time, or after many characters. */
  async function turn(length: number): Promise<void> {
    since += length;
    if (since < MAX_BATCH_LENGTH) return due();
    since = 0;
    await REAL_TURNS.turn();
  }

  async function convert(row: number, stored: string): Promise<string | null | undefined> {
    if (stored === NEVER_WRITTEN) return storedJson(column, column.default);
    if (isCurrent) return stored;
    if (isRevealed) return undefined;
    const converted = (await column.convert(parseStored(stored))) ?? (await ofSample(row));
    return converted === undefined ? undefined : storedJson(column, converted);
  }
  async function ofSample(row: number): Promise<Json | undefined> {
    const { samples, label } = table;
    const [record] = samples === undefined ? [] : await namedRows(state, table, [row]);
    return record?.isProtected === true ? sampleValue(samples ?? [], label, column, record) : undefined;
  }

  let limit = 1;
  for (let last = 0; ; ) {
    const rows = await query(
      sql<{
        row: number;
        stored: string;
      }>`select ${NUMBER} as row, ${own} as stored from ${recordTable(table)}
        where ${NUMBER} > ${last} and ${own} is not null order by ${NUMBER} limit ${limit}`,
    );
    if (rows.length === 0) return;
    const values: ConvertedValue[] = [];
    for (const { row, stored } of rows) {
      values.push({ row, stored, converted: await convert(row, stored) });
      await turn(stored.length + 1);
    }
    yield values;
    last = rows.at(-1)?.row ?? last;
    // The next values are expected to be as long as these.
    const length = rows.reduce((sum, { stored }) => sum + stored.length + 1, 0);
    limit = Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor((MAX_BATCH_LENGTH * rows.length) / length)));
  }
}

/** Converts the stored values of a column; all must be convertible. Answers whether any changed. */
export async function convertColumn(
  state: StoredState,
  table: Table,
  column: DeclaredColumn,
): Promise<boolean> {
  const own = physicalId(column.sql);
  let isChanged = false;
  for await (const values of valueConversions(state, table, column)) {
    const changed = values.filter(({ stored, converted }) => converted !== stored);
    if (changed.length === 0) continue;
    isChanged = true;
    await state.query(sql`update ${recordTable(table)} set ${own} = fit.value
      from unnest(${changed.map(({ row }) => row)}::bigint[],
        ${changed.map(({ converted }) => converted ?? null)}::text[]) as fit (row, value)
      where ${NUMBER} = fit.row`);
  }
  return isChanged;
}

/** The columns that some record has no value of, because it was written while they were in no shape. */
export async function columnsNeverWritten(
  { query }: StoredState,
  table: Table,
  columns: readonly DeclaredColumn[],
): Promise<readonly DeclaredColumn[]> {
  const lacking: DeclaredColumn[] = [];
  for (const column of columns) {
    const [found] = await query(
      sql`select 1 from ${recordTable(table)} where ${physicalId(column.sql)} = ${NEVER_WRITTEN} limit 1`,
    );
    if (found !== undefined) lacking.push(column);
  }
  return lacking;
}

interface NamedRow {
  readonly _id: string;
  /** "" if it has none that may be read. */
  readonly label: string;
  readonly isProtected: boolean;
}

/** The records of some rows, by their order. The column of their labels may be new, or have held secrets. */
export async function namedRows(
  { query, seen, physical }: StoredState,
  table: Table,
  rows: readonly number[],
): Promise<NamedRow[]> {
  const column = table.byName.get(table.label);
  const declared = table.declared.find(({ name }) => name === table.label);
  const isReadable =
    column !== undefined &&
    columnsIn(physical, table).has(physicalName(column.sql)) &&
    (declared === undefined || declared.reveals?.(seenAs(seen, table, declared).kind) !== true);
  const label = isReadable ? physicalId(column.sql) : sql`null::text`;
  const isProtected = physicalId(table.byName.get("isProtected")?.sql ?? "");
  const found = await query(
    sql<{
      id: string;
      label: string | null;
      protected: string | null;
    }>`select ${KEY} as id, ${label} as label,
      ${isProtected} as protected from ${recordTable(table)}
      where ${NUMBER} = any(${[...rows]}::bigint[]) order by ${NUMBER}`,
  );
  return found.map((one) => ({
    _id: one.id,
    label: column?.name === "_id" ? one.id : String(parseStored(one.label) ?? ""),
    isProtected: one.protected === "true",
  }));
}
