import { type RawBuilder, sql } from "kysely";
import type { Steps } from "../../../../compiler/steps.ts";
import type { StoreGroups, StoreGroupsQuery } from "../../store-queries.ts";
import { type FoundGroups, makeFoundSpans, makeFoundValues } from "../../tables/found-groups.ts";
import type { Table } from "../../tables/table.ts";
import { isCounted, type TableFilter } from "../../tables/table-filter.ts";
import type { SqlValue } from "../../tables/values.ts";
import { type Context, textOf } from "../context.ts";
import { countRecords } from "../counts.ts";
import { ID, ROW } from "../records.ts";
import { allOf, conditionsOf, keyOf, type Test, valueIn, valuesOf } from "./conditions.ts";
import { hiding } from "./filtered.ts";
import { EVERYWHERE, orderBy, type Range, rangesAfter } from "./in-order.ts";
import { baseOf, leadsOf } from "./leads.ts";
import type { Base } from "./walk.ts";

/** How many entries, or records, a statement passes. It takes some milliseconds; of each value that it answers as long as of ten entries. */
const STEP = 1024;
const MAX_STEP = 16_384;
const MAX_READ = 4096;
const LONG_READ = 64;
/** With so many values, the next step is shorter. */
const MANY_VALUES = 1024;
export function* groupRecords(
  context: Context,
  table: Table,
  { by, starts, sum, filter = [], without }: StoreGroupsQuery,
): Steps<StoreGroups> {
  const conditions = conditionsOf(table, filter);
  const tests = [...conditions, ...hiding(context, table, without)];
  const found = starts === undefined ? makeFoundValues(sum !== undefined) : makeFoundSpans(starts);
  const counted = sum === undefined && tests.length === 0 ? countedFilter(table, by) : undefined;
  if (counted !== undefined) {
    yield* takeCounts(context, table, counted, found);
    yield;
    return found.answer();
  }
  const group = columnOf(table, by);
  const asked: Asked = {
    context,
    table,
    tests,
    key: JSON.stringify([by, sum, found.length]),
    group:
      found.length > 0 ? { ...group, own: sql`substr(${group.own}, 1, ${sql.lit(found.length)})` } : group,
    summed: sum === undefined ? undefined : columnOf(table, sum),
  };
  yield;
  const leads = leadsOf(context, table, conditions);
  const whole = leads.filter(({ isWhole }) => isWhole).map(baseOf);
  const [base] = whole.sort((one, other) => one.size - other.size);
  yield;
  const most = isCovering(asked, base?.index) ? MAX_ENTRIES : maxRead(table) * FEW_STEPS;
  const walk = coveringWalk(asked, by, starts);
  if (base !== undefined && base.size <= most) yield* takeEntries(asked, base, found);
  else if (walk !== undefined) yield* takeInOrder(asked, walk, found);
  else yield* takeRecords(asked, found);
  yield;
  return found.answer();
}

/** An index finds the records of as many steps faster than a walk through all of them. */
const FEW_STEPS = 5;
/** So many entries of a condition's index are passed; each step of those passes the ones before it again. */
const MAX_ENTRIES = 65_536;

interface Asked {
  readonly context: Context;
  readonly table: Table;
  readonly tests: readonly Test[];
  /** Alike for all that differ in their tests alone. */
  readonly key: string;
  readonly group: GroupColumn;
  readonly summed: GroupColumn | undefined;
}

interface GroupColumn {
  readonly own: RawBuilder<unknown>;
  readonly column: string;
}

/** Where the value of a field is, in the indexes if they have it. */
function columnOf(table: Table, field: string): GroupColumn {
  const filter = table.filters.find((one) => one.field === field && one.by !== "filled");
  return filter === undefined ? valueIn(table, field) : { own: sql.id(filter.sql), column: filter.sql };
}

type Entries = Pick<Base, "index" | "within">;

/** Entries of a sort's index, with the column in whose order they are. */
interface Ordered extends Pick<Entries, "within"> {
  readonly index: string;
  readonly sql: string;
}

/** Whether the index has all that is asked: then no record is read. */
function isCovering({ table, tests, group, summed }: Asked, index: string | undefined): boolean {
  if (index === undefined) return false;
  const sort = [...table.sorts.values()].find((one) => one.index === index) ?? table.mainSort;
  const has = [...table.filters.map((filter) => filter.sql), sort?.sql];
  const columns = [group, ...(summed === undefined ? [] : [summed])].map(({ column }) => column);
  return [...columns, ...tests.flatMap((test) => test.columns)].every((column) => has.includes(column));
}

/** A sort's index that has all that is asked; of the one in the order of the groups, the entries within them. */
function coveringWalk(asked: Asked, by: string, starts: readonly string[] | undefined): Ordered | undefined {
  const { table, group } = asked;
  const sort = table.sorts.get(by);
  if (sort !== undefined && sort.sql === group.column && isCovering(asked, sort.index)) {
    const [first, last] = [starts?.[0], starts?.at(-1)];
    if (first === undefined || last === undefined) return { ...sort, within: [] };
    const own = sql`${sql.id(sort.sql)} collate nocase`;
    const holds = sql`(${own} >= ${""} and ${own} < ${""})`;
    return { ...sort, within: [{ key: "between", holds, values: [first, last], columns: [sort.sql] }] };
  }
  const created = table.sorts.get("createdAt");
  const sorts = [...(created === undefined ? [] : [created]), ...table.sorts.values()];
  const found = sorts.find(({ index }) => isCovering(asked, index));
  return found && { ...found, within: [] };
}

