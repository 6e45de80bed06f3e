import { sql } from "kysely";
import type pg from "pg";
import { MoveRefusedError } from "../moving/move-store.ts";
import { MOVE_MARK, serversLock, tablesIn, tablesLock } from "./advisory-locks.ts";
import { type Query, queryOn, withClient } from "./connection.ts";
import { CREATE_TABLES } from "./create-tables.ts";
import { TABLES_UPGRADES, TABLES_VERSION } from "./upgrade-steps.ts";

/** The database has a store of another version, or something else in its schema. */
export class StoreVersionError extends Error {
  override readonly name = "StoreVersionError";
}

/**
 * Creates the store's own tables where there are none, and brings older ones to this version: whole or not at all. Throws
 * MoveRefusedError where a move to the database is not over, and StoreVersionError where the tables are of a newer version, or of an
 * older one that a server uses.
 */
export function prepareDatabase(pool: pg.Pool, schema: string): Promise<void> {
  return withClient(pool, async ({ client }) => {
    const query = queryOn(client);
    if (!(await hasTables(query, schema)) || (await tablesVersion(query)) < TABLES_VERSION) {
      await client.query("begin");
      // Two servers may start at once.
      await query(sql`select pg_advisory_xact_lock(${tablesLock(schema)})`);
      if (await hasTables(query, schema)) await upgradeTables(client, query, schema);
      else {
        await client.query(`create schema if not exists ${schema}`);
        await client.query(CREATE_TABLES);
      }
      await client.query("commit");
    }
    await requireTablesVersion(query);
  });
}

async function upgradeTables(client: pg.ClientBase, query: Query, schema: string): Promise<void> {
  const version = await tablesVersion(query);
  if (version >= TABLES_VERSION) return;
  const [row] = await query(
    sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${serversLock(schema)}) as "isFree"`,
  );
  if (row?.isFree !== true)
    throw new StoreVersionError(
      `The database has a store of version ${version}, and a server of that version runs on it. End all of them, then start one of version ${TABLES_VERSION}.`,
    );
  for (const step of TABLES_UPGRADES.slice(version - 1)) await client.query(step);
  await query(sql`update store_version set version = ${TABLES_VERSION}`);
}

/** Throws where there is no store of this version. */
export async function requireTables(query: Query, schema: string): Promise<void> {
  if (!(await hasTables(query, schema))) throw new MoveRefusedError("There is no store in the database.");
  await requireTablesVersion(query);
}

async function hasTables(query: Query, schema: string): Promise<boolean> {
  const names = await tablesIn(query, schema);
  if (names.includes(MOVE_MARK))
    throw new MoveRefusedError(
      "A business is being moved to the database, or that was interrupted: nothing of it is there. Repeat the move; to begin with an empty one instead, drop the table move_under_way.",
    );
  return names.includes("store_version");
}

async function requireTablesVersion(query: Query): Promise<void> {
  const version = await tablesVersion(query);
  if (version !== TABLES_VERSION)
    throw new StoreVersionError(
      `The database has a store of version ${version}; this program knows ${TABLES_VERSION}.`,
    );
}

async function tablesVersion(query: Query): Promise<number> {
  const [found] = await query(sql<{ version: number }>`select version from store_version`);
  return found?.version ?? 0;
}
