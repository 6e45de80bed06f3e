import type { Steps } from "../../../../compiler/steps.ts";
import type { PlainFilter } from "../../../../model/filter.ts";
import { MAX_TOTAL, type StoreListAnswer, type StoreListQuery } from "../../store-queries.ts";
import type { Table, TableSort } from "../../tables/table.ts";
import type { Context } from "../context.ts";
import { countRecords } from "../counts.ts";
import { makeHidden } from "../hidden.ts";
import { type Condition, conditionsOf, seekInSort, type Test } from "./conditions.ts";
import { findAny } from "./found.ts";
import type { Total } from "./kept-totals.ts";
import { baseOf, type Lead, leadsOf } from "./leads.ts";
import { MAX_TRIED, pageInSteps } from "./page-in-steps.ts";
import { type VisitLimits, visitLimits } from "./visit-limits.ts";
import { type Base, MAX_LONG_SORTED, type Page, type Walk, walkStatements } from "./walk.ts";
import { wholePage } from "./whole-page.ts";

/** How many entries can be passed in the time that sorting one record takes. */
const SORT_COST = 16;

/** The page of a list that is filtered, or searched in several columns. */
export function* selectFiltered(
  context: Context,
  table: Table,
  query: StoreListQuery & { readonly filter: PlainFilter },
): Steps<FoundPage> {
  const { offset, limit, sort, without, filter } = query;
  const index = table.sorts.get(sort.field);
  if (index === undefined) throw new Error(`${table.id} is not sorted by ${sort.field}.`);
  const found = yield* findAny(context, table, query);
  const conditions = conditionsOf(table, filter);
  const leads = leadsOf(context, table, conditions);
  const list: FilteredList = {
    context,
    table,
    conditions,
    leads,
    tests: [...conditions, ...hiding(context, table, without), ...(found === undefined ? [] : [found.test])],
    limits: visitLimits(table, conditions, found?.step),
    isWhole: filter.length === 0,
    sort: { ...index, field: sort.field, isDescending: sort.order === "desc" },
  };
  const page = { limit, skipped: offset };
  // The records that a search found are read, those of a lead are not.
  const known = found?.known.filter(({ size }) => size <= list.limits.read) ?? [];
  const [base] = [...leads.map(baseOf), ...known].sort((one, other) => one.size - other.size);
  const isFew = base !== undefined && base.size <= list.limits.few;
  return yield* isFew ? pageOfFew(list, base, page) : pageOfMany(list, page);
}

/** What is asked of a table, by its parts. */
interface FilteredList {
  readonly context: Context;
  readonly table: Table;
  readonly conditions: readonly Condition[];
  readonly leads: readonly Lead[];
  /** All that must hold: the conditions, what is hidden, the search. */
  readonly tests: readonly Test[];
  readonly limits: VisitLimits;
  /** All are counted, however many. */
  readonly isWhole: boolean;
  readonly sort: TableSort & { readonly field: string; readonly isDescending: boolean };
}

export function hiding(context: Context, table: Table, without: StoreListQuery["without"]): Test[] {
  if (without === undefined) return [];
  const { field, filter, isNot, values } = makeHidden(context, table, without);
  return [{ key: `hidden ${field}`, holds: isNot, values: [values], columns: [filter.sql] }];
}

export type FoundPage = Omit<StoreListAnswer, "records"> & { readonly rows: readonly number[] };

/** A page of a list of which few records at most can be: they are counted, and sorted where a walk does not meet the page sooner. */
function* pageOfFew(list: FilteredList, base: Base, { limit, skipped }: Page): Steps<FoundPage> {
  const { context, table, sort, limits } = list;
  const tests = list.tests.filter((test) => !base.holds.includes(test));
  const counting = walkStatements(context, table, { ...base, order: undefined, tests });
  const total =
    tests.length === 0
      ? base.size
      : (context.totals?.get(table, list.tests)?.total ?? counting.count(counting.first(limits.few)).count);
  if (tests.length > 0) context.totals?.set(table, list.tests, { total });
  const count = Math.min(limit, total - skipped);
  if (count <= 0) return { rows: [], total };
  const page = { limit: count, skipped };
  const isMain = base.index !== undefined && sort.field === table.mainSort?.field;
  const isInOrder = isMain && base.isOrdered;
  const distance = ((skipped + count) * countRecords(context, table)) / total;
  if (!isInOrder && distance < Math.min(base.size * SORT_COST, MAX_TRIED)) {
    const statements = walkStatements(context, table, sortWalk(list));
    const near = statements.part(statements.first(Math.min(MAX_TRIED, limits.step)), page);
    if (near.length === count) return { rows: near, total };
  }
  // By anything but the main sort, records are read to be sorted.
  const isSortable = (isMain || base.size <= limits.read) && (!sort.isLong || total <= MAX_LONG_SORTED);
  if (!isInOrder && !isSortable) return yield* alongWalk(list, sortWalk(list), page, { total });
  const order = { column: sort.sql, isDescending: sort.isDescending };
  const rows = walkStatements(context, table, { ...base, order, tests }).sorted(page);
  return { rows, total };
}

