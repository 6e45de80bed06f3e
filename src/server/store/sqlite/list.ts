import { type RawBuilder, sql } from "kysely";
import type { StoredRecord } from "../../../model/record.ts";
import type { StoreListQuery } from "../store.ts";
import type { Context } from "./context.ts";
import { countRecords, filterColumn, filterValues } from "./counts.ts";
import { indexName } from "./names.ts";
import { ID, ROW, recordsAt } from "./records.ts";
import { type Matching, makeMatching } from "./search.ts";
import type { Table } from "./table.ts";

/** Reading a match to sort it costs about as much as passing so many entries of a sort index. */
const SORT_COST = 16;

/** A page of a list, and how many records the whole list has. */
export function listRecords(
  context: Context,
  table: Table,
  query: StoreListQuery,
): { records: StoredRecord[]; total: number } {
  const matching = matchingOf(context, table, query);
  const hidden = query.without && hiddenBy(table, query.without);
  const total = countMatches(context, table, query, matching, hidden);
  return {
    records: recordsAt(context, table, pageRows(context, table, query, matching, hidden, total)),
    total,
  };
}

interface Found {
  readonly row: number;
}

interface Hidden {
  readonly index: RawBuilder<unknown>;
  readonly is: RawBuilder<unknown>;
  readonly isNot: RawBuilder<unknown>;
}

function hiddenBy(table: Table, { field, values }: NonNullable<StoreListQuery["without"]>): Hidden {
  const column = filterColumn(table, field);
  const among = sql`(select value from json_each(${JSON.stringify(filterValues(column, values))}))`;
  return {
    index: sql.id(indexName("filter", table.id, field)),
    is: sql`${sql.id(column.sql)} in ${among}`,
    isNot: sql`(${sql.id(column.sql)} is null or ${sql.id(column.sql)} not in ${among})`,
  };
}

function matchingOf(context: Context, table: Table, { search }: StoreListQuery): Matching | undefined {
  if (search === undefined || search.text === "") return undefined;
  const found = table.searches.get(search.field);
  if (found === undefined) throw new Error(`${table.id}.${search.field} is not searched.`);
  return makeMatching(context, table, found, search.text);
}

function countMatches(
  context: Context,
  table: Table,
  query: StoreListQuery,
  matching: Matching | undefined,
  hidden: Hidden | undefined,
): number {
  const all = matching?.count ?? countRecords(context, table);
  if (hidden === undefined || all === 0) return all;
  const mostHidden = countRecords(context, table, query.without);
  if (matching === undefined || mostHidden === 0) return all - mostHidden;
  const records = sql.id(table.sql);
  const n = sql<{ n: number }>`select count(*) as n`;
  const both =
    mostHidden <= all
      ? sql<{
          n: number;
        }>`${n} from ${records} indexed by ${hidden.index} where ${hidden.is} and ${matching.holds}`
      : sql<{ n: number }>`${n} from ${matching.grams} cross join ${records}
          on ${records}.${ROW} = ${matching.grams}.rowid where ${matching.match} and ${hidden.is}`;
  return all - (context.connection.first(both)?.n ?? 0);
}

/**
 * The page's row numbers. A page in the far half is read from the end. Few matches of a search are read and sorted;
 * many are met soon on the way along the sort index, so that is walked: never more than half of it.
 */
function pageRows(
  context: Context,
  table: Table,
  query: StoreListQuery,
  matching: Matching | undefined,
  hidden: Hidden | undefined,
  total: number,
): number[] {
  const limit = Math.min(query.limit, total - query.offset);
  if (limit <= 0) return [];
  const fromEnd = query.offset > total / 2;
  const offset = fromEnd ? total - query.offset - limit : query.offset;
  const descending = fromEnd !== (query.sort.order === "desc");
  const sort = table.sorts.get(query.sort.field);
  if (sort === undefined) throw new Error(`${table.id} is not sorted by ${query.sort.field}.`);

  const records = sql.id(table.sql);
  const direction = descending ? sql`desc` : sql`asc`;
  const page = sql`order by ${sql.id(sort.sql)} collate nocase ${direction}, ${ID} ${direction}
    limit ${limit} offset ${offset}`;
  const shown = hidden?.isNot ?? sql`true`;
  const holds = matching?.holds ?? sql`true`;
  const walked = ((offset + limit) * countRecords(context, table)) / total;
  const found = context.connection.all(
    matching?.few !== undefined
      ? sql<Found>`select ${ROW} as "row" from ${records}
          where ${ROW} in (select value from json_each(${matching.few})) and ${shown} ${page}`
      : matching !== undefined && matching.count * SORT_COST <= walked
        ? sql<Found>`select ${records}.${ROW} as "row" from ${matching.grams} cross join ${records}
            on ${records}.${ROW} = ${matching.grams}.rowid where ${matching.match} and ${shown} ${page}`
        : sql<Found>`select ${ROW} as "row" from ${records} indexed by ${sql.id(sort.index)}
            where ${shown} and ${holds} ${page}`,
  );
  const rows = found.map(({ row }) => row);
  return fromEnd ? rows.reverse() : rows;
}
