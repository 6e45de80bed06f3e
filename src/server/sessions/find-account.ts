import { createHash } from "node:crypto";
import type { Account, ServerParts } from "../request.ts";
import type { Runtime } from "../runtime.ts";

/** What is stored of a token: SHA-256, hex. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * The account behind an `Authorization: Bearer …` header as it is now; undefined for no token, an unknown or ended
 * session, or an account that is gone.
 */
export async function findAccount(
  { store, effects, runtime }: ServerParts & { readonly runtime: Runtime },
  authorization: string | undefined,
): Promise<Account | undefined> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) return undefined;
  const tokenHash = hashToken(token);
  const { accounts, roles, registration } = runtime.config.app;
  const record = await store.read(async (view) => {
    const session = await view.session(tokenHash);
    if (session === undefined || session.expiresAt <= effects.now().toISOString()) return undefined;
    return view.get(accounts.entity, session.accountId);
  });
  if (record === undefined) return undefined;
  const role = String(record[accounts.role]);
  const held = Object.hasOwn(roles, role) ? roles[role] : undefined;
  const waits =
    registration.approval && accounts.approved !== undefined && record[accounts.approved] !== true;
  return {
    _id: record._id,
    username: String(record[accounts.username]),
    role,
    permissions: waits ? [] : (held?.permissions ?? []),
    hidden: held?.hidden === true,
    tokenHash,
  };
}
