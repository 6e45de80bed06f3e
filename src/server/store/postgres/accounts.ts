import { sql } from "kysely";
import type { SessionAccount, StoredSession } from "../store.ts";
import type { Table } from "../tables/table.ts";
import type { Access } from "./access.ts";
import { KEY, selectRows } from "./read-records.ts";

export async function storedSession(
  { query }: Access,
  tokenHash: string,
): Promise<StoredSession | undefined> {
  const [session] = await query(
    sql<StoredSession>`select token_hash as "tokenHash", account_id as "accountId", expires_at as "expiresAt"
      from sessions where token_hash = ${tokenHash}`,
  );
  return session;
}

/** Asks the database each time: another server may have ended the session, or changed the account. */
export async function findSessionAccount(
  access: Access,
  tokenHash: string,
  table: Table,
): Promise<SessionAccount | undefined> {
  const from = sql`from sessions where token_hash = ${tokenHash}`;
  const [row] = await selectRows(
    access,
    table,
    table.columns,
    sql`${KEY} = (select account_id ${from})`,
    sql`(select expires_at ${from})`,
  );
  if (row === undefined) return undefined;
  const { record, also } = row;
  return { session: { tokenHash, accountId: record._id, expiresAt: also ?? "" }, record };
}

export async function insertSession({ query }: Access, session: StoredSession): Promise<void> {
  const { tokenHash, accountId, expiresAt } = session;
  await query(sql`insert into sessions (token_hash, account_id, expires_at)
    values (${tokenHash}, ${accountId}, ${expiresAt})`);
}

export async function prolongSession({ query }: Access, tokenHash: string, expiresAt: string): Promise<void> {
  await query(sql`update sessions set expires_at = ${expiresAt} where token_hash = ${tokenHash}`);
}

/** Ends the sessions for which all that is given holds. */
export async function dropSessions(
  { query }: Access,
  asked: {
    readonly tokenHash?: string;
    readonly accountId?: string;
    /** The token hash of the one session that stays. */
    readonly except?: string;
    readonly expiredAt?: string;
  },
): Promise<void> {
  const { tokenHash, accountId, except, expiredAt } = asked;
  await query(sql`delete from sessions where true
    ${tokenHash === undefined ? sql`` : sql`and token_hash = ${tokenHash}`}
    ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
    ${except === undefined ? sql`` : sql`and token_hash <> ${except}`}
    ${expiredAt === undefined ? sql`` : sql`and expires_at <= ${expiredAt}`}`);
}

export async function findPreferences(
  { query }: Access,
  accountId: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await query(
    sql<{ key: string; value: string }>`select key, value from preferences
      where account_id = ${accountId} order by key`,
  );
  return new Map(found.map(({ key, value }) => [key, value]));
}

export async function writePreference(
  { query }: Access,
  accountId: string,
  key: string,
  value: string | undefined,
): Promise<void> {
  await query(
    value === undefined
      ? sql`delete from preferences where account_id = ${accountId} and key = ${key}`
      : sql`insert into preferences (account_id, key, value) values (${accountId}, ${key}, ${value})
          on conflict (account_id, key) do update set value = excluded.value`,
  );
}

export async function dropPreferences({ query }: Access, accountId: string): Promise<void> {
  await query(sql`delete from preferences where account_id = ${accountId}`);
}

export async function findSetting({ query }: Access, key: string): Promise<string | undefined> {
  return (await query(sql<{ value: string }>`select value from settings where key = ${key}`))[0]?.value;
}

export async function findSettings({ query }: Access, prefix: string): Promise<ReadonlyMap<string, string>> {
  const found = await query(
    sql<{
      key: string;
      value: string;
    }>`select key, value from settings where starts_with(key, ${prefix}) order by key`,
  );
  return new Map(found.map(({ key, value }) => [key.slice(prefix.length), value]));
}

export async function writeSetting({ query }: Access, key: string, value: string | undefined): Promise<void> {
  await query(
    value === undefined
      ? sql`delete from settings where key = ${key}`
      : sql`insert into settings (key, value) values (${key}, ${value})
          on conflict (key) do update set value = excluded.value`,
  );
}
