import { type RawBuilder, sql } from "kysely";
import type { Steps } from "../../../model/steps.ts";
import type { StoreListQuery } from "../store.ts";
import type { Context } from "./context.ts";
import type { SqlValue } from "./driver.ts";
import { foldNeedle, neededGrams } from "./fold.ts";
import type { Hidden } from "./hidden.ts";
import { ROW } from "./records.ts";
import type { Search, Table } from "./table.ts";
import { textOf } from "./texts.ts";

/**
 * So many texts one statement compares, or entries of a sort index it passes: about a millisecond, 50 where every text
 * and the search are as long and as alike as can be.
 */
export const MAX_STEP = 2048;
/** Over so many row numbers one statement joins lists of grams: 30 ms, if every text has them all. */
const MAX_SPAN = 131_072;
/** So many matches are known by row number; where there are more, a page is met soon on the way along a sort index. */
const MAX_KNOWN = 2048;

/** The records that a search finds. */
export interface Matches {
  readonly column: string;
  /** The hidden column that sort indexes hold. */
  readonly fold: RawBuilder<unknown>;
  /** The table of folded texts. */
  readonly folds: RawBuilder<unknown>;
  /** Whether a record is among them, from its row number and `fold`; takes `needle` as parameter. */
  readonly holds: RawBuilder<unknown>;
  readonly needle: string;
  /** How many, those hidden from the list included. */
  readonly count: number;
  /** Their row numbers, a JSON list; undefined where they are many. */
  readonly known: string | undefined;
}

export function* findMatches(
  context: Context,
  table: Table,
  { field, text }: NonNullable<StoreListQuery["search"]>,
): Steps<Matches> {
  const search = table.searches.get(field);
  if (search === undefined) throw new Error(`${table.id}.${field} is not searched.`);
  const needle = foldNeedle(text, search.maxLength);
  const { count, rows } =
    needle === undefined ? { count: 0, rows: [] } : yield* searchTexts(context, table, search, needle);
  const fold = sql.id(search.fold);
  const folds = sql.id(search.folds);
  const looked = sql`(select folded$ from ${folds} where found$ = ${ROW})`;
  return {
    column: field,
    fold,
    folds,
    holds: sql`instr(coalesce(${fold}, ${looked}), ${""}) > 0`,
    needle: needle ?? "",
    count,
    known: rows && JSON.stringify(rows),
  };
}

/** The searched column's tables, with all that is asked of them. */
interface Index {
  readonly grams: RawBuilder<unknown>;
  readonly folds: RawBuilder<unknown>;
  ask(key: string, make: () => RawBuilder<unknown>, values: readonly SqlValue[]): readonly SqlValue[];
}

/**
 * Walks all row numbers: texts that have the grams are compared; for up to two characters, having them is enough. Where
 * every third text has them, comparing all costs less than looking for those.
 */
function* searchTexts(
  { connection }: Context,
  table: Table,
  search: Search,
  needle: string,
): Steps<{ count: number; rows: readonly number[] | undefined }> {
  const index: Index = {
    grams: sql.id(search.grams),
    folds: sql.id(search.folds),
    ask: (key, make, values) =>
      connection.rows(textOf(connection, table, `${key} ${search.column}`, make), values)[0] ?? [],
  };
  const match = rarestGrams(index, neededGrams(needle)).join(" AND ");
  const end = Number(index.ask("last text", () => sql`select max(found$) from ${index.folds}`, [])[0]);
  const isExact = [...needle].length <= 2;
  let rows: number[] | undefined = [];
  let count = 0;
  let last = 0;
  let isDense = false;
  while (last < end) {
    if (last > 0) yield;
    if (isExact && rows === undefined) {
      count += countExact(index, match, last);
      last += MAX_SPAN;
      continue;
    }
    const step: Step = isDense
      ? compareAll(index, needle, last, rows !== undefined)
      : isExact
        ? findExact(index, match, last)
        : compareCandidates(index, needle, match, last, rows !== undefined);
    count += step.hits;
    rows = rows === undefined || count > MAX_KNOWN ? undefined : rows.concat(step.rows);
    const isFull = step.passed === MAX_STEP;
    isDense ||= isFull && !isExact && step.passed * 3 > step.reached - last;
    last = isFull ? step.reached : isDense ? end : last + MAX_SPAN;
  }
  return { count, rows };
}

/** Grams that fewer texts have are worth joining; a list of more costs more than the comparisons that it saves. */
const MAX_RARE = 1024;
const MAX_PROBED = 32;
const MAX_GRAMS = 8;
/** Rare enough to look no further. */
const FEW_TEXTS = 64;
const MANY_RARE = 3;

