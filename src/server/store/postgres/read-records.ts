import { type RawBuilder, sql } from "kysely";
import type { Json, StoredRecord } from "../../../model/record.ts";
import { sqlName } from "../tables/names.ts";
import { recordOf } from "../tables/record-of.ts";
import type { Table, TableColumn } from "../tables/table.ts";
import { decode, encode } from "../tables/values.ts";
import type { Access } from "./access.ts";
import { uniqueColumn } from "./derived.ts";
import { valueKey } from "./keys.ts";
import { namedStatement } from "./named-statement.ts";
import { physicalId } from "./physical-names.ts";

/** Each record's own number, in the order in which they were made. */
export const NUMBER = sql.id("row$");
export const KEY = sql.id(sqlName("_id"));

export const recordTable = (table: Table): RawBuilder<unknown> => physicalId(table.sql);

/** In a column that was in no shape when the record was made: once it is again, the record gets its default. */
export const NEVER_WRITTEN = "";

/** A value as its column has it: JSON, of what the other engine would answer. */
export function storedJson({ type }: TableColumn, value: Json | undefined): string | null {
  const encoded = encode(type, value);
  return encoded === null ? null : JSON.stringify(type === "json" ? value : decode(type, encoded));
}

export function parseStored(stored: string | null): Json {
  return stored === null || stored === NEVER_WRITTEN ? null : JSON.parse(stored);
}

interface RowRecord {
  readonly row: number;
  readonly record: StoredRecord;
  readonly also: string | null;
}

interface Selected {
  readonly row: number;
  readonly id: string;
  readonly also: string | null;
  readonly [column: string]: string | number | null;
}

/**
 * @param rest all that follows `where`
 * @param also a text that is read in the same snapshot
 */
export async function selectRows(
  { query }: Access,
  table: Table,
  columns: readonly TableColumn[],
  rest: RawBuilder<unknown>,
  also: RawBuilder<unknown> = sql`null`,
): Promise<RowRecord[]> {
  return rowRecords(columns, await query(selection(table, columns, rest, also)));
}

function selection(
  table: Table,
  columns: readonly TableColumn[],
  rest: RawBuilder<unknown>,
  also: RawBuilder<unknown> = sql`null`,
): RawBuilder<Selected> {
  const others = columns.filter(({ name }) => name !== "_id");
  const values = others.map(({ sql: name }, at) => sql`${physicalId(name)} as ${sql.id(`c${at}`)}`);
  return sql<Selected>`select ${sql.join([sql`${NUMBER} as row, ${KEY} as id, ${also} as also`, ...values])}
    from ${recordTable(table)} where ${rest}`;
}

function rowRecords(columns: readonly TableColumn[], found: readonly Selected[]): RowRecord[] {
  return found.map((row) => {
    let at = -1;
    return {
      row: row.row,
      also: row.also,
      record: recordOf(columns, ({ name }) => {
        if (name === "_id") return row.id;
        at += 1;
        const stored = row[`c${at}`];
        return parseStored(typeof stored === "string" ? stored : null);
      }),
    };
  });
}

export async function rowOf({ query }: Access, table: Table, id: string): Promise<RowRecord | undefined> {
  const make = () => selection(table, table.columns, sql`${KEY} = ${""}`);
  const found = await query<Selected>(namedStatement(table, "row of id", make, [id]));
  return rowRecords(table.columns, found)[0];
}

export async function recordAt(access: Access, table: Table, id: string): Promise<StoredRecord | undefined> {
  return (await rowOf(access, table, id))?.record;
}

/** The listed columns, in the order asked; records that do not exist are left out. */
export async function getRecords(
  access: Access,
  table: Table,
  ids: readonly string[],
): Promise<StoredRecord[]> {
  if (ids.length === 0) return [];
  const found = await selectRows(access, table, table.listed, sql`${KEY} = any(${[...ids]}::text[])`);
  const byId = new Map(found.map(({ record }) => [record._id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The listed columns of records by row number, in the order asked. */
export async function recordsOfRows(
  access: Access,
  table: Table,
  rows: readonly number[],
): Promise<StoredRecord[]> {
  if (rows.length === 0) return [];
  const found = await selectRows(access, table, table.listed, sql`${NUMBER} = any(${[...rows]}::bigint[])`);
  const byRow = new Map(found.map(({ row, record }) => [row, record]));
  return rows.flatMap((row) => byRow.get(row) ?? []);
}

export async function idsOfRows({ query }: Access, table: Table, rows: readonly number[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const found = await query(
    sql<{ row: number; id: string }>`select ${NUMBER} as row, ${KEY} as id from ${recordTable(table)}
      where ${NUMBER} = any(${[...rows]}::bigint[])`,
  );
  const byRow = new Map(found.map(({ row, id }) => [row, id]));
  return rows.flatMap((row) => byRow.get(row) ?? []);
}

export async function walkRecords(
  access: Access,
  table: Table,
  after: string | undefined,
  limit: number,
): Promise<StoredRecord[]> {
  const rest = sql`${KEY} > ${after ?? ""} order by ${KEY} limit ${limit}`;
  return (await selectRows(access, table, table.columns, rest)).map(({ record }) => record);
}

export async function findUnique(
  access: Access,
  table: Table,
  column: string,
  value: string,
): Promise<StoredRecord | undefined> {
  const unique = table.unique.find(({ name }) => name === column);
  if (unique === undefined) throw new Error(`${table.id}.${column} is not unique.`);
  const own = sql.id(uniqueColumn(table, column));
  const [found] = await selectRows(
    access,
    table,
    table.columns,
    sql`${own} = ${valueKey(encode(unique.type, value))}`,
  );
  return found?.record;
}
