import { sql } from "kysely";
import type pg from "pg";
import { MoveRefusedError } from "../moving/move-store.ts";
import { MOVE_MARK, tablesIn, tablesLock } from "./advisory-locks.ts";
import { type Query, queryOn, withClient } from "./connection.ts";
import { CREATE_TABLES, TABLES_VERSION } from "./create-tables.ts";

/** The database has a store of another version, or something else in its schema. */
export class StoreVersionError extends Error {
  override readonly name = "StoreVersionError";
}

/**
 * Creates the store's own tables where there are none. They are there whole or not at all. Throws MoveRefusedError where a move to the
 * database is not over.
 */
export function prepareDatabase(pool: pg.Pool, schema: string): Promise<void> {
  return withClient(pool, async ({ client }) => {
    const query = queryOn(client);
    if (!(await hasTables(query, schema))) {
      await client.query("begin");
      // Two servers may start at once.
      await query(sql`select pg_advisory_xact_lock(${tablesLock(schema)})`);
      if (!(await hasTables(query, schema))) {
        await client.query(`create schema if not exists ${schema}`);
        await client.query(CREATE_TABLES);
      }
      await client.query("commit");
    }
    await requireTablesVersion(query);
  });
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
  const [found] = await query(sql<{ version: number }>`select version from store_version`);
  if (found?.version !== TABLES_VERSION)
    throw new StoreVersionError(
      `The database has a store of version ${found?.version}; this program knows ${TABLES_VERSION}.`,
    );
}
