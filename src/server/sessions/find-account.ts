import { accountOf } from "../accounts/account-of.ts";
import type { Account, ServerParts } from "../request.ts";
import type { Runtime } from "../runtime.ts";
import { mustExtend, sessionEnd } from "./session-life.ts";
import { bearerToken, hashToken } from "./session-token.ts";

/**
 * The account behind an `Authorization: Bearer …` header, with role and permissions as stored now; undefined for no
 * token, an unknown or ended session, or an account that is gone. A request moves the session's end.
 */
export async function findAccount(
  { store, effects, runtime }: Pick<ServerParts, "store" | "effects"> & { readonly runtime: Runtime },
  authorization: string | undefined,
): Promise<Account | undefined> {
  const token = bearerToken(authorization);
  if (token === undefined) return undefined;
  const { app } = runtime.config;
  const tokenHash = hashToken(token);
  const now = effects.now();
  const found = await store.read(async (view) => {
    const session = await view.session(tokenHash);
    if (session === undefined || session.expiresAt <= now.toISOString()) return undefined;
    const record = await view.get(app.accounts.entity, session.accountId);
    return record === undefined ? undefined : { session, record };
  });
  if (found === undefined) return undefined;
  const hours = app.limits.sessionHours;
  if (mustExtend(found.session.expiresAt, now, hours)) {
    // Reading waits for no write, and fails with none: on a full disk it goes on.
    store
      .write((transaction) => transaction.extendSession(tokenHash, sessionEnd(now, hours)))
      .catch(() => undefined);
  }
  return accountOf(app, found.record, tokenHash);
}
