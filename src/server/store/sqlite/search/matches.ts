import { type RawBuilder, sql } from "kysely";
import type { Steps } from "../../../../compiler/steps.ts";
import type { StoreListQuery } from "../../store-queries.ts";
import { foldNeedle, neededGrams } from "../../tables/fold.ts";
import type { Table } from "../../tables/table.ts";
import type { SqlValue } from "../../tables/values.ts";
import { type Context, textOf } from "../context.ts";
import type { Hidden } from "../hidden.ts";
import { ROW } from "../records.ts";
import { type GramIndex, gramIndex, MAX_LONG_STEP } from "./gram-index.ts";

/** The row numbers of at most so many matches are kept; where texts are long, as many as one statement may read. */
const MAX_KNOWN = 8192;
const maxKnown = ({ step }: GramIndex) => Math.min(MAX_KNOWN, step);
/** From this share of texts with the grams on, comparing all texts costs less than looking for those. */
const DENSE = 1 / 3;
const IN_ALL = 0.9;

/** The records that a search finds. */
export interface Matches {
  readonly column: string;
  /** The hidden column, which sort indexes contain. */
  readonly fold: RawBuilder<unknown>;
  /** The table of folded texts. */
  readonly folds: RawBuilder<unknown>;
  /** Whether a record is one of them, by its row number and `fold`; takes `needle` as parameter. */
  readonly holds: RawBuilder<unknown>;
  readonly needle: string;
  /** How many entries of a sort index one statement may pass. */
  readonly step: number;
  /** Includes those hidden from the list. */
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
  const index = gramIndex(context, table, search);
  const { count, rows } = needle === undefined ? NOTHING : yield* searchTexts(index, needle);
  const [fold, folds] = [sql.id(search.fold), sql.id(search.folds)];
  const looked = sql`(select folded$ from ${folds} where found$ = ${ROW})`;
  return {
    column: field,
    fold,
    folds,
    holds: sql`instr(coalesce(${fold}, ${looked}), ${""}) > 0`,
    needle: needle ?? "",
    step: index.step,
    count,
    known: rows && JSON.stringify(rows),
  };
}

/** `rows`: undefined where they are many. */
interface Found {
  readonly count: number;
  readonly rows: readonly number[] | undefined;
}

const NOTHING: Found = { count: 0, rows: [] };

/** Up to two characters, the texts that have the grams are the matches; for more, texts must be compared. */
function searchTexts(index: GramIndex, needle: string): Steps<Found> {
  const { wanted, share } = index.rarest(neededGrams(needle));
  return [...needle].length <= 2
    ? countTexts(index, wanted)
    : compareTexts(index, wanted, needle, share > IN_ALL);
}

function* countTexts(index: GramIndex, wanted: string): Steps<Found> {
  let [count, after] = [0, 0];
  for (;;) {
    const step = index.count(wanted, after);
    count += step.count;
    after = step.last;
    if (after >= index.end) return { count, rows: count > maxKnown(index) ? undefined : index.rows(wanted) };
    yield;
  }
}

function* compareTexts(index: GramIndex, wanted: string, needle: string, areAll: boolean): Steps<Found> {
  let { count, rows }: Found = NOTHING;
  let [after, isDense] = [0, areAll];
  for (;;) {
    const isListed = rows !== undefined;
    const step = isDense
      ? index.compareAll(needle, after, isListed)
      : index.compareFound(wanted, needle, after, isListed);
    count += step.count;
    rows = rows === undefined || count > maxKnown(index) ? undefined : [...rows, ...step.rows];
    after = step.last;
    if (after >= index.end) return { count, rows };
    isDense ||= step.share > DENSE;
    yield;
  }
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
    connection.rows(textOf(table, `${key} ${column} ${hidden.field}`, make), values)[0] ?? [];
  if (known !== undefined) {
    const among = () => sql`select count(*) from ${records}
      where ${ROW} in (select value from json_each(${""})) and ${hidden.is}`;
    return Number(ask("known hidden", among, [known, hidden.values])[0]);
  }
  if (hidden.count <= MAX_LONG_STEP) {
    const among = () => sql`select count(*) from ${records} indexed by ${hidden.index}
      where ${hidden.is} and ${holds}`;
    return Number(ask("hidden matches", among, [hidden.values, needle])[0]);
  }
  const isHit = sql`instr(folded$, ${""}) > 0 and ${hidden.is} as hit`;
  const some = sql`select found$, ${isHit} from ${folds} cross join ${records} on ${ROW} = found$
    where found$ > ${0} order by found$ limit ${0}`;
  const make = () => sql`select count(*), max(found$), sum(hit) from (${some})`;
  let count = 0;
  let last = 0;
  for (;;) {
    const values = [needle, hidden.values, last, MAX_LONG_STEP];
    const [passed, reached, hits] = ask("all hidden", make, values);
    count += Number(hits);
    if (Number(passed) < MAX_LONG_STEP) return count;
    last = Number(reached);
    yield;
  }
}
