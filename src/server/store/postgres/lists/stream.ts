import { type RawBuilder, sql } from "kysely";
import type { PlainFilter } from "../../../../model/filter.ts";
import type { RecordData } from "../../../../model/record.ts";
import { matchesFilter } from "../../../../record/filter.ts";
import type { Table, TableColumn } from "../../tables/table.ts";
import type { Access } from "../access.ts";
import { physicalId } from "../physical-names.ts";
import { KEY, NUMBER, parseStored, recordTable } from "../read-records.ts";
import { type AskedTests, allHold, columnFor } from "./conditions.ts";

/** How many records are read at once; fewer where they may be long. */
const BATCH = 2048;
const LONG_BATCH = 64;

interface Streamed {
  readonly row: number;
  readonly found: boolean | null;
  readonly [column: string]: unknown;
}

/** A record of a stream, with the values that were asked for alone. */
interface StreamedRecord {
  readonly row: number;
  readonly record: RecordData;
}

/**
 * The records for which everything holds, of at most so many that are read; those of the values are parsed and tested here. In a
 * transaction.
 */
export async function* streamRecords(
  { query }: Pick<Access, "query">,
  table: Table,
  { keys, plain, any }: AskedTests,
  asked: {
    readonly fields?: readonly string[];
    readonly order?: RawBuilder<unknown>;
    readonly most?: number;
    readonly lead?: RawBuilder<unknown>;
  } = {},
): AsyncGenerator<StreamedRecord[]> {
  const { fields = [], order, most, lead = sql`true` } = asked;
  const names = new Set([...plain, ...(any?.or ?? [])].map(({ field }) => columnFor(table, field)));
  for (const field of fields) names.add(columnFor(table, field));
  const columns = table.columns.filter(({ name }) => names.has(name));
  const values = columns.map((column, at) => sql`${storedIn(column)} as ${sql.id(`c${at}`)}`);
  const found =
    any === undefined || any.searches.length === 0
      ? sql`false`
      : sql`(${sql.join([...any.searches], sql` or `)})`;
  const ordered = order ?? sql`order by ${NUMBER}`;
  const limit = most === undefined ? sql`` : sql`limit ${most}`;
  const isLong = columns.some(
    ({ name }) => table.declared.find((one) => one.name === name)?.mayBeLong === true,
  );
  const batch = sql.lit(isLong ? LONG_BATCH : BATCH);
  await query(
    sql`declare streamed no scroll cursor for select ${sql.join([
      sql`${NUMBER} as row, ${allHold(keys)} as hit, ${found} as found`,
      ...values,
    ])} from ${recordTable(table)} where ${lead} ${ordered} ${limit}`,
  );
  try {
    for (;;) {
      const rows = await query(sql<Streamed & { hit: boolean }>`fetch forward ${batch} from streamed`);
      if (rows.length === 0) return;
      yield rows.flatMap((row) => {
        if (!row.hit) return [];
        const record: RecordData = Object.fromEntries(
          columns.map(({ name }, at) => {
            const stored = row[`c${at}`];
            const isKey = name === "_id";
            return [name, isKey ? String(stored) : parseStored(typeof stored === "string" ? stored : null)];
          }),
        );
        const holds =
          matchesFilter(plain, record) &&
          (any === undefined || row.found === true || anyHolds(any.or, record));
        return holds ? [{ row: row.row, record }] : [];
      });
    }
  } finally {
    // After an error it is closed with the transaction.
    await query(sql`close streamed`).catch(() => undefined);
  }
}

const storedIn = ({ name, sql: column }: TableColumn) => (name === "_id" ? KEY : physicalId(column));

const anyHolds = (or: PlainFilter, record: RecordData) =>
  or.some((condition) => matchesFilter([condition], record));
