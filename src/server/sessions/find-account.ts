import { createHash } from "node:crypto";
import type { AppConfig } from "../../model/app-config.ts";
import { accountOf } from "../accounts/account-of.ts";
import type { Effects } from "../effects.ts";
import type { Account } from "../http/request.ts";
import type { Store } from "../store/store.ts";
import type { SessionExtensions } from "./session-extensions.ts";

/** What it takes to know who asks. */
export interface SessionParts {
  readonly store: Store;
  readonly effects: Pick<Effects, "now">;
  readonly extensions: SessionExtensions;
}

/**
 * The account behind an `Authorization: Bearer …` header, with role and permissions as stored now; undefined for no
 * token, an unknown or ended session, or an account that is gone. A request moves the session's end, and does not wait
 * for that.
 */
export async function findAccount(
  { store, effects, extensions }: SessionParts,
  app: AppConfig,
  authorization: string | undefined,
): Promise<Account | undefined> {
  const token = bearerToken(authorization);
  if (token === undefined) return undefined;
  const tokenHash = hashToken(token);
  const found = await store.read((view) => view.sessionAccount(tokenHash, app.accounts.entity));
  const now = effects.now();
  if (found === undefined || !extensions.isAlive(found.session, now)) return undefined;
  extensions.extend(found.session, now, app.limits.sessionHours);
  return accountOf(app, found.record, tokenHash);
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