/** Passes the entries of an index. */
function* takeEntries(asked: Asked, { index, within }: Entries, found: FoundGroups): Steps<void> {
  const indexed = index === undefined ? sql`` : sql`indexed by ${sql.id(index)}`;
  const take = taking(asked, `entries ${index} ${keyOf(within)}`, found, (table) => {
    return sql`${table} ${indexed} where ${allOf(within)} limit ${0} offset ${0}`;
  });
  let from = 0;
  yield* inSteps(isCovering(asked, index) ? MAX_STEP : maxRead(asked.table), (step) => {
    const part = take([...valuesOf(within), step, from]);
    from += part.passed;
    return part;
  });
}

/** Passes the entries of a sort's index, each once: a step begins where the one before it ended. */
function* takeInOrder(
  asked: Asked,
  { index, sql: column, within }: Ordered,
  found: FoundGroups,
): Steps<void> {
  const { context, table } = asked;
  const order = { column, isDescending: false };
  const key = `in order ${index} ${keyOf(within)}`;
  const entriesOf = ({ holds }: Range) =>
    sql`indexed by ${sql.id(index)} where ${holds} and ${allOf(within)} ${orderBy(order)} limit ${0}`;
  const take = (range: Range, most: number) => {
    const entries = taking(asked, `${key} ${range.key}`, found, (name) => sql`${name} ${entriesOf(range)}`);
    return entries([...range.values, ...valuesOf(within), most]);
  };
  const rangesBehind = (range: Range, passed: number) => {
    const last = () =>
      sql`select ${sql.id(column)}, ${ID} from ${sql.id(table.sql)} ${entriesOf(range)} offset ${0}`;
    const text = textOf(table, `last ${key} ${range.key}`, last);
    const values = [...range.values, ...valuesOf(within), 1, passed - 1];
    const [value = null, id = null] = context.connection.rows(text, values)[0] ?? [];
    return rangesAfter(order, { value, id });
  };
  let ranges: readonly Range[] = [EVERYWHERE];
  yield* inSteps(MAX_STEP, (step) => {
    let [passed, values] = [0, 0];
    for (const range of ranges) {
      if (passed === step) break;
      const taken = take(range, step - passed);
      if (taken.passed > 0) ranges = rangesBehind(range, taken.passed);
      passed += taken.passed;
      values += taken.values;
    }
    return { passed, values };
  });
}

/** Reads all records. */
function* takeRecords(asked: Asked, found: FoundGroups): Steps<void> {
  const take = taking(asked, "records", found, (table) => {
    return sql`${table} where ${ROW} > ${0} order by ${ROW} limit ${0}`;
  });
  let after = 0;
  yield* inSteps(maxRead(asked.table), (step) => {
    const part = take([after, step]);
    after = part.last;
    return part;
  });
}

/** Of long records each may take as long as many. */
function maxRead({ declared }: Table): number {
  return declared.some(({ mayBeLong }) => mayBeLong === true) ? LONG_READ : MAX_READ;
}

/** Runs a step after the other until one passes less than it may. */
function* inSteps(most: number, run: (step: number) => Pick<Part, "passed" | "values">): Steps<void> {
  let step = Math.min(STEP, most);
  for (;;) {
    const { passed, values } = run(step);
    if (passed < step) return;
    step = values >= MANY_VALUES ? Math.min(STEP, most) : Math.min(step * 2, most);
    yield;
  }
}

interface Part {
  /** How many entries or records there were. */
  readonly passed: number;
  /** How many different values. */
  readonly values: number;
  readonly last: number;
}

type Take = (values: readonly SqlValue[]) => Part;

/** Takes the groups of a part of the table. */
function taking(
  { context: { connection }, table, tests, key: askedKey, group, summed }: Asked,
  key: string,
  found: FoundGroups,
  part: (table: RawBuilder<unknown>) => RawBuilder<unknown>,
): Take {
  const text = textOf(
    table,
    `groups ${askedKey} ${key} ${keyOf(tests)}`,
    () => sql`select hit, iif(hit, v, null), count(*), total(iif(hit, amount, 0)), max(number) from (
      select ${allOf(tests)} as hit, ${group.own} as v, ${summed?.own ?? sql`0`} as amount, ${ROW} as number
      from ${part(sql.id(table.sql))}) group by 1, 2`,
  );
  return (values) => {
    let [passed, last] = [0, 0];
    const rows = connection.rows(text, [...valuesOf(tests), ...values]);
    for (const [hit, value = null, count, sum, row] of rows) {
      passed += Number(count);
      last = Math.max(last, Number(row));
      if (Number(hit) === 1) found.add(value, Number(count), Number(sum));
    }
    return { passed, last, values: rows.length };
  };
}

/** The filter by whose values all records are counted already. */
function countedFilter(table: Table, by: string): TableFilter | undefined {
  return table.filters.find((one) => {
    // Of values inside others the counts do not tell a number from its text.
    const isPlain = one.by !== "filled" && one.type !== "any";
    return one.field === by && isPlain && isCounted(one);
  });
}

const COUNTS = `select value, n from record_counts where from_table = ? and field = ? and value > ?
  order by value limit ?`;

function* takeCounts(
  context: Context,
  table: Table,
  { field, type }: TableFilter,
  found: FoundGroups,
): Steps<void> {
  let rest = countRecords(context, table);
  let after = "";
  yield* inSteps(STEP, (step) => {
    const rows = context.connection.rows(COUNTS, [table.id, field, after, step]);
    for (const [text, n] of rows) {
      after = String(text);
      rest -= Number(n);
      if (Number(n) > 0) found.add(countedValue(type, after), Number(n), 0);
    }
    return { passed: rows.length, values: rows.length };
  });
  if (rest > 0) found.add(null, rest, 0);
}

function countedValue(type: TableFilter["type"], text: string): SqlValue {
  if (type === "boolean") return text === "true" ? 1 : text === "false" ? 0 : text;
  return type === "text" ? text : Number(text);
}
