import { type RawBuilder, sql } from "kysely";
import type { PlainCondition, PlainFilter } from "../../../../model/filter.ts";
import { FORMAT_CHECKS } from "../../../../model/formats.ts";
import { isEmpty } from "../../../../record/json.ts";
import { splitPath } from "../../../../record/path.ts";
import type { StoreListQuery } from "../../store-queries.ts";
import { foldNeedle, gramsOf, neededGrams } from "../../tables/fold.ts";
import { filterColumn, type Table } from "../../tables/table.ts";
import { filterValues, type TableFilter } from "../../tables/table-filter.ts";
import { type SqlValue, storable } from "../../tables/values.ts";
import { filterColumnName, foldedColumn, gramsColumn } from "../derived.ts";
import { TEXTS_FROM, valueKey } from "../keys.ts";

/** What must hold for a record, as the database can tell by hidden columns. */
export interface KeyTest {
  readonly holds: RawBuilder<unknown>;
  /** An index finds its records: by `one` value they are in the order of the main sort. */
  readonly by?: "one" | "some";
}

/** All that is asked of records. */
export interface AskedTests {
  readonly keys: readonly KeyTest[];
  /** Conditions that no index has: they are tested on the values themselves. */
  readonly plain: PlainFilter;
  /** Instead of a key test: one of the searches or conditions holds. */
  readonly any?: { readonly searches: readonly RawBuilder<unknown>[]; readonly or: PlainFilter };
}

export function askedTestsOf(
  table: Table,
  {
    search,
    searchAny,
    without,
    filter = [],
  }: Pick<StoreListQuery, "search" | "searchAny" | "without" | "filter">,
): AskedTests {
  const keys: KeyTest[] = [];
  const plain: PlainCondition[] = [];
  for (const condition of filter.map(storableCondition)) {
    const test = keyTest(table, condition);
    if (test === undefined) plain.push(condition);
    else keys.push(test);
  }
  if (without !== undefined) keys.push({ holds: notHidden(table, without) });
  if (search !== undefined && search.text !== "" && searchAny === undefined)
    keys.push({ holds: searchTest(table, search.field, search.text), by: "some" });
  if (searchAny === undefined || searchAny.text === "") return { keys, plain };
  const searches = searchAny.fields.map((field) => searchTest(table, field, searchAny.text));
  const or = searchAny.or.map(storableCondition);
  const others = or.map((condition) => keyTest(table, condition));
  if (others.some((test) => test === undefined)) return { keys, plain, any: { searches, or } };
  const all = [...searches, ...others.flatMap((test) => (test === undefined ? [] : [test.holds]))];
  const holds = all.length === 0 ? sql`false` : sql`(${sql.join(all, sql` or `)})`;
  return { keys: [...keys, { holds, by: "some" }], plain };
}

/** Asked as it would be stored. */
function storableCondition(condition: PlainCondition): PlainCondition {
  const { value } = condition;
  const one = <T>(given: T) => (typeof given === "string" ? storable(given) : given);
  return { ...condition, value: typeof value === "object" ? value.map(one) : one(value) };
}

export function allHold(tests: readonly Pick<KeyTest, "holds">[]): RawBuilder<unknown> {
  if (tests.length === 0) return sql`true`;
  return sql`(${sql.join(
    tests.map(({ holds }) => sql`coalesce(${holds}, false)`),
    sql` and `,
  )})`;
}

/** A condition on the hidden column of a filter; undefined where that does not tell. Throws where there is no such column. */
function keyTest(table: Table, condition: PlainCondition): KeyTest | undefined {
  const filter = table.filters.find(({ field }) => field === condition.field);
  if (filter === undefined) {
    refuseUnknown(table, condition.field);
    return undefined;
  }
  return indexedTest(filter, condition);
}

