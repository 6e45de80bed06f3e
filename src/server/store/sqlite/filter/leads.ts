import { type RawBuilder, sql } from "kysely";
import { MAX_TOTAL } from "../../store-queries.ts";
import type { Table } from "../../tables/table.ts";
import { isCounted } from "../../tables/table-filter.ts";
import { type Context, textOf } from "../context.ts";
import { countRecords } from "../counts.ts";
import { allOf, type Condition, keyOf, valuesOf } from "./conditions.ts";
import type { Base } from "./walk.ts";

/** Conditions on one field whose records an index finds. */
export interface Lead {
  readonly index: string;
  readonly conditions: readonly Condition[];
  /** Whether the index has its records in the order of the main sort. */
  readonly isOrdered: boolean;
  /** How many records; where it is not `isWhole`, one more than are counted. */
  readonly size: number;
  readonly isWhole: boolean;
}

/** The lead of each field that has one. */
export function leadsOf(context: Context, table: Table, conditions: readonly Condition[]): readonly Lead[] {
  const fields = new Map<string, Condition[]>();
  for (const condition of conditions) {
    if (condition.seeks === undefined) continue;
    fields.set(condition.field, [...(fields.get(condition.field) ?? []), condition]);
  }
  return [...fields.values()].flatMap((group) => {
    const [first] = group;
    if (first?.seeks === undefined) return [];
    const size =
      countedSize(context, table, group) ?? boundedSize(context, table, first.seeks.filter.index, group);
    return [
      {
        index: first.seeks.filter.index,
        conditions: group,
        isOrdered: group.some(({ seeks }) => seeks?.by === "one"),
        ...size,
      },
    ];
  });
}

type Size = Pick<Lead, "size" | "isWhole">;

/** Known where records are counted by value. */
function countedSize(
  context: Context,
  table: Table,
  [only, ...others]: readonly Condition[],
): Size | undefined {
  const filter = only?.seeks?.filter;
  if (only === undefined || filter === undefined || others.length > 0 || !isCounted(filter)) return undefined;
  const { op, value } = only.asked;
  const isByValue = op === "eq" || op === "in" || (op === "empty" && filter.by === "filled");
  if (!isByValue) return undefined;
  const asked = typeof value === "object" ? value.map(String) : [String(value)];
  // What is counted is whether there is something.
  const values = op === "empty" ? [String(value !== true)] : asked;
  return { size: countRecords(context, table, { field: filter.field, values }), isWhole: true };
}

function boundedSize(context: Context, table: Table, index: string, group: readonly Condition[]): Size {
  const kept = context.totals?.get(table, group);
  if (kept !== undefined)
    return kept.totalIsMore === true
      ? { size: MAX_TOTAL + 1, isWhole: false }
      : { size: kept.total, isWhole: true };
  const size = newSize(context, table, index, group);
  const total = size.isWhole ? { total: size.size } : { total: MAX_TOTAL, totalIsMore: true as const };
  context.totals?.set(table, group, total);
  return size;
}

/** Looks first whether there are too many to be counted: passing entries takes half the time of counting them. */
function newSize(context: Context, table: Table, index: string, group: readonly Condition[]): Size {
  const from = sql`from ${sql.id(table.sql)} indexed by ${sql.id(index)} where ${allOf(group)}`;
  const ask = (kind: string, what: RawBuilder<unknown>, ...limit: readonly number[]) =>
    context.connection.rows(
      textOf(table, `${kind} ${keyOf(group)}`, () => what),
      [...valuesOf(group), ...limit],
    )[0]?.[0];
  const more = ask("more", sql`select 1 ${from} limit 1 offset ${0}`, MAX_TOTAL);
  if (more !== undefined) return { size: MAX_TOTAL + 1, isWhole: false };
  return { size: Number(ask("size", sql`select count(*) ${from}`) ?? 0), isWhole: true };
}

export function baseOf({ index, conditions, size, isOrdered }: Lead): Base {
  return { index, within: conditions, holds: conditions, size, isOrdered };
}
