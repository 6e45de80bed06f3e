import { sql } from "kysely";
import type { RecordData } from "../../../../model/record.ts";
import type { Referrer, ReferringPaths } from "../../store.ts";
import { type Link, linksOf } from "../../tables/links.ts";
import type { Table } from "../../tables/table.ts";
import { storable } from "../../tables/values.ts";
import type { Access } from "../access.ts";
import { getRecords } from "../read-records.ts";

/** Updates what a record refers to. `before`: undefined for a new record; `after`: undefined for a deleted one. */
export async function writeReferences(
  { query }: Access,
  table: Table,
  id: string,
  before: RecordData | undefined,
  after: RecordData | undefined,
): Promise<void> {
  const old = linksOf(table, before);
  const now = linksOf(table, after);
  const dropped = [...old].flatMap(([key, link]) => (now.has(key) ? [] : [link]));
  const added = [...now].flatMap(([key, link]) => (old.has(key) ? [] : [link]));
  if (dropped.length > 0)
    await query({ name: "drop links", text: DROP, values: [table.id, id, ...unnested(dropped)] });
  if (added.length > 0)
    await addLinks(
      { query },
      table,
      added.map((link) => ({ ...link, id })),
    );
}

const DROP = `delete from record_references using unnest($3::text[], $4::text[], $5::text[]) as links (to_table, to_id, path)
  where record_references.to_table = links.to_table and record_references.to_id = links.to_id
  and from_table = $1 and record_references.path = links.path and from_id = $2`;
const ADD = `insert into record_references (to_table, to_id, from_table, path, from_id)
  select to_table, to_id, $1, path, id
  from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as links (to_table, to_id, path, id)
  on conflict do nothing`;

export async function addLinks(
  { query }: Pick<Access, "query">,
  table: Table,
  links: readonly (Link & { readonly id: string })[],
): Promise<void> {
  if (links.length === 0) return;
  const values = [table.id, ...unnested(links), links.map(({ id }) => id)];
  await query({ name: "add links", text: ADD, values });
}

const unnested = (links: readonly Link[]) => [
  links.map((link) => link.to_table),
  links.map((link) => storable(link.to_id)),
  links.map((link) => link.path),
];

/** Who refers to a record, itself left out: the first few by their `_id`, if `by` says so by some references alone, and how many in all. */
export async function findReferrers(
  access: Access,
  referred: Table,
  id: string,
  limit: number,
  by?: ReferringPaths,
): Promise<{ first: Referrer[]; count: number }> {
  const first: Referrer[] = [];
  let count = 0;
  for (const table of access.tables.values()) {
    const paths = pathsTo(table, referred);
    if (paths.length === 0) continue;
    const [found] = await access.query(
      sql<{ n: number }>`select count(distinct from_id) as n ${from(table, referred, id, paths)}`,
    );
    const n = found?.n ?? 0;
    count += n;
    const listed =
      by === undefined ? paths : paths.filter((path) => by.get(table.id)?.includes(path) === true);
    if (n === 0 || listed.length === 0 || first.length >= limit) continue;
    const rows = await access.query(
      sql<{ id: string }>`select distinct from_id as id ${from(table, referred, id, listed)}
        order by id limit ${limit - first.length}`,
    );
    const ids = rows.map((row) => row.id);
    for (const record of await getRecords(access, table, ids))
      first.push({ table: table.id, _id: record._id, label: String(record[table.label] ?? "") });
  }
  return { first, count };
}

/** The same by their ids alone: there may be very many. */
export async function findReferrerIds(
  { query, tables }: Access,
  referred: Table,
  id: string,
  limit: number,
): Promise<Pick<Referrer, "table" | "_id">[]> {
  const found: Pick<Referrer, "table" | "_id">[] = [];
  for (const table of tables.values()) {
    const paths = pathsTo(table, referred);
    if (paths.length === 0 || found.length >= limit) continue;
    const rows = await query(
      sql<{ id: string }>`select distinct from_id as id ${from(table, referred, id, paths)}
        order by id limit ${limit - found.length}`,
    );
    found.push(...rows.map((row) => ({ table: table.id, _id: row.id })));
  }
  return found;
}

const pathsTo = (table: Table, referred: Table) =>
  table.references.filter(({ table: to }) => to === referred.id).map(({ path }) => path);

function from(table: Table, referred: Table, id: string, paths: readonly string[]) {
  const others = table.id === referred.id ? sql`and from_id <> ${id}` : sql``;
  return sql`from record_references where to_table = ${referred.id} and to_id = ${id}
    and from_table = ${table.id} and path = any(${[...paths]}::text[]) ${others}`;
}
