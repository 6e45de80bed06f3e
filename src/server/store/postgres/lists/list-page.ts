import { type RawBuilder, sql } from "kysely";
import type { PlainFilter } from "../../../../model/filter.ts";
import type { StoredRecord } from "../../../../model/record.ts";
import { MAX_TOTAL, type StoreListAnswer, type StoreListQuery } from "../../store-queries.ts";
import type { Table } from "../../tables/table.ts";
import { isCounted } from "../../tables/table-filter.ts";
import type { Access } from "../access.ts";
import { countAll } from "../count-records.ts";
import {
  filterColumnName,
  foldedColumn,
  gramsColumn,
  mayHaveRest,
  restColumn,
  sortColumn,
} from "../derived.ts";
import { idsOfRows, KEY, NUMBER, recordsOfRows, recordTable } from "../read-records.ts";
import { type AskedTests, allHold, askedTestsOf, type KeyTest } from "./conditions.ts";
import { streamRecords } from "./stream.ts";

/** How many entries of an index a list looks at where it does not know how many of them are its own. */
const MAX_VISITED = 262_144;
/** The same where the values themselves are read; less where they may be long. */
const MAX_READ = 32_768;
const MAX_LONG_READ = 8192;

type Page = Omit<StoreListAnswer, "records"> & { readonly rows: readonly number[] };

/** In one snapshot. */
export async function readPage(
  access: Access,
  table: Table,
  query: StoreListQuery,
): Promise<StoreListAnswer> {
  const { rows, ...counted } = await readRows(access, table, query);
  const records: StoredRecord[] = await recordsOfRows(access, table, rows);
  return { records, ...counted };
}

export async function readPageIds(access: Access, table: Table, query: StoreListQuery): Promise<string[]> {
  return idsOfRows(access, table, (await readRows(access, table, query)).rows);
}

async function readRows(access: Access, table: Table, query: StoreListQuery): Promise<Page> {
  const { offset, limit, sort, search, searchAny, without, filter = [] } = query;
  if (!table.sorts.has(sort.field)) throw new Error(`${table.id} is not sorted by ${sort.field}.`);
  const isDescending = sort.order === "desc";
  const isSearched = (searchAny?.text ?? search?.text ?? "") !== "";
  const tests = askedTestsOf(table, query);
  const hasRest = await hasRests(access, table, sort.field);
  const list = { access, table, tests, field: sort.field, isDescending, hasRest };
  if (filter.length === 0 && !isSearched) {
    const hidden = without === undefined ? 0 : await countAll(access, table, without);
    const total = (await countAll(access, table)) - hidden;
    return { rows: await wholePage(list, { offset, limit, total }), total };
  }
  const page = { offset, limit };
  if (tests.plain.length > 0 || tests.any !== undefined) return readValues(list, page, filter.length === 0);
  const base = await smallestBase(list);
  if (base !== undefined) return pageOfBase(list, base.holds, page);
  if (filter.length === 0) return searchedPage(list, page);
  return visitedPage(
    list,
    page,
    await exactTotal(access, table, filter, isSearched || without !== undefined),
  );
}

interface AskedList {
  readonly access: Access;
  readonly table: Table;
  readonly tests: AskedTests;
  readonly field: string;
  readonly isDescending: boolean;
  /** Some values are too long for the index: those with the same beginning are sorted by what follows. */
  readonly hasRest: boolean;
}

async function hasRests({ query }: Access, table: Table, field: string): Promise<boolean> {
  if (!mayHaveRest(table, field)) return false;
  const [found] = await query(
    sql`select 1 from ${recordTable(table)} where ${sql.id(restColumn(field))} is not null limit 1`,
  );
  return found !== undefined;
}

interface Range {
  readonly offset: number;
  readonly limit: number;
}

