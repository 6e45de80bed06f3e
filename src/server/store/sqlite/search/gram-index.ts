import { type RawBuilder, sql } from "kysely";
import { type Context, textOf } from "../context.ts";
import type { SqlValue } from "../driver.ts";
import type { Search, Table } from "../table.ts";

/** Over so many row numbers one statement joins lists of grams: 30 ms, if every text has them all. */
const MAX_SPAN = 131_072;
/** So many texts one statement compares, or entries of a sort index it passes: about 5 ms. */
const MAX_STEP = 32_768;
/** So many texts one statement looks up and compares. */
const MAX_FOUND = 1024;
/** Where long texts are many, about 5 ms; 30 where texts and needle are all one character. */
export const MAX_LONG_STEP = 1024;
const MANY_LONG = 1024;
/** So many of the texts that have a gram are counted; of more, how close they stand tells about how many there are. */
const MAX_PROBE = 1024;
/** A join with a list so many times as long costs more than the comparisons that it saves; with any, where the texts are few enough to be counted. */
const MAX_JOIN_RATIO = 8;
const MAX_PROBED = 32;
const MAX_GRAMS = 8;

/** What one statement compared. */
export interface Comparison {
  /** The row number up to which all is known. */
  readonly last: number;
  /** Of those row numbers, how many were compared. */
  readonly share: number;
  readonly count: number;
  /** Row numbers of those that match, where they are asked for. */
  readonly rows: readonly number[];
}

/** What the index of one searched column is asked. Every method is one statement of bounded work, but `rarest`: 32 short ones. */
export interface GramIndex {
  /** The last row number. */
  readonly end: number;
  /** So many texts a statement may compare. */
  readonly step: number;
  /** What to look for: the rarest of the grams, and about which share of the texts has the rarest. */
  rarest(grams: readonly string[]): { readonly wanted: string; readonly share: number };
  /** How many texts have all that is looked for, and up to which row number. */
  count(wanted: string, after: number): { readonly last: number; readonly count: number };
  /** Row numbers of the texts that have it: to be asked where they are few. */
  rows(wanted: string): readonly number[];
  /** Compares the next texts that have it. */
  compareFound(wanted: string, needle: string, after: number, isListed: boolean): Comparison;
  /** Compares the next texts. */
  compareAll(needle: string, after: number, isListed: boolean): Comparison;
}

export function gramIndex({ connection }: Context, table: Table, search: Search): GramIndex {
  const ask = (key: string, make: () => RawBuilder<unknown>, ...values: readonly SqlValue[]) =>
    connection.rows(textOf(connection, table, `${key} ${search.column}`, make), values)[0] ?? [];
  const [grams, folds, fold] = [sql.id(search.grams), sql.id(search.folds), sql.id(search.fold)];
  const match = sql`${grams} match ${""}`;
  const inSpan = sql`${match} and rowid > ${0} and rowid <= ${0}`;

  const long = () => sql`select 1 from ${sql.id(table.sql)} indexed by ${sql.id(search.long)}
    where ${fold} is null limit ${0}`;
  const [end, n] = ask(
    "extent",
    () => sql`select (select max(found$) from ${folds}), (select count(*) from (${long()}))`,
    MANY_LONG,
  );
  const step = Number(n) < MANY_LONG ? MAX_STEP : MAX_LONG_STEP;

  /** `from`: rows of `found` and `hit`. Up to `bound` all is known, if they were fewer than `most`. */
  function compare(
    key: string,
    from: () => RawBuilder<unknown>,
    values: readonly SqlValue[],
    { most, after, bound, isListed }: { most: number; after: number; bound: number; isListed: boolean },
  ): Comparison {
    const list = sql`json_group_array(found) filter (where hit and ${0})`;
    const make = () => sql`select count(*), max(found), sum(hit), ${list} from (${from()})`;
    const [passed, reached, count, rows] = ask(key, make, Number(isListed), ...values, most);
    const last = Number(passed) < most ? bound : Number(reached);
    const share = Number(passed) / Math.max(1, Math.min(last, Number(end)) - after);
    return { last, share, count: Number(count), rows: JSON.parse(String(rows)) };
  }

  return {
    end: Number(end),
    step,
    rarest(needed) {
      const stride = Math.max(1, needed.length / MAX_PROBED);
      const probed = Array.from(
        { length: Math.min(needed.length, MAX_PROBED) },
        (_, at) => `"${needed[Math.floor(at * stride)]}"`,
      );
      if (probed.length === 1) return { wanted: probed.join(""), share: 0 };
      const known: { readonly gram: string; readonly texts: number }[] = [];
      for (const gram of probed) {
        const some = sql`select rowid as found from ${grams} where ${match} limit ${0}`;
        const make = () => sql`select count(*), max(found) from (${some})`;
        const [n, reached] = ask("probe", make, gram, MAX_PROBE);
        const texts = Number(n) < MAX_PROBE ? Number(n) : (MAX_PROBE * Number(end)) / Number(reached);
        if (texts < MAX_PROBE) return { wanted: gram, share: texts / Number(end) };
        known.push({ gram, texts });
      }
      known.sort((one, other) => one.texts - other.texts);
      const least = known[0]?.texts ?? 0;
      const chosen = known.filter(({ texts }) => texts <= least * MAX_JOIN_RATIO).slice(0, MAX_GRAMS);
      return { wanted: chosen.map(({ gram }) => gram).join(" AND "), share: least / Number(end) };
    },
    count(wanted, after) {
      const last = after + MAX_SPAN;
      // Without a span it takes half the time.
      if (Number(end) <= MAX_SPAN) {
        const make = () => sql`select count(*) from ${grams} where ${match}`;
        return { last, count: Number(ask("count all", make, wanted)[0]) };
      }
      const make = () => sql`select count(*) from ${grams} where ${inSpan}`;
      return { last, count: Number(ask("count", make, wanted, after, last)[0]) };
    },
    rows(wanted) {
      const make = () => sql`select json_group_array(rowid) from ${grams} where ${match}`;
      return JSON.parse(String(ask("rows", make, wanted)[0]));
    },
    compareFound(wanted, needle, after, isListed) {
      const bound = after + MAX_SPAN;
      const found = sql`select rowid as found from ${grams} where ${inSpan} limit ${0}`;
      const from = () => sql`select found, instr(folded$, ${""}) > 0 as hit from (${found})
        cross join ${folds} on found$ = found`;
      return compare("found", from, [needle, wanted, after, bound], {
        most: MAX_FOUND,
        after,
        bound,
        isListed,
      });
    },
    compareAll(needle, after, isListed) {
      const from = () => sql`select found$ as found, instr(folded$, ${""}) > 0 as hit from ${folds}
        where found$ > ${0} order by found$ limit ${0}`;
      return compare("all", from, [needle, after], { most: step, after, bound: Number(end), isListed });
    },
  };
}
