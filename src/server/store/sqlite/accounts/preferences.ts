import { sql } from "kysely";
import type { Context } from "../context.ts";

export function getPreferences({ connection }: Context, accountId: string): ReadonlyMap<string, string> {
  const found = connection.all(
    sql<{ key: string; value: string }>`select key, value from preferences
      where account_id = ${accountId} order by key`,
  );
  return new Map(found.map(({ key, value }) => [key, value]));
}

export function setPreference(
  { connection }: Context,
  accountId: string,
  key: string,
  value: string | undefined,
): void {
  connection.run(
    value === undefined
      ? sql`delete from preferences where account_id = ${accountId} and key = ${key}`
      : sql`insert or replace into preferences (account_id, key, value) values (${accountId}, ${key}, ${value})`,
  );
}

export function deletePreferences({ connection }: Context, accountId: string): void {
  connection.run(sql`delete from preferences where account_id = ${accountId}`);
}