/** The grams to look for, quoted: the rarest; some, if none is rare. */
function rarestGrams({ ask, grams }: Index, needed: readonly string[]): string[] {
  const stride = Math.max(1, needed.length / MAX_PROBED);
  const probed = Array.from({ length: Math.min(needed.length, MAX_PROBED) }, (_, at) =>
    quoted(needed[Math.floor(at * stride)] ?? ""),
  );
  const rare: { readonly gram: string; readonly texts: number }[] = [];
  for (const gram of needed.length === 1 ? [] : probed) {
    const some = sql`select 1 from ${grams} where ${grams} match ${""} limit ${0}`;
    const texts = Number(ask("probe", () => sql`select count(*) from (${some})`, [gram, MAX_RARE])[0]);
    if (texts <= FEW_TEXTS) return [gram];
    if (texts < MAX_RARE) rare.push({ gram, texts });
    if (rare.length === MANY_RARE) break;
  }
  if (rare.length === 0) return probed.slice(0, MAX_GRAMS);
  return rare.sort((one, other) => one.texts - other.texts).map(({ gram }) => gram);
}

const quoted = (gram: string) => `"${gram}"`;

const countExact = ({ ask, grams }: Index, match: string, last: number): number =>
  Number(
    ask(
      "count",
      () => sql`select count(*) from ${grams} where ${grams} match ${""} and rowid > ${0} and rowid <= ${0}`,
      [match, last, last + MAX_SPAN],
    )[0],
  );

/** What one statement found. */
interface Step {
  /** How many texts it looked at. */
  readonly passed: number;
  /** The row number of the last of them. */
  readonly reached: number;
  readonly hits: number;
  readonly rows: readonly number[];
}

const findExact = (index: Index, match: string, last: number): Step =>
  takeStep(
    index,
    "exact",
    () => sql`select found, 1 as hit from ${candidates(index)}`,
    [match, ...spanAfter(last)],
    true,
  );

const compareCandidates = (
  index: Index,
  needle: string,
  match: string,
  last: number,
  isListed: boolean,
): Step =>
  takeStep(
    index,
    "compared",
    () => sql`select found, instr(folded$, ${""}) > 0 as hit from ${candidates(index)} 
      cross join ${index.folds}  on found$ = found`,
    [needle, match, ...spanAfter(last)],
    isListed,
  );

const compareAll = (index: Index, needle: string, last: number, isListed: boolean): Step =>
  takeStep(
    index,
    "all",
    () => sql`select found$ as found, instr(folded$, ${""}) > 0 as hit from ${index.folds}
      where found$ > ${0} order by found$ limit ${0}`,
    [needle, last, MAX_STEP],
    isListed,
  );

/** The texts that have the grams, in the order of row numbers; takes the grams and `spanAfter`. */
const candidates = ({ grams }: Index) => sql`(select rowid as found from ${grams}
  where ${grams} match ${""} and rowid > ${0} and rowid <= ${0} limit ${0})`;

const spanAfter = (last: number) => [last, last + MAX_SPAN, MAX_STEP];

function takeStep(
  { ask }: Index,
  key: string,
  from: () => RawBuilder<unknown>,
  values: readonly SqlValue[],
  isListed: boolean,
): Step {
  const [passed, reached, hits, rows] = ask(
    key,
    () => sql`select count(*), max(found), sum(hit), json_group_array(found) filter (where hit and ${0})
      from (${from()})`,
    [Number(isListed), ...values],
  );
  return {
    passed: Number(passed),
    reached: Number(reached),
    hits: Number(hits),
    rows: JSON.parse(String(rows)),
  };
}

/** How many matches a list leaves out. */
export function* countHiddenMatches(
  { connection }: Context,
  table: Table,
  { column, folds, known, holds, needle }: Matches,
  hidden: Hidden,
): Steps<number> {
  const records = sql.id(table.sql);
  const ask = (key: string, make: () => RawBuilder<unknown>, values: readonly SqlValue[]) =>
    connection.rows(textOf(connection, table, `${key} ${column} ${hidden.field}`, make), values)[0] ?? [];
  if (known !== undefined) {
    const among = () => sql`select count(*) from ${records}
      where ${ROW} in (select value from json_each(${""})) and ${hidden.is}`;
    return Number(ask("known hidden", among, [known, hidden.values])[0]);
  }
  if (hidden.count <= MAX_STEP) {
    const among = () => sql`select count(*) from ${records} indexed by ${hidden.index}
      where ${hidden.is} and ${holds}`;
    return Number(ask("hidden matches", among, [hidden.values, needle])[0]);
  }
  const isHit = sql`instr(folded$, ${""}) > 0 and ${hidden.is} as hit`;
  const some = sql`select found$, ${isHit} from ${folds} cross join ${records} on ${ROW} = found$
    where found$ > ${0} order by found$ limit ${0}`;
  let count = 0;
  let last = 0;
  for (;;) {
    const [passed, reached, hits] = ask(
      "all hidden",
      () => sql`select count(*), max(found$), sum(hit) from (${some})`,
      [needle, hidden.values, last, MAX_STEP],
    );
    count += Number(hits);
    if (Number(passed) < MAX_STEP) return count;
    last = Number(reached);
    yield;
  }
}
