import { createHash } from "node:crypto";
import type { AppConfig } from "../../model/app-config.ts";
import { accountOf } from "../accounts/account-of.ts";
import type { Effects } from "../effects.ts";
import type { Account } from "../http/request.ts";
import type { Store, StoredSession } from "../store/store.ts";
import type { SessionExtensions } from "./session-extensions.ts";

export interface SessionParts {
  readonly store: Store;
  readonly effects: Pick<Effects, "now">;
  readonly extensions: SessionExtensions;
}

/**
 * The account of an `Authorization: Bearer …` header, with role and permissions as stored now; undefined without a token,
 * a session that has not ended, or a stored account. Extends the session without waiting for that.
 * @param isUnattended sent by a page on its own, which does not extend the session
 */
export async function findAccount(
  parts: SessionParts,
  app: AppConfig,
  authorization: string | undefined,
  { isUnattended = false } = {},
): Promise<Account | undefined> {
  const token = BEARER.exec(authorization?.trim() ?? "")?.[1];
  if (token === undefined) return undefined;
  const found = await findSession(parts, app, hashToken(token));
  if (found !== undefined && !isUnattended)
    parts.extensions.extend(found.session, parts.effects.now(), app.limits.sessionHours);
  return found?.account;
}

/** The account of a session as both are now; undefined once either has ended. Does not extend the session. */
export async function findSession(
  { store, effects, extensions }: SessionParts,
  app: AppConfig,
  tokenHash: string,
): Promise<{ readonly session: StoredSession; readonly account: Account } | undefined> {
  const found = await store.read((view) => view.sessionAccount(tokenHash, app.accounts.entity));
  if (found === undefined || !extensions.isAlive(found.session, effects.now())) return undefined;
  return { session: found.session, account: accountOf(app, found.record, tokenHash) };
}

const BEARER = /^bearer ([A-Za-z0-9_-]{43})$/i;

/** What is stored instead of a token: its SHA-256, hex. The token is 256 random bits, so it needs no salt. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