/** All records in the order of a list, from where conditions on what it is sorted by let them begin. */
function sortWalk({ conditions, tests, sort }: FilteredList): Walk {
  const seeks = conditions
    .filter(({ field }) => field === sort.field)
    .flatMap((condition) => {
      const seek = seekInSort(condition, sort.sql);
      return seek === undefined ? [] : [{ condition, seek }];
    });
  return {
    index: sort.index,
    within: seeks.map(({ seek }) => seek),
    order: { column: sort.sql, isDescending: sort.isDescending },
    tests: tests.filter((test) => !seeks.some(({ condition }) => condition === test)),
  };
}

/** A page of a list of which many records may be. */
function* pageOfMany(list: FilteredList, page: Page): Steps<FoundPage> {
  const { context, table } = list;
  const known = knownTotal(list) ?? context.totals?.get(table, list.tests);
  const isExact = known !== undefined && known.totalIsMore === undefined;
  const limit = isExact ? Math.min(page.limit, known.total - page.skipped) : page.limit;
  if (limit <= 0) return { rows: [], total: known?.total ?? 0 };
  const walk = orderedWalk(list);
  if (walk.tests.length === 0 && known !== undefined)
    return { rows: yield* wholeRows(list, walk, page, limit), ...known };
  return yield* alongWalk(list, walk, { ...page, limit }, known);
}

/** @param page of records that there are, if the total is known exactly */
function alongWalk(list: FilteredList, walk: Walk, page: Page, known: Total | undefined): Steps<FoundPage> {
  return known === undefined ? countingWalk(list, walk, page) : pageWalk(list, walk, page, known);
}

/** A page met on a walk in the list's order. */
function* pageWalk(
  { context, table, limits }: FilteredList,
  walk: Walk,
  { limit, skipped }: Page,
  known: Total,
): Steps<FoundPage> {
  const statements = walkStatements(context, table, walk);
  const records = countRecords(context, table);
  const visited = known.totalIsMore === true ? Math.min(limits.visited, records) : records;
  const rows = yield* pageInSteps(statements, { limit, skipped }, limits.step, visited);
  const isCut = rows.length < limit && visited < records;
  return { rows, ...known, ...(isCut ? { isPartial: true as const } : {}) };
}

/** The same, which counts the list's records too. */
function* countingWalk(list: FilteredList, walk: Walk, page: Page): Steps<FoundPage> {
  const { context, table, limits } = list;
  const statements = walkStatements(context, table, walk);
  if (countRecords(context, table) > limits.step) yield;
  const rows: number[] = [];
  let total = 0;
  let part = statements.first(limits.step);
  for (let from = 0; ; from += limits.step) {
    if (from > 0) yield;
    const { passed, count } = statements.count(part);
    const skipped = Math.max(0, page.skipped - total);
    if (rows.length < page.limit && count > skipped)
      rows.push(...statements.part(part, { limit: page.limit - rows.length, skipped }));
    total += count;
    const isEnough = rows.length === page.limit && total > MAX_TOTAL && !list.isWhole;
    const next = passed < limits.step || isEnough ? undefined : statements.next(part);
    if (next === undefined) {
      const all = counted(total, list.isWhole);
      context.totals?.set(table, list.tests, all);
      return { rows, ...all };
    }
    if (!list.isWhole && from + passed >= limits.visited) return { rows, ...counted(total), isPartial: true };
    part = next;
  }
}

/** @param isWhole all were counted */
function counted(total: number, isWhole = false): Total {
  if (isWhole) return { total };
  return total > MAX_TOTAL ? { total: MAX_TOTAL, totalIsMore: true } : { total };
}

/** How many records the list has, where that needs no walk. */
function knownTotal({ leads, conditions, tests }: FilteredList): Total | undefined {
  const [only, ...others] = leads;
  if (only === undefined || others.length > 0 || only.conditions.length < tests.length) return undefined;
  const [condition] = conditions;
  if (conditions.length === 1 && condition?.asked.op === "eq" && only.isWhole) return { total: only.size };
  return counted(only.size);
}

/** Along the smallest lead that has its records in the list's order, else along the whole order. */
function orderedWalk(list: FilteredList): Walk {
  const { leads, tests, sort, table } = list;
  const [ordered] = leads
    .filter(({ isOrdered }) => isOrdered && sort.field === table.mainSort?.field)
    .sort((one, other) => one.size - other.size);
  if (ordered === undefined) return sortWalk(list);
  return {
    ...baseOf(ordered),
    order: { column: sort.sql, isDescending: sort.isDescending },
    tests: tests.filter((test) => !baseOf(ordered).holds.includes(test)),
  };
}

/** The rows of a page where every entry is the list's: of the far half, if that is known, read from the end. */
function* wholeRows(
  { context, table, leads }: FilteredList,
  walk: Walk,
  { skipped }: Page,
  limit: number,
): Steps<readonly number[]> {
  const [lead] = leads;
  const isFar = lead?.isWhole === true && skipped > lead.size / 2;
  if (!isFar || walk.order === undefined) return yield* wholePage(context, table, walk, { limit, skipped });
  const back = { ...walk, order: { ...walk.order, isDescending: !walk.order.isDescending } };
  const rest = lead.size - skipped;
  // SQLite takes a negative limit for none.
  if (rest <= 0) return [];
  const page = { limit: Math.min(limit, rest), skipped: Math.max(0, rest - limit) };
  return (yield* wholePage(context, table, back, page)).toReversed();
}