/** Equal values go by `_id` in the same direction; ascending, empty ones come first. */
function orderOf(
  { field, hasRest }: Pick<AskedList, "field" | "hasRest">,
  isDescending: boolean,
): RawBuilder<unknown> {
  const how = sql.raw(isDescending ? "desc nulls last" : "asc nulls first");
  const columns = [sortColumn(field), ...(hasRest ? [restColumn(field)] : [])];
  const keys = [
    ...columns.map((name) => sql`${sql.id(name)} ${how}`),
    sql`${KEY} ${sql.raw(isDescending ? "desc" : "asc")}`,
  ];
  return sql`order by ${sql.join(keys)}`;
}

/** A page in the far half is read from the end. */
async function wholePage(
  list: AskedList,
  { offset, limit, total }: Range & { readonly total: number },
): Promise<readonly number[]> {
  const count = Math.min(limit, total - offset);
  if (count <= 0) return [];
  const fromEnd = offset > total / 2;
  const rows = await list.access.query(
    sql<{
      row: number;
    }>`select ${NUMBER} as row from ${recordTable(list.table)} where ${allHold(list.tests.keys)}
      ${orderOf(list, fromEnd !== list.isDescending)}
      limit ${count} offset ${fromEnd ? total - offset - count : offset}`,
  );
  const numbers = rows.map(({ row }) => row);
  return fromEnd ? numbers.reverse() : numbers;
}

/** The test whose records are the fewest, where they are so few that they are all looked at. */
async function smallestBase({ access, table, tests }: AskedList): Promise<KeyTest | undefined> {
  const found = tests.keys.filter(({ by }) => by !== undefined);
  if (found.length === 0) return undefined;
  const sizes = found.map(
    ({ holds }, at) => sql`(select count(*) from (select 1 from ${recordTable(table)} where ${holds}
      limit ${MAX_TOTAL + 1}) as ${sql.id(`base${at}`)}) as ${sql.id(`n${at}`)}`,
  );
  const [counted] = await access.query(sql<Readonly<Record<string, number>>>`select ${sql.join(sizes)}`);
  const [least] = found
    .map((test, at) => ({ test, size: counted?.[`n${at}`] ?? MAX_TOTAL + 1 }))
    .sort((one, other) => one.size - other.size);
  return least !== undefined && least.size <= MAX_TOTAL ? least.test : undefined;
}

interface Answered {
  readonly total: number;
  readonly rows: readonly number[] | null;
}

/** Reads the records of the base alone, and sorts those for which the rest holds too. */
async function pageOfBase(
  list: AskedList,
  base: RawBuilder<unknown>,
  { offset, limit }: Range,
): Promise<Page> {
  const { access, table, tests } = list;
  const others = tests.keys.filter(({ holds }) => holds !== base);
  const [answered] = await access.query(
    sql<Answered>`with base as materialized (select ${hiddenColumns(list)} from ${recordTable(table)} where ${base}),
      hits as materialized (select * from base where ${allHold(others)})
      select (select count(*) from hits) as total,
        array(select ${NUMBER} from hits ${orderOf(list, list.isDescending)} limit ${limit} offset ${offset}) as rows`,
  );
  return { total: answered?.total ?? 0, rows: (answered?.rows ?? []).map(Number) };
}

/** All hidden columns that a list may ask for. */
function hiddenColumns({ table, field, hasRest }: AskedList): RawBuilder<unknown> {
  const names = new Set([sortColumn(field), ...(hasRest ? [restColumn(field)] : [])]);
  for (const filter of table.filters) names.add(filterColumnName(filter.field));
  for (const search of table.searches.keys()) names.add(foldedColumn(search)).add(gramsColumn(search));
  return sql.join([NUMBER, KEY, ...[...names].map((name) => sql.id(name))]);
}

/** Of a search that finds many: the total is exact. */
async function searchedPage(list: AskedList, { offset, limit }: Range): Promise<Page> {
  const { access, table, tests } = list;
  const [counted] = await access.query(
    sql<{ n: number }>`select count(*) as n from ${recordTable(table)} where ${allHold(tests.keys)}`,
  );
  const total = counted?.n ?? 0;
  return { total, rows: await wholePage(list, { offset, limit, total }) };
}

