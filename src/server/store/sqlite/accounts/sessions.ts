import { sql } from "kysely";
import type { SessionAccount, StoredSession } from "../../store.ts";
import type { Table } from "../../tables/table.ts";
import type { Context } from "../context.ts";
import { selectRecord } from "../records.ts";

const GET = "select account_id, expires_at from sessions where token_hash = ?";

export function getSession({ connection }: Context, tokenHash: string): StoredSession | undefined {
  const [row] = connection.rows(GET, [tokenHash]);
  return row && { tokenHash, accountId: String(row[0]), expiresAt: String(row[1]) };
}

export function getSessionAccount(
  context: Context,
  tokenHash: string,
  table: Table,
): SessionAccount | undefined {
  const session = getSession(context, tokenHash);
  const record = session && selectRecord(context, table, session.accountId);
  return session && record && { session, record };
}

export function countSessions({ connection }: Context, now: string): number {
  const [row] = connection.rows("select count(*) from sessions where expires_at > ?", [now]);
  return Number(row?.[0]);
}

export function addSession({ connection }: Context, session: StoredSession): void {
  const { tokenHash, accountId, expiresAt } = session;
  connection.run(sql`insert into sessions (token_hash, account_id, expires_at)
    values (${tokenHash}, ${accountId}, ${expiresAt})`);
}

export function extendSession({ connection }: Context, tokenHash: string, expiresAt: string): void {
  connection.run(sql`update sessions set expires_at = ${expiresAt} where token_hash = ${tokenHash}`);
}

export function endSession({ connection }: Context, tokenHash: string): void {
  connection.run(sql`delete from sessions where token_hash = ${tokenHash}`);
}

/** `except`: the token hash of the one session that stays. */
export function endSessionsOf({ connection }: Context, accountId: string, except = ""): void {
  connection.run(sql`delete from sessions where account_id = ${accountId} and token_hash <> ${except}`);
}

export function endAllSessions({ connection }: Context): void {
  connection.run(sql`delete from sessions`);
}

export function endExpiredSessions({ connection }: Context, now: string): void {
  connection.run(sql`delete from sessions where expires_at <= ${now}`);
}
