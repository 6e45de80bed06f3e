import { sql } from "kysely";
import type pg from "pg";
import { queryOn, withClient } from "./connection.ts";
import { CREATE_TABLES, TABLES_VERSION } from "./create-tables.ts";

/** The database has a store of another version, or something else in its schema. */
export class StoreVersionError extends Error {
  override readonly name = "StoreVersionError";
}

/** Creates the store's own tables where there are none. They are there whole or not at all. */
export function prepareDatabase(pool: pg.Pool, schema: string): Promise<void> {
  return withClient(pool, async ({ client }) => {
    const query = queryOn(client);
    const isThere = async () => {
      const [found] = await query(
        sql<{ isThere: boolean }>`select exists (select from pg_catalog.pg_tables
          where schemaname = ${schema} and tablename = 'store_version') as "isThere"`,
      );
      return found?.isThere === true;
    };
    if (!(await isThere())) {
      await client.query("begin");
      // Two servers may start at once.
      await query(sql`select pg_advisory_xact_lock(hashtext(${`${schema}.store_version`}))`);
      if (!(await isThere())) {
        await client.query(`create schema if not exists ${schema}`);
        await client.query(CREATE_TABLES);
      }
      await client.query("commit");
    }
    const [found] = await query(sql<{ version: number }>`select version from store_version`);
    if (found?.version !== TABLES_VERSION)
      throw new StoreVersionError(
        `The database has a store of version ${found?.version}; this program knows ${TABLES_VERSION}.`,
      );
  });
}