/** Walks along an index in the list's order, and looks at no more than `MAX_VISITED` entries. */
async function visitedPage(
  list: AskedList,
  { offset, limit }: Range,
  exact: number | undefined,
): Promise<Page> {
  const { access, table, tests, field } = list;
  const lead = tests.keys.find(({ by }) => by === "one" && field === table.mainSort?.field);
  const others = tests.keys.filter((test) => test !== lead);
  const isAll = exact !== undefined || others.length === 0;
  const most = isAll ? sql`` : sql`limit ${MAX_VISITED}`;
  const visited = sql`(select ${hiddenColumns(list)} from ${recordTable(table)} where ${lead?.holds ?? sql`true`}
    ${orderOf(list, list.isDescending)} ${most}) as visited`;
  const rows = await access.query(
    sql<{ row: number }>`select ${NUMBER} as row from ${visited} where ${allHold(others)}
      ${orderOf(list, list.isDescending)} limit ${limit} offset ${offset}`,
  );
  const numbers = rows.map(({ row }) => row);
  if (exact !== undefined) return { rows: numbers, total: exact };
  const [counted] = await access.query(
    sql<{ n: number }>`select count(*) as n from
      (select 1 from ${visited} where ${allHold(others)} limit ${MAX_TOTAL + 1}) as counted`,
  );
  const total = counted?.n ?? 0;
  if (total > MAX_TOTAL) return { rows: numbers, total: MAX_TOTAL, totalIsMore: true };
  const isPartial = !isAll && (await countAll(access, table)) > MAX_VISITED;
  return { rows: numbers, total, ...(isPartial ? { isPartial } : {}) };
}

/** How many records there are with one value of a filter, where that alone is asked. */
async function exactTotal(
  access: Access,
  table: Table,
  [only, ...others]: PlainFilter,
  isMore: boolean,
): Promise<number | undefined> {
  const filter = table.filters.find(({ field }) => field === only?.field);
  const isOne = only?.op === "eq" && others.length === 0 && !isMore && typeof only.value !== "object";
  if (!isOne || filter === undefined || filter.by === "filled" || !isCounted(filter)) return undefined;
  return countAll(access, table, { field: filter.field, values: [String(only.value)] });
}

/** Tests the values themselves. @param isWhole all are counted, however many */
async function readValues(list: AskedList, { offset, limit }: Range, isWhole: boolean): Promise<Page> {
  const { access, table, tests } = list;
  const base = await smallestBase(list);
  const isLong = table.declared.some(({ mayBeLong }) => mayBeLong === true);
  const most = isLong ? MAX_LONG_READ : MAX_READ;
  const isBounded = base === undefined && !isWhole;
  const order = orderOf(list, list.isDescending);
  const rows: number[] = [];
  let total = 0;
  for await (const some of streamRecords(access, table, tests, {
    order,
    ...(base === undefined ? {} : { lead: base.holds }),
    ...(isBounded ? { most } : {}),
  })) {
    for (const { row } of some) {
      if (total >= offset && rows.length < limit) rows.push(row);
      total += 1;
    }
    if (!isWhole && total > MAX_TOTAL && rows.length === limit)
      return { rows, total: MAX_TOTAL, totalIsMore: true };
  }
  if (!isWhole && total > MAX_TOTAL) return { rows, total: MAX_TOTAL, totalIsMore: true };
  const isPartial = isBounded && (await countAll(access, table)) > most;
  return { rows, total, ...(isPartial ? { isPartial } : {}) };
}

/** For how many records a filter holds: exact. */
export async function countMatching(access: Access, table: Table, filter: PlainFilter): Promise<number> {
  if (filter.length === 0) return countAll(access, table);
  const tests = askedTestsOf(table, { filter });
  if (tests.plain.length > 0) {
    let count = 0;
    for await (const some of streamRecords(access, table, tests)) count += some.length;
    return count;
  }
  const exact = await exactTotal(access, table, filter, false);
  if (exact !== undefined) return exact;
  const [counted] = await access.query(
    sql<{ n: number }>`select count(*) as n from ${recordTable(table)} where ${allHold(tests.keys)}`,
  );
  return counted?.n ?? 0;
}
