import { sql } from "kysely";
import pg from "pg";
import { MoveRefusedError } from "../../moving/move-store.ts";
import type { PartCell, PartColumn, StoreReader, StoreWriter } from "../../moving/parts.ts";
import { partsOf } from "../../moving/parts.ts";
import { MOVE_MARK, serversLock, tablesIn, tablesLock, tryLock } from "../advisory-locks.ts";
import { clientConfig, type Query, queryOn } from "../connection.ts";
import { CREATE_TABLES } from "../create-tables.ts";
import { physicalId } from "../physical-names.ts";
import { requireTables } from "../prepare-database.ts";
import { createRecordTable } from "../shapes/create-record-table.ts";
import { readSeenColumns } from "../shapes/stored-columns.ts";

export interface MovedDatabase {
  /** postgres://… */
  readonly url: string;
  readonly schema?: string;
}

/** What a connection has until it is closed. */
interface Connected {
  readonly client: pg.Client;
  readonly query: Query;
}

export async function connectAlone({ url, schema = "public" }: MovedDatabase): Promise<Connected> {
  // As in the store: tables are read along their keys.
  const client = new pg.Client(clientConfig({ url, schema, settings: ["enable_seqscan=off"] }));
  // Whoever asks next is told.
  client.on("error", () => undefined);
  await client.connect();
  return { client, query: queryOn(client) };
}

/**
 * Reads the store as it is now, whatever is written meanwhile.
 * @param isAlone nothing is written meanwhile. Throws MoveRefusedError while a server runs
 */
export async function readDatabase(
  database: MovedDatabase,
  isAlone: boolean,
): Promise<StoreReader & { close(): Promise<void> }> {
  const { schema = "public" } = database;
  const { client, query } = await connectAlone(database);
  try {
    await requireTables(query, schema);
    if (isAlone && !(await tryLock(query, serversLock(schema))))
      throw new MoveRefusedError("A server runs on the database; end all of them first.");
    await client.query("begin isolation level repeatable read");
    // Commands may write without a server: they wait.
    if (isAlone) await client.query("lock table write_gate in exclusive mode");
    return { ...readerOf(query), close: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

function readerOf(query: Query): StoreReader {
  return {
    parts: async () => partsOf(await readSeenColumns(query)),
    async rows({ table, columns, order }, after, limit) {
      const place = sql.join(order.map((name) => physicalId(name)));
      const selected = [...order, ...columns.map(({ name }) => name)].map(
        (name, at) => sql`${physicalId(name)} as ${sql.id(`c${at}`)}`,
      );
      const behind = after === undefined ? sql`` : sql`where (${place}) > (${sql.join(after)})`;
      const found = await query(
        sql<Record<string, PartCell>>`select ${sql.join(selected)} from ${physicalId(table)} ${behind}
          order by ${place} limit ${limit}`,
      );
      return found.map((row) => {
        const cells = Object.values(row);
        return { place: cells.slice(0, order.length), cells: cells.slice(order.length) };
      });
    },
    async lastPosition() {
      const [found] = await query(
        sql<{ last: number }>`select greatest((select max(position) from journal),
          (select position from journal_pruned)) as last`,
      );
      return found?.last ?? 0;
    },
  };
}

/**
 * Writes a store to a database without tables, in one transaction: `commit` makes it a store, and until then there is nothing but a mark
 * by which no server starts. Throws MoveRefusedError where there is something.
 */
export async function writeDatabase(
  database: MovedDatabase,
): Promise<StoreWriter & { commit(): Promise<void>; close(): Promise<void> }> {
  const { schema = "public" } = database;
  const { client, query } = await connectAlone(database);
  try {
    if (!(await tryLock(query, tablesLock(schema))))
      throw new MoveRefusedError(
        "Another move goes on in the database, or one that was interrupted is still being undone; try again in two minutes.",
      );
    const present = (await tablesIn(query, schema)).filter((name) => name !== MOVE_MARK);
    if (present.length > 0)
      throw new MoveRefusedError(
        `The database is not empty, and a move replaces nothing. It has ${present.length} tables: ${present.slice(0, 3).join(", ")} …`,
      );
    await client.query(`create schema if not exists ${schema};
      create table if not exists ${MOVE_MARK} (only_a_mark integer)`);
    await client.query("begin");
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async begin(parts) {
      await client.query(`drop table ${MOVE_MARK}; ${CREATE_TABLES}`);
      for (const { table, entity, columns } of parts)
        if (entity !== undefined)
          await createRecordTable(
            query,
            table,
            columns.slice(1).map(({ name }) => name),
          );
    },
    async insert({ table, columns }, rows) {
      const lists = columns.map(
        ({ type }, at) => sql`${rows.map(({ cells }) => cells[at] ?? null)}::${sql.raw(TYPES[type])}[]`,
      );
      const names = columns.map(({ name }) => physicalId(name));
      await query(sql`insert into ${physicalId(table)} (${sql.join(names)})
        select ${sql.join(columns.map((_, at) => sql.id(`c${at}`)))}
        from unnest(${sql.join(lists)}) with ordinality
          as given (${sql.join(columns.map((_, at) => sql.id(`c${at}`)))}, number) order by number`);
    },
    async finish(lastPosition) {
      await query(sql`update journal_pruned set position = ${lastPosition}`);
      return readerOf(query);
    },
    commit: async () => void (await client.query("commit")),
    close: () => client.end(),
  };
}

const TYPES: Readonly<Record<PartColumn["type"], string>> = {
  text: "text",
  value: "text",
  number: "bigint",
  boolean: "boolean",
  bytes: "bytea",
};
