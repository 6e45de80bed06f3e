import type { Steps } from "../../../../compiler/steps.ts";
import type { PlainFilter } from "../../../../model/filter.ts";
import { MAX_TOTAL, type StoreListAnswer, type StoreListQuery } from "../../store.ts";
import type { Context } from "../context.ts";
import { countRecords } from "../counts.ts";
import { makeHidden } from "../hidden.ts";
import type { Table } from "../table.ts";
import { type Condition, conditionsOf, seekInSort } from "./conditions.ts";
import { findAny } from "./found.ts";
import type { Total } from "./kept-totals.ts";
import { baseOf, type Lead, leadsOf, totalKey } from "./leads.ts";
import { type Base, type Page, recordStatements, type Test, type Walk, walkStatements } from "./walk.ts";

/**
 * How many entries of an index a list looks at, in steps, where it does not know how many of them are its own; where
 * conditions are on fields without an index, so that records are read, fewer.
 */
export const MAX_VISITED = 262_144;
export const MAX_READ = 32_768;
/** How many one statement looks at: a few milliseconds. */
const STEP = 32_768;
const READ_STEP = 2048;
/** How many entries can be passed in the time that sorting one record takes. */
const SORT_COST = 16;
/** How many entries are passed to find a page nearby, before anything that takes longer. */
const MAX_TRIED = 4096;

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
    limits: limitsOf(table, conditions, found?.step),
    isWhole: filter.length === 0,
    sort: { ...index, field: sort.field, isDescending: sort.order === "desc" },
  };
  const page = { limit, skipped: offset };
  const [base] = [...leads.map(baseOf), ...(found?.known ?? [])].sort((one, other) => one.size - other.size);
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
  readonly limits: Limits;
  /** All are counted, however many. */
  readonly isWhole: boolean;
  readonly sort: {
    readonly field: string;
    readonly sql: string;
    readonly index: string;
    readonly isDescending: boolean;
  };
}

interface Limits {
  /** Of entries, for one statement. */
  readonly step: number;
  /** Of entries, for a page. */
  readonly visited: number;
  /** Of records that are sorted. */
  readonly few: number;
}

function limitsOf(table: Table, conditions: readonly Condition[], searchStep = STEP): Limits {
  const keys = table.filters.map((filter) => filter.sql);
  const isIndexed = conditions.every(({ columns }) => columns.every((column) => keys.includes(column)));
  return {
    step: Math.min(isIndexed ? STEP : READ_STEP, searchStep),
    visited: isIndexed ? MAX_VISITED : MAX_READ,
    few: Math.min(MAX_TOTAL, searchStep),
  };
}

function hiding(context: Context, table: Table, without: StoreListQuery["without"]): Test[] {
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
  const key = totalKey(table, list.tests);
  const total =
    tests.length === 0
      ? base.size
      : (context.totals?.get(key)?.total ?? (yield* countAll(counting, limits.step)));
  if (tests.length > 0) context.totals?.set(key, { total });
  const count = Math.min(limit, total - skipped);
  if (count <= 0) return { rows: [], total };
  const walk = sortWalk(list);
  const distance = ((skipped + count) * countRecords(context, table)) / total;
  const entries = Math.min(MAX_TRIED, limits.step);
  const isInOrder = base.isOrdered && sort.field === table.mainSort?.field;
  if (!isInOrder && distance < Math.min(base.size * SORT_COST, entries)) {
    const near = walkStatements(context, table, walk).part({ from: 0, entries }, { limit: count, skipped });
    if (near.length === count) return { rows: near, total };
  }
  const order = { column: sort.sql, isDescending: sort.isDescending };
  const rows = walkStatements(context, table, { ...base, order, tests }).sorted({ limit: count, skipped });
  return { rows, total };
}

