import { sql } from "kysely";
import type { RecordData } from "../../../model/record.ts";
import type { Referrer, ReferringPaths } from "../store.ts";
import { type Link, linksOf } from "../tables/links.ts";
import type { Table } from "../tables/table.ts";
import type { Context } from "./context.ts";
import { selectRecordsById } from "./records.ts";

/** Updates what a record refers to. `before`: undefined for a new record; `after`: undefined for a deleted one. */
export function keepReferences(
  { connection }: Context,
  table: Table,
  id: string,
  before: RecordData | undefined,
  after: RecordData | undefined,
): void {
  const old = linksOf(table, before);
  const now = linksOf(table, after);
  const run = (text: string, { to_table, to_id, path }: Link) =>
    connection.runText(text, [to_table, to_id, table.id, path, id]);
  for (const [key, link] of old) if (!now.has(key)) run(DROP, link);
  for (const [key, link] of now) if (!old.has(key)) run(ADD, link);
}

const ADD = `insert or ignore into record_references (to_table, to_id, from_table, path, from_id)
  values (?, ?, ?, ?, ?)`;
const DROP = `delete from record_references
  where to_table = ? and to_id = ? and from_table = ? and path = ? and from_id = ?`;

/** Who refers to a record, itself left out: the first few by their `_id`, if `by` says so by some references alone, and how many in all. */
export function referrersOf(
  context: Context,
  referred: Table,
  id: string,
  limit: number,
  by?: ReferringPaths,
): { first: Referrer[]; count: number } {
  const { connection } = context;
  const first: Referrer[] = [];
  let count = 0;
  for (const table of context.tables.values()) {
    const paths = table.references.filter(({ table: to }) => to === referred.id).map(({ path }) => path);
    if (paths.length === 0) continue;
    const self = table.id === referred.id ? id : null;
    const from = (some: readonly string[]) =>
      sql`from record_references where to_table = ${referred.id} and to_id = ${id}
        and from_table = ${table.id} and path in (${sql.join(some)}) and from_id is not ${self}`;
    const n =
      connection.first(sql<{ n: number }>`select count(distinct from_id) as n ${from(paths)}`)?.n ?? 0;
    count += n;
    const listed =
      by === undefined ? paths : paths.filter((path) => by.get(table.id)?.includes(path) === true);
    if (n === 0 || listed.length === 0 || first.length >= limit) continue;
    const rows = connection.all(
      sql<{
        id: string;
      }>`select distinct from_id as id ${from(listed)} order by id limit ${limit - first.length}`,
    );
    const ids = rows.map((row) => row.id);
    for (const record of selectRecordsById(context, table, ids))
      first.push({ table: table.id, _id: record._id, label: String(record[table.label] ?? "") });
  }
  return { first, count };
}

/** The same by their ids alone: there may be very many. */
export function referrerIdsOf(
  { connection, tables }: Context,
  referred: Table,
  id: string,
  limit: number,
): Pick<Referrer, "table" | "_id">[] {
  const found: Pick<Referrer, "table" | "_id">[] = [];
  for (const table of tables.values()) {
    const paths = table.references.filter(({ table: to }) => to === referred.id).map(({ path }) => path);
    const self = table.id === referred.id ? id : null;
    if (paths.length === 0 || found.length >= limit) continue;
    const rows = connection.all(
      sql<{ id: string }>`select distinct from_id as id from record_references
        where to_table = ${referred.id} and to_id = ${id} and from_table = ${table.id}
        and path in (${sql.join(paths)}) and from_id is not ${self} order by id limit ${limit - found.length}`,
    );
    found.push(...rows.map((row) => ({ table: table.id, _id: row.id })));
  }
  return found;
}
