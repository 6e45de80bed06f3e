import { editsConfig } from "../../accounts/account-of.ts";
import { bounded } from "../../bounded.ts";
import type { Effects } from "../../effects.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Account, ApiRequest } from "../../http/request.ts";
import { findAccount, type SessionParts } from "../../sessions/find-account.ts";
import type { ConfigSource } from "../config-source.ts";
import type { RuntimeHolder } from "../runtime.ts";
import { type Drafts, makeDrafts } from "./drafts.ts";
import { type LatestOnly, latestOnly } from "./latest-only.ts";

export interface EditingParts extends SessionParts {
  /** What is served now, which may be another runtime than that of a request. */
  readonly holder: RuntimeHolder;
  readonly effects: Effects;
  readonly source: ConfigSource;
  /** Lines for whoever runs the server. */
  log(text: string): void;
}

/** What the pages that edit the config share, for as long as the server runs. */
export interface Editing extends EditingParts {
  readonly drafts: Drafts;
  /** Runs saves one after another. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Checking a draft is work for the processor: one at a time, the latest of each account, with pauses for everyone else. */
  readonly checkLatest: LatestOnly;
}

export function makeEditing(parts: EditingParts): Editing {
  return {
    ...parts,
    drafts: makeDrafts(parts.effects.randomToken),
    inTurn: bounded(1),
    checkLatest: latestOnly(parts.effects),
  };
}

/**
 * Who asks, as the store and the config that is served have it now: a body may take its time, and so may waiting for
 * one's turn. Throws UNAUTHENTICATED, FORBIDDEN.
 */
export async function editorNow(editing: Editing, { fastify }: ApiRequest): Promise<Account> {
  const { app } = editing.holder.current.config;
  const account = await findAccount(editing, app, fastify.headers.authorization);
  if (account === undefined) throw new ApiError("UNAUTHENTICATED");
  if (!editsConfig(app, account)) throw new ApiError("FORBIDDEN");
  return account;
}