function* countAll(statements: ReturnType<typeof walkStatements>, step: number): Steps<number> {
  let total = 0;
  for (let from = 0; ; from += step) {
    const { passed, count } = statements.count({ from, entries: step });
    total += count;
    if (passed < step) return total;
    yield;
  }
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

/** A page of a list of which many records may be: a walk in its order, which counts where the number is not known. */
function* pageOfMany(list: FilteredList, page: Page): Steps<FoundPage> {
  const { context, table, limits } = list;
  const key = totalKey(table, list.tests);
  const known = knownTotal(list) ?? context.totals?.get(key);
  const isExact = known !== undefined && known.totalIsMore === undefined;
  const limit = isExact ? Math.min(page.limit, known.total - page.skipped) : page.limit;
  if (limit <= 0) return { rows: [], total: known?.total ?? 0 };
  const walk = orderedWalk(list);
  if (walk.tests.length === 0 && known !== undefined)
    return { rows: wholeRows(list, walk, page, limit), ...known };
  const statements = walkStatements(context, table, walk);
  if (known !== undefined) {
    const entries = Math.min(MAX_TRIED, limits.step);
    const rows = statements.part({ from: 0, entries }, { ...page, limit });
    if (rows.length === limit) return { rows, ...known };
  }
  if (countRecords(context, table) > limits.step) yield;
  const rows: number[] = [];
  let total = 0;
  for (let from = 0; ; from += limits.step) {
    if (from > 0) yield;
    const part = { from, entries: limits.step };
    const { passed, count } = statements.count(part);
    const skipped = Math.max(0, page.skipped - total);
    if (rows.length < limit && count > skipped)
      rows.push(...statements.part(part, { limit: limit - rows.length, skipped }));
    total += count;
    const isEnd = passed < limits.step;
    const isCounted = isEnd || (total > MAX_TOTAL && !list.isWhole);
    if (isEnd || (rows.length === limit && (isCounted || known !== undefined))) {
      const all = known ?? counted(total, list.isWhole);
      context.totals?.set(key, all);
      return { rows, ...all };
    }
    if (list.isWhole) continue;
    if (!isExact && from + passed >= limits.visited)
      return { rows, ...(known ?? counted(total)), isPartial: true };
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
function wholeRows(
  { context, table, leads }: FilteredList,
  walk: Walk,
  { skipped }: Page,
  limit: number,
): number[] {
  const [lead] = leads;
  const isFar = lead?.isWhole === true && skipped > lead.size / 2;
  if (!isFar || walk.order === undefined)
    return walkStatements(context, table, walk).rows({ limit, skipped });
  const back = { ...walk, order: { ...walk.order, isDescending: !walk.order.isDescending } };
  const end = Math.max(0, lead.size - skipped - limit);
  return walkStatements(context, table, back)
    .rows({ limit: Math.min(limit, lead.size - skipped), skipped: end })
    .reverse();
}

/** For how many records a filter holds: exact. */
export function* countFiltered(context: Context, table: Table, filter: PlainFilter): Steps<number> {
  if (filter.length === 0) return countRecords(context, table);
  const conditions = conditionsOf(table, filter);
  const limits = limitsOf(table, conditions);
  const leads = leadsOf(context, table, conditions);
  const base = leads.map(baseOf).sort((one, other) => one.size - other.size)[0];
  if (base === undefined) return yield* countInRecords(context, table, conditions);
  const tests = conditions.filter((test) => !base.holds.includes(test));
  const isKnown = leads.find(({ index }) => index === base.index)?.isWhole === true;
  if (tests.length === 0 && isKnown) return base.size;
  if (base.size > limits.step) yield;
  return yield* countAll(walkStatements(context, table, { ...base, order: undefined, tests }), limits.step);
}

/** Where no index helps, all records are read. */
function* countInRecords(context: Context, table: Table, tests: readonly Test[]): Steps<number> {
  const statements = recordStatements(context, table, tests);
  let total = 0;
  for (let after = 0; ; ) {
    const { passed, count, last } = statements(after, READ_STEP);
    total += count;
    if (passed < READ_STEP) return total;
    after = last;
    yield;
  }
}
