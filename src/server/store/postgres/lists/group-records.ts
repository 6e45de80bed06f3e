import { type RawBuilder, sql } from "kysely";
import { readPath } from "../../../../record/path.ts";
import type { StoreGroups, StoreGroupsQuery } from "../../store-queries.ts";
import { type FoundGroups, makeFoundSpans, makeFoundValues } from "../../tables/found-groups.ts";
import type { Table } from "../../tables/table.ts";
import { filterKeyValue, isCounted, type TableFilter } from "../../tables/table-filter.ts";
import type { SqlValue } from "../../tables/values.ts";
import type { Access } from "../access.ts";
import { countAll } from "../count-records.ts";
import { filterColumnName } from "../derived.ts";
import { keyedValue } from "../keys.ts";
import { physicalId } from "../physical-names.ts";
import { parseStored, recordTable } from "../read-records.ts";
import { type AskedTests, allHold, askedTestsOf, columnFor } from "./conditions.ts";
import { streamRecords } from "./stream.ts";

/** In one snapshot. */
export async function readGroups(
  access: Access,
  table: Table,
  asked: StoreGroupsQuery,
): Promise<StoreGroups> {
  const { by, starts, sum } = asked;
  const found = starts === undefined ? makeFoundValues(sum !== undefined) : makeFoundSpans(starts);
  const tests = askedTestsOf(table, asked);
  const isAll = tests.keys.length === 0 && tests.plain.length === 0;
  const counted = sum === undefined && isAll ? countedFilter(table, by) : undefined;
  columnFor(table, by);
  if (sum !== undefined) columnFor(table, sum);
  if (counted !== undefined) await takeCounts(access, table, counted, found);
  else if (tests.plain.length === 0 && (sum === undefined || table.byName.has(sum)))
    await takeGroups(access, table, asked, tests, found);
  else await takeRecords(access, table, asked, tests, found);
  return found.answer();
}

/** The filter by whose values all records are counted already. */
function countedFilter(table: Table, by: string): TableFilter | undefined {
  return table.filters.find((one) => {
    // Of values inside others the counts do not tell a number from its text.
    const isPlain = one.by !== "filled" && one.type !== "any";
    return one.field === by && isPlain && isCounted(one);
  });
}

async function takeCounts(
  access: Access,
  table: Table,
  { field, type }: TableFilter,
  found: FoundGroups,
): Promise<void> {
  let rest = await countAll(access, table);
  const rows = await access.query(
    sql<{ value: string; n: number }>`select value, sum(n)::bigint as n from record_counts
      where from_table = ${table.id} and field = ${field} group by value having sum(n) > 0
      order by n desc limit ${MAX_GROUPED}`,
  );
  for (const { value, n } of rows) {
    rest -= n;
    found.add(countedValue(type, value), n, 0);
  }
  if (rest > 0) found.add(null, rest, 0);
}

/** Values are kept apart up to so many. */
const MAX_GROUPED = 100_000;

function countedValue(type: TableFilter["type"], text: string): SqlValue {
  if (type === "boolean") return text === "true" ? 1 : text === "false" ? 0 : text;
  return type === "text" ? text : Number(text);
}

interface Group {
  readonly value: string | null;
  readonly n: number;
  readonly amount: number | null;
}

/** The database groups them, by their values as JSON or by the keys of a filter. */
async function takeGroups(
  access: Access,
  table: Table,
  { by, sum }: StoreGroupsQuery,
  { keys }: AskedTests,
  found: FoundGroups,
): Promise<void> {
  const filter = table.filters.find(({ field, by: how }) => field === by && how !== "filled");
  const own = table.byName.get(by);
  const isKeyed = own === undefined || filter?.by === "moment";
  if (isKeyed && filter === undefined)
    return takeRecords(access, table, { by, ...(sum && { sum }) }, { keys, plain: [] }, found);
  const key = isKeyed ? sql.id(filterColumnName(by)) : physicalId(own.sql);
  // The first character says what kind of value it is: JSON's quote, or a key's letter.
  const value = found.length > 0 ? sql`left(${key}, ${found.length + 1}::integer)` : key;
  const rows = await access.query(
    sql<Group>`select ${value} as value, count(*) as n, ${sumOf(table, sum)} as amount
      from ${recordTable(table)} where ${allHold(keys)} group by 1 order by 2 desc`,
  );
  for (const { value, n, amount } of rows) {
    const stored = found.length > 0 ? (value?.slice(1) ?? null) : isKeyed ? keyedValue(value) : plain(value);
    found.add(stored, n, amount ?? 0);
  }
}

function sumOf(table: Table, sum: string | undefined): RawBuilder<unknown> {
  const column = sum === undefined ? undefined : table.byName.get(sum);
  if (column === undefined) return sql`0`;
  const own = physicalId(column.sql);
  return sql`sum(case when ${own} ~ '^-?[0-9]' then ${own}::float8 end)`;
}

function plain(stored: string | null): SqlValue {
  const value = parseStored(stored);
  if (typeof value === "boolean") return Number(value);
  return typeof value === "object" ? null : value;
}

async function takeRecords(
  access: Access,
  table: Table,
  { by, sum }: StoreGroupsQuery,
  tests: AskedTests,
  found: FoundGroups,
): Promise<void> {
  const fields = sum === undefined ? [by] : [by, sum];
  const isMoment = table.filters.some(({ field, by: how }) => field === by && how === "moment");
  for await (const some of streamRecords(access, table, tests, { fields }))
    for (const { record } of some) {
      const own = readPath(record, by) ?? null;
      const value = isMoment ? filterKeyValue("moment", own) : own;
      const amount = sum === undefined ? 0 : readPath(record, sum);
      const stored = typeof value === "boolean" ? Number(value) : typeof value === "object" ? null : value;
      const part = found.length > 0 && typeof stored === "string" ? stored.slice(0, found.length) : stored;
      found.add(part, 1, typeof amount === "number" ? amount : 0);
    }
}