function indexedTest(filter: TableFilter, { op, value }: PlainCondition): KeyTest | undefined {
  const own = sql.id(filterColumnName(filter.field));
  const is = (one: SqlValue): KeyTest => ({ holds: sql`${own} = ${valueKey(one)}`, by: "one" });
  if (filter.by === "filled") return op === "empty" ? is(Number(value !== true)) : undefined;
  if (op === "empty")
    return value === true
      ? { holds: sql`${own} is null`, by: "one" }
      : { holds: sql`${own} is not null`, by: "some" };
  if (isList(value)) {
    const [only] = value;
    if (value.some(isEmpty)) return undefined;
    if (value.length === 1 && only !== undefined) return is(compared(filter, only));
    const all = value.map((one) => valueKey(compared(filter, one)));
    return { holds: sql`${own} = any(${all}::text[])`, by: "some" };
  }
  if (isEmpty(value)) return undefined;
  if (op === "eq") return is(compared(filter, value));
  if (op === "in") throw new Error("`in` goes with a list of values.");
  const isText = typeof value === "string";
  // A text's order is not that of the index, but of a time it is.
  if (isText && !isTime(value)) return undefined;
  const key = valueKey(compared(filter, value));
  return { holds: isText ? textBound(own, op, key) : numberBound(own, op, key), by: "some" };
}

// Numbers come before texts: a bound is of values of its own type alone.
const textBound = (own: RawBuilder<unknown>, op: "gte" | "lte", key: string | null) =>
  op === "gte" ? sql`${own} >= ${key}` : sql`(${own} <= ${key} and ${own} >= ${TEXTS_FROM})`;
const numberBound = (own: RawBuilder<unknown>, op: "gte" | "lte", key: string | null) =>
  op === "gte" ? sql`(${own} >= ${key} and ${own} < ${TEXTS_FROM})` : sql`${own} <= ${key}`;

function isList(value: PlainCondition["value"]): value is readonly (string | number | boolean)[] {
  return typeof value === "object";
}

const isTime = (text: string) => FORMAT_CHECKS.date(text) || FORMAT_CHECKS["date-time"](text);

function compared({ by }: TableFilter, value: string | number | boolean): SqlValue {
  if (typeof value !== "string") return Number(value);
  if (by !== "moment") return value;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

function notHidden(table: Table, { field, values }: NonNullable<StoreListQuery["without"]>) {
  const filter = filterColumn(table, field);
  const own = sql.id(filterColumnName(field));
  const keys = filterValues(filter, values).map(valueKey);
  return sql`(${own} is null or ${own} <> all(${keys}::text[]))`;
}

/** Grams that are looked for: a few of them find hardly more than all, and each is one more list that is read. */
const MAX_GRAMS = 16;

function searchTest(table: Table, field: string, text: string): RawBuilder<unknown> {
  const search = table.searches.get(field);
  if (search === undefined) throw new Error(`${table.id}.${field} is not searched.`);
  const needle = foldNeedle(text, search.maxLength);
  if (needle === undefined) return sql`false`;
  const needed = [...neededGrams(needle)];
  const stride = Math.max(1, needed.length / MAX_GRAMS);
  const grams = Array.from(
    { length: Math.min(needed.length, MAX_GRAMS) },
    (_, at) => needed[Math.floor(at * stride)] ?? "",
  );
  const found = sql`${sql.id(gramsColumn(field))} @> ${grams}::text[]`;
  // Up to two characters, only such texts have the grams.
  if (gramsOf(needle).size > 0 && [...needle].length <= 2) return found;
  return sql`(${found} and strpos(${sql.id(foldedColumn(field))}, ${needle}) > 0)`;
}

/** Throws where the table has no column for a field. */
export function columnFor(table: Table, field: string): string {
  if (table.byName.has(field)) return field;
  const [first = "", ...keys] = splitPath(field);
  if (keys.length === 0 || table.byName.get(first)?.type !== "json")
    throw new Error(`${table.id} has no column for ${JSON.stringify(field)}.`);
  return first;
}

const refuseUnknown = (table: Table, field: string): void => void columnFor(table, field);
