import { sql } from "kysely";
import type { Steps } from "../../../../compiler/steps.ts";
import type { PlainFilter } from "../../../../model/filter.ts";
import { MAX_TOTAL, type StoreListAnswer, type StoreListQuery } from "../../store.ts";
import { type Context, textOf } from "../context.ts";
import { countRecords } from "../counts.ts";
import type { SqlValue } from "../driver.ts";
import { makeHidden } from "../hidden.ts";
import { ID, ROW, recordsAt } from "../records.ts";
import { findMatches } from "../search/matches.ts";
import type { Table } from "../table.ts";
import { conditionsOf } from "./conditions.ts";

/** A page of a filtered list. */
export function* selectFiltered(
  context: Context,
  table: Table,
  { offset, limit, sort, search, without, filter }: StoreListQuery & { readonly filter: PlainFilter },
): Steps<StoreListAnswer> {
  const matches =
    search === undefined || search.text === "" ? undefined : yield* findMatches(context, table, search);
  const hidden = without && makeHidden(context, table, without);
  const { key, hold, values } = conditionsOf(table, filter);
  const index = table.sorts.get(sort.field);
  if (index === undefined) throw new Error(`${table.id} is not sorted by ${sort.field}.`);
  const direction = sql.raw(sort.order);
  const given: SqlValue[] = [
    ...values,
    ...(hidden ? [hidden.values] : []),
    ...(matches ? [matches.needle] : []),
  ];
  const where = sql`${hold} and ${hidden?.isNot ?? sql`true`} and ${matches?.holds ?? sql`true`}`;
  const isExact = filter.length === 1 && filter[0]?.op === "eq";
  const most = isExact ? -1 : MAX_TOTAL + 1;
  const kind = JSON.stringify([key, hidden?.field, matches?.column, sort]);
  const counting = textOf(
    table,
    `count filtered ${kind}`,
    () => sql`select count(*) from (select 1 from ${sql.id(table.sql)} where ${where} limit ${0})`,
  );
  const counted = Number(context.connection.rows(counting, [...given, most])[0]?.[0] ?? 0);
  const reading = textOf(
    table,
    `filtered ${kind}`,
    () => sql`select ${ROW} from ${sql.id(table.sql)} indexed by ${sql.id(index.index)} where ${where}
      order by ${sql.id(index.sql)} collate nocase ${direction}, ${ID} ${direction} limit ${0} offset ${0}`,
  );
  const rows = context.connection.rows(reading, [...given, limit, offset]).map(([row]) => Number(row));
  const records = yield* recordsAt(context, table, rows);
  return isExact || counted <= MAX_TOTAL
    ? { records, total: counted }
    : { records, total: MAX_TOTAL, totalIsMore: true };
}

export function countFiltered(context: Context, table: Table, filter: PlainFilter = []): number {
  if (filter.length === 0) return countRecords(context, table);
  const { key, hold, values } = conditionsOf(table, filter);
  const make = () => sql`select count(*) from ${sql.id(table.sql)} where ${hold}`;
  return Number(context.connection.rows(textOf(table, `count ${key}`, make), values)[0]?.[0] ?? 0);
}
