import { type RawBuilder, sql } from "kysely";
import type { Query } from "./connection.ts";

/** Stands in a database while a business is moved there: whoever finds it finds half a business, or none. */
export const MOVE_MARK = "move_under_way";

/** Held by whoever makes the tables. */
export const tablesLock = (schema: string): RawBuilder<number> => lockOf(schema, "store_version");
/** Shared by all servers that run; a move holds it alone. */
export const serversLock = (schema: string): RawBuilder<number> => lockOf(schema, "servers");
/** Held by whoever makes a scheduled backup. */
export const backupLock = (schema = "public"): RawBuilder<number> => lockOf(schema, "backup");

const lockOf = (schema: string, name: string) => sql<number>`hashtext(${`${schema}.${name}`})`;

/** Takes it until the connection ends. Answers whether it is free. */
export async function tryLock(query: Query, lock: RawBuilder<number>): Promise<boolean> {
  const [row] = await query(sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${lock}) as "isOurs"`);
  return row?.isOurs === true;
}

export async function tablesIn(query: Query, schema: string): Promise<readonly string[]> {
  const found = await query(
    sql<{ name: string }>`select tablename as name from pg_catalog.pg_tables
      where schemaname = ${schema} order by tablename`,
  );
  return found.map(({ name }) => name);
}
