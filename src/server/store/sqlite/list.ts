import { type RawBuilder, sql } from "kysely";
import type { Steps } from "../../../compiler/steps.ts";
import type { StoreListAnswer, StoreListQuery } from "../store.ts";
import { type Context, textOf } from "./context.ts";
import { countRecords } from "./counts.ts";
import type { SqlValue } from "./driver.ts";
import { type FoundPage, selectFiltered } from "./filter/filtered.ts";
import { type Hidden, makeHidden } from "./hidden.ts";
import { ID, idsAt, ROW, recordsAt } from "./records.ts";
import { countHiddenMatches, findMatches, type Matches } from "./search/matches.ts";
import type { Table } from "./table.ts";

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
  const statements = pageStatements(context, table, sort.field, isDescending, matches, hidden);
  const page: Page = { limit: count, skipped: fromEnd ? total - offset - count : offset };
  const rows =
    matches === undefined
      ? statements.all(page)
      : yield* pageOfMatches(statements, matches, countRecords(context, table), total, page);
  return { rows: fromEnd ? rows.reverse() : rows, total };
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
/** The same where they are sorted by a text that may be long: each is read whole. */
const MAX_LONG_SORTED = 16;
/** How many entries are passed to find few matches nearby, before they are sorted. */
const MAX_TRIED = 4096;

/** In the direction that is read. */
interface Page {
  /** Of records that there are: at least one. */
  readonly limit: number;
  readonly skipped: number;
}

/**
 * The row numbers of a page. Few matches are sorted, unless a walk along the sort index probably meets the page sooner;
 * many are met by such a walk, in steps.
 * @param records of the table
 * @param total of those, how many the list has
 */
function* pageOfMatches(
  statements: PageStatements,
  matches: Matches,
  records: number,
  total: number,
  { limit, skipped }: Page,
): Steps<number[]> {
  const distance = ((skipped + limit) * records) / total;
  if (matches.known !== undefined) {
    const entries = Math.min(MAX_TRIED, matches.step);
    const isNear = distance < Math.min(matches.count * SORT_COST, entries);
    const met = isNear ? statements.part(matches, { from: 0, entries }, { limit, skipped }) : [];
    if (met.length === limit) return met;
    const isSorted = statements.isLong
      ? matches.count <= MAX_LONG_SORTED
      : matches.count <= MAX_SORTED_MATCHES || matches.count * SORT_COST <= distance;
    if (isSorted) return statements.sorted(matches.known, { limit, skipped });
  }
  const entries = matches.step;
  const rows: number[] = [];
  let rest = skipped;
  if (distance > entries) yield;
  for (let from = 0; from < records && rows.length < limit; from += entries) {
    if (from > 0) yield;
    const passed = rest === 0 ? 0 : statements.count(matches, { from, entries });
    if (rest > 0 && passed <= rest) {
      rest -= passed;
      continue;
    }
    if (rest > 0) yield;
    rows.push(...statements.part(matches, { from, entries }, { limit: limit - rows.length, skipped: rest }));
    rest = 0;
  }
  return rows;
}

/** Some entries of a sort index. */
interface Part {
  readonly from: number;
  readonly entries: number;
}

type PageStatements = ReturnType<typeof pageStatements>;

/** The statements that read a page in one direction; each answers row numbers, but `count`. */
function pageStatements(
  context: Context,
  table: Table,
  field: string,
  isDescending: boolean,
  matches: Matches | undefined,
  hidden: Hidden | undefined,
) {
  const index = table.sorts.get(field);
  if (index === undefined) throw new Error(`${table.id} is not sorted by ${field}.`);
  const direction = sql.raw(isDescending ? "desc" : "asc");
  const records = sql.id(table.sql);
  const walk = sql`${records} indexed by ${sql.id(index.index)}`;
  const order = sql`order by ${sql.id(index.sql)} collate nocase ${direction}, ${ID} ${direction}`;
  const isShown = hidden?.isNot ?? sql`true`;
  const values = hidden === undefined ? [] : [hidden.values];
  const key = JSON.stringify([matches?.column, hidden?.field, field, isDescending]);

  function run(kind: string, make: () => RawBuilder<unknown>, values: readonly SqlValue[]): number[] {
    const text = textOf(table, `page ${kind} ${key}`, make);
    return context.connection.rows(text, values).map(([row]) => Number(row));
  }

  /** Takes the number of entries and how many come before. */
  function entriesOf({ fold }: Matches): RawBuilder<unknown> {
    const columns = [ROW, fold, ...(hidden === undefined ? [] : [hidden.column])];
    return sql`(select ${sql.join(columns)} from ${walk} ${order} limit ${0} offset ${0})`;
  }

  return {
    /** Whether what they sort by may be long. */
    isLong: table.declared.some(({ name, mayBeLong }) => name === field && mayBeLong === true),
    all({ limit, skipped }: Page): number[] {
      const make = () => sql`select ${ROW} from ${walk} where ${isShown} ${order} limit ${0} offset ${0}`;
      return run("all", make, [...values, limit, skipped]);
    },
    sorted(known: string, { limit, skipped }: Page): number[] {
      const make = () => sql`select ${ROW} from ${records}
        where ${ROW} in (select value from json_each(${""})) and ${isShown} ${order} limit ${0} offset ${0}`;
      return run("sorted", make, [known, ...values, limit, skipped]);
    },
    part(matches: Matches, { from, entries }: Part, { limit, skipped }: Page): number[] {
      const make = () => sql`select ${ROW} from ${entriesOf(matches)}
        where ${matches.holds} and ${isShown} limit ${0} offset ${0}`;
      return run("part", make, [entries, from, matches.needle, ...values, limit, skipped]);
    },
    count(matches: Matches, { from, entries }: Part): number {
      const make = () =>
        sql`select count(*) from ${entriesOf(matches)} where ${matches.holds} and ${isShown}`;
      return run("count", make, [entries, from, matches.needle, ...values])[0] ?? 0;
    },
  };
}
