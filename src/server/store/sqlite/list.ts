import type { Steps } from "../../../compiler/steps.ts";
import type { StoreListAnswer, StoreListQuery } from "../store-queries.ts";
import type { Table } from "../tables/table.ts";
import type { Context } from "./context.ts";
import { countRecords } from "./counts.ts";
import { type FoundPage, hiding, selectFiltered } from "./filter/filtered.ts";
import { among, holding } from "./filter/found.ts";
import { MAX_TRIED, pageInSteps } from "./filter/page-in-steps.ts";
import { MAX_LONG_SORTED, type Page, type Walk, walkStatements } from "./filter/walk.ts";
import { MAX_PASSED, wholePage } from "./filter/whole-page.ts";
import { type Hidden, makeHidden } from "./hidden.ts";
import { idsAt, recordsAt } from "./records.ts";
import { countHiddenMatches, findMatches, type Matches } from "./search/matches.ts";

/** A page of a list, and how many records the whole list has. Each step takes milliseconds; all must read the same state. */
export function* selectPage(context: Context, table: Table, query: StoreListQuery): Steps<StoreListAnswer> {
  const { rows, ...counted } = yield* selectRows(context, table, query);
  return { records: yield* recordsAt(context, table, rows), ...counted };
}

export function* selectIds(context: Context, table: Table, query: StoreListQuery): Steps<string[]> {
  return idsAt(context, table, (yield* selectRows(context, table, query)).rows);
}

function* selectRows(context: Context, table: Table, query: StoreListQuery): Steps<FoundPage> {
  const { offset, limit, sort, search, searchAny, without, filter = [] } = query;
  if (filter.length > 0 || searchAny !== undefined)
    return yield* selectFiltered(context, table, { ...query, filter });
  const matches =
    search === undefined || search.text === "" ? undefined : yield* findMatches(context, table, search);
  const hidden = without && makeHidden(context, table, without);
  const total = yield* countListed(context, table, matches, hidden);
  const count = Math.min(limit, total - offset);
  if (count <= 0) return { rows: [], total };
  // A page in the far half is read from the end.
  const fromEnd = offset > total / 2;
  const isDescending = fromEnd !== (sort.order === "desc");
  const index = table.sorts.get(sort.field);
  if (index === undefined) throw new Error(`${table.id} is not sorted by ${sort.field}.`);
  const walk: Walk = {
    index: index.index,
    within: [],
    order: { column: index.sql, isDescending },
    tests: hiding(context, table, without),
  };
  const page: Page = { limit: count, skipped: fromEnd ? total - offset - count : offset };
  const rows =
    matches !== undefined
      ? yield* pageOfMatches({ context, table, walk, isLong: index.isLong, total }, matches, page)
      : yield* pageOfAll(context, table, walk, page);
  return { rows: fromEnd ? rows.toReversed() : rows, total };
}

/** The row numbers of a page of a list that is not searched. */
function* pageOfAll(context: Context, table: Table, walk: Walk, page: Page): Steps<readonly number[]> {
  if (walk.tests.length === 0) return yield* wholePage(context, table, walk, page);
  const statements = walkStatements(context, table, walk);
  return yield* pageInSteps(statements, page, MAX_PASSED, countRecords(context, table));
}

function* countListed(
  context: Context,
  table: Table,
  matches: Matches | undefined,
  hidden: Hidden | undefined,
): Steps<number> {
  const all = matches?.count ?? countRecords(context, table);
  if (hidden === undefined || hidden.count === 0 || all === 0) return all;
  return (
    all - (matches === undefined ? hidden.count : yield* countHiddenMatches(context, table, matches, hidden))
  );
}

/** How many entries of a sort index can be passed in the time that sorting one match takes. */
const SORT_COST = 16;
/** So many matches are always sorted. */
const MAX_SORTED_MATCHES = 1024;

/** A list that is searched. */
interface Searched {
  readonly context: Context;
  readonly table: Table;
  /** All records that it does not hide, in the direction that is read. */
  readonly walk: Walk;
  /** Whether what it is sorted by may be long. */
  readonly isLong: boolean;
  /** How many of the matches it has. */
  readonly total: number;
}

/**
 * The row numbers of a page. Few matches are sorted, unless a walk along the sort index probably meets the page sooner;
 * many are met by such a walk, in steps.
 * @param page of records that there are: at least one
 */
function* pageOfMatches(
  { context, table, walk, isLong, total }: Searched,
  matches: Matches,
  { limit, skipped }: Page,
): Steps<number[]> {
  const records = countRecords(context, table);
  const distance = ((skipped + limit) * records) / total;
  const statements = walkStatements(context, table, { ...walk, tests: [holding(matches), ...walk.tests] });
  if (matches.known !== undefined) {
    const entries = Math.min(MAX_TRIED, matches.step);
    const isNear = distance < Math.min(matches.count * SORT_COST, entries);
    const met = isNear ? statements.part(statements.first(entries), { limit, skipped }) : [];
    if (met.length === limit) return met;
    const isSorted = isLong
      ? matches.count <= MAX_LONG_SORTED
      : matches.count <= MAX_SORTED_MATCHES || matches.count * SORT_COST <= distance;
    const known: Walk = { ...walk, index: undefined, within: [among(matches.known)] };
    if (isSorted) return walkStatements(context, table, known).sorted({ limit, skipped });
  }
  return yield* pageInSteps(statements, { limit, skipped }, matches.step, records);
}
