import type { StoredSession } from "../store.ts";
import type { Context } from "./context.ts";

export function getSession({ connection }: Context, tokenHash: string): StoredSession | undefined {
  const row = connection.first(
    connection.db.selectFrom("sessions").selectAll().where("token_hash", "=", tokenHash),
  );
  return row && { tokenHash: row.token_hash, accountId: row.account_id, expiresAt: row.expires_at };
}

export function addSession({ connection }: Context, session: StoredSession): void {
  connection.run(
    connection.db.insertInto("sessions").values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      expires_at: session.expiresAt,
    }),
  );
}

export function extendSession({ connection }: Context, tokenHash: string, expiresAt: string): void {
  connection.run(
    connection.db.updateTable("sessions").set({ expires_at: expiresAt }).where("token_hash", "=", tokenHash),
  );
}

export function endSession({ connection }: Context, tokenHash: string): void {
  connection.run(connection.db.deleteFrom("sessions").where("token_hash", "=", tokenHash));
}

/** `except`: the token hash of the one session that stays. */
export function endSessionsOf({ connection }: Context, accountId: string, except?: string): void {
  const all = connection.db.deleteFrom("sessions").where("account_id", "=", accountId);
  connection.run(except === undefined ? all : all.where("token_hash", "!=", except));
}

export function endAllSessions({ connection }: Context): void {
  connection.run(connection.db.deleteFrom("sessions"));
}

export function endExpiredSessions({ connection }: Context, now: string): void {
  connection.run(connection.db.deleteFrom("sessions").where("expires_at", "<=", now));
}
