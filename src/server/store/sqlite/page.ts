import { sql } from "kysely";
import type { StoreListQuery } from "../store.ts";
import type { Context } from "./context.ts";
import { countRecords } from "./counts.ts";
import type { Hidden } from "./hidden.ts";
import { ID, ROW } from "./records.ts";
import type { Matching } from "./search.ts";
import type { Table } from "./table.ts";
import { textOf } from "./texts.ts";

/** Reading a match to sort it costs about as much as passing so many entries of a sort index. */
const SORT_COST = 16;

export interface Page {
  readonly offset: number;
  /** Of records that there are: at least one. */
  readonly limit: number;
  readonly total: number;
  readonly sort: StoreListQuery["sort"];
}

/**
 * The page's row numbers. A page in the far half is read from the end. Few matches of a search are read and sorted;
 * many are met soon on the way along the sort index, so that is walked: never more than half of it.
 */
export function pageRows(
  context: Context,
  table: Table,
  { offset, limit, total, sort }: Page,
  matching: Matching | undefined,
  hidden: Hidden | undefined,
): number[] {
  const index = table.sorts.get(sort.field);
  if (index === undefined) throw new Error(`${table.id} is not sorted by ${sort.field}.`);
  const fromEnd = offset > total / 2;
  const skipped = fromEnd ? total - offset - limit : offset;
  const direction = fromEnd !== (sort.order === "desc") ? "desc" : "asc";
  const walked = () => ((skipped + limit) * countRecords(context, table)) / total;
  const way =
    matching === undefined
      ? "all"
      : matching.few !== undefined
        ? "few"
        : matching.count * SORT_COST <= walked()
          ? "matches"
          : "walk";

  const text = textOf(
    context.connection,
    table,
    JSON.stringify(["page", way, matching?.column, hidden?.field, sort.field, direction]),
    () => {
      const records = sql.id(table.sql);
      const number = sql`${records}.${ROW}`;
      const grams = matching?.grams;
      const walk = sql`${records} indexed by ${sql.id(index.index)}`;
      const from = {
        all: sql`${walk} where true`,
        walk: sql`${walk} where ${matching?.holds}`,
        few: sql`${records} where ${number} in (select value from json_each(${""}))`,
        matches: sql`${grams} cross join ${records} on ${number} = ${grams}.rowid where ${matching?.match}`,
      }[way];
      const order = sql.raw(direction);
      return sql`select ${number} from ${from} and ${hidden?.isNot ?? sql`true`}
        order by ${sql.id(index.sql)} collate nocase ${order}, ${ID} ${order} limit ${0} offset ${0}`;
    },
  );
  const values = {
    all: [],
    walk: matching?.held ?? [],
    few: [matching?.few ?? "[]"],
    matches: [matching?.wanted ?? ""],
  }[way];
  const rows = context.connection
    .rows(text, [...values, ...(hidden === undefined ? [] : [hidden.values]), limit, skipped])
    .map(([row]) => Number(row));
  return fromEnd ? rows.reverse() : rows;
}
