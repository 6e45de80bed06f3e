import { type RawBuilder, sql } from "kysely";
import type { Search, Table } from "../../tables/table.ts";
import type { SqlValue } from "../../tables/values.ts";
import { type Context, textOf } from "../context.ts";

/** How many row numbers one statement joins lists of grams over: 30 ms, if every text has all the grams. */
const MAX_SPAN = 131_072;
/** How many texts one statement compares, or entries of a sort index it passes: about 5 ms. */
const MAX_STEP = 32_768;
/** How many texts one statement looks up and compares. */
const MAX_FOUND = 1024;
/** The step where there are MANY_LONG texts: about 5 ms; 30 where texts and needle repeat one character. */
export const MAX_LONG_STEP = 1024;
const MANY_LONG = 1024;
/** How many texts with a gram are counted; if there are more, their number is estimated from how close they stand. */
const MAX_PROBE = 1024;
/** Joining a list so many times as long costs more than it saves; joining any does where the texts are few enough to count. */
const MAX_JOIN_RATIO = 8;
const MAX_PROBED = 32;
const MAX_GRAMS = 8;

/** What one statement compared. */
interface Comparison {
  /** The row number up to which all matches are known. */
  readonly last: number;
  /** The share of those row numbers that was compared. */
  readonly share: number;
  readonly count: number;
  /** Row numbers of the matches, where they are asked for. */
  readonly rows: readonly number[];
}

export type GramIndex = ReturnType<typeof gramIndex>;

/** The index of one searched column. Every method is one statement of bounded work, but `rarest`: 32 short ones. */
export function gramIndex({ connection }: Context, table: Table, search: Search) {
  const ask = (key: string, make: () => RawBuilder<unknown>, ...values: readonly SqlValue[]) =>
    connection.rows(textOf(table, `${key} ${search.column}`, make), values)[0] ?? [];
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

  /** `from` selects rows of `found` and `hit`, at most `most`. With fewer, all matches up to `bound` are known. */
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
    /** The last row number. */
    end: Number(end),
    /** How many texts a statement may compare. */
    step,
    /** The rarest of the grams to look for, and about which share of the texts has the rarest one. */
    rarest(needed: readonly string[]): { readonly wanted: string; readonly share: number } {
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
    /** Counts the next texts that have the grams. */
    count(wanted: string, after: number): Pick<Comparison, "last" | "count"> {
      const last = after + MAX_SPAN;
      // Without a span it takes half the time.
      if (Number(end) <= MAX_SPAN) {
        const make = () => sql`select count(*) from ${grams} where ${match}`;
        return { last, count: Number(ask("count all", make, wanted)[0]) };
      }
      const make = () => sql`select count(*) from ${grams} where ${inSpan}`;
      return { last, count: Number(ask("count", make, wanted, after, last)[0]) };
    },
    /** Row numbers of all texts that have the grams: for few. */
    rows(wanted: string): readonly number[] {
      const make = () => sql`select json_group_array(rowid) from ${grams} where ${match}`;
      return JSON.parse(String(ask("rows", make, wanted)[0]));
    },
    /** Compares the next texts that have the grams. */
    compareFound(wanted: string, needle: string, after: number, isListed: boolean): Comparison {
      const bound = after + MAX_SPAN;
      const found = sql`select rowid as found from ${grams} where ${inSpan} limit ${0}`;
      const from = () => sql`select found, instr(folded$, ${""}) > 0 as hit from (${found})
        cross join ${folds} on found$ = found`;
      const limits = { most: MAX_FOUND, after, bound, isListed };
      return compare("found", from, [needle, wanted, after, bound], limits);
    },
    /** Compares the next texts. */
    compareAll(needle: string, after: number, isListed: boolean): Comparison {
      const from = () => sql`select found$ as found, instr(folded$, ${""}) > 0 as hit from ${folds}
        where found$ > ${0} order by found$ limit ${0}`;
      return compare("all", from, [needle, after], { most: step, after, bound: Number(end), isListed });
    },
  };
}
