import { accountOf } from "../accounts/account-of.ts";
import type { Account, ServerParts } from "../request.ts";
import type { Runtime } from "../runtime.ts";
import { bearerToken, hashToken } from "./session-token.ts";

/**
 * The account behind an `Authorization: Bearer …` header, with role and permissions as stored now; undefined for no
 * token, an unknown or ended session, or an account that is gone. A request moves the session's end, and does not wait
 * for that.
 */
export async function findAccount(
  {
    store,
    effects,
    extensions,
    runtime,
  }: Pick<ServerParts, "store" | "effects" | "extensions"> & { readonly runtime: Runtime },
  authorization: string | undefined,
): Promise<Account | undefined> {
  const token = bearerToken(authorization);
  if (token === undefined) return undefined;
  const { app } = runtime.config;
  const tokenHash = hashToken(token);
  const found = await store.read((view) => view.sessionAccount(tokenHash, app.accounts.entity));
  const now = effects.now();
  if (found === undefined || !extensions.isAlive(found.session, now)) return undefined;
  extensions.extend(found.session, now, app.limits.sessionHours);
  return accountOf(app, found.record, tokenHash);
}
