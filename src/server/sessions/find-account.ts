import { createHash } from "node:crypto";
import { accountOf } from "../accounts/account-of.ts";
import type { Account, ServerParts } from "../runtime/request.ts";
import type { Runtime } from "../runtime/runtime.ts";

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

const HOUR_MS = 3_600_000;
/** How often the end of a session that is used is written anew, at most. */
export const EXTEND_EVERY_MS = 60_000;

/**
 * A session ends `hours` after its last request. It is written anew at most once a minute, so it lives up to a minute
 * longer than that, never shorter.
 */
export function sessionEnd(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * HOUR_MS + EXTEND_EVERY_MS).toISOString();
}

/** Whether a request now must move the end of a session. */
export function mustExtend(expiresAt: string, now: Date, hours: number): boolean {
  return Date.parse(expiresAt) - now.getTime() <= hours * HOUR_MS;
}

const BEARER = /^bearer ([A-Za-z0-9_-]{43})$/i;

/** The token of an `Authorization` header; undefined where there is none that this server could have given. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization.trim())?.[1];
}

/** What the store keeps instead of the token: SHA-256, hex. The token is 256 random bits, so it needs no salt. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
