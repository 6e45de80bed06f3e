import { bounded } from "../../bounded.ts";
import type { Effects } from "../../effects.ts";
import { ApiError } from "../../http/api-error.ts";
import { type Account, type ApiRequest, editsConfig } from "../../http/request.ts";
import { findAccount, type SessionParts } from "../../sessions/find-account.ts";
import type { ConfigSource } from "../config-source.ts";
import type { RuntimeHolder } from "../runtime.ts";
import { makeDrafts } from "./drafts.ts";
import { latestOnly } from "./latest-only.ts";
import { makeSharedDrafts } from "./shared-drafts.ts";

interface EditingParts extends SessionParts {
  /** The served runtime, which may be newer than that of a request. */
  readonly holder: RuntimeHolder;
  readonly effects: Effects;
  readonly source: ConfigSource;
  /** Writes a line to the operator's log. */
  log(text: string): void;
}

/** What the routes that edit the config share. */
export function makeEditing(parts: EditingParts) {
  return {
    ...parts,
    drafts: makeDrafts(parts.effects.randomToken),
    sharedDrafts: makeSharedDrafts(parts.store),
    /** Makes what another server has made, one after another. */
    remakeInTurn: bounded(1),
    /** Runs saves one after another. */
    inTurn: bounded(1),
    /** Checking a draft takes the processor: one at a time, the latest of each account. */
    checkLatest: latestOnly(parts.effects),
  };
}

export type Editing = ReturnType<typeof makeEditing>;

/** The account of a request as stored now: receiving a body and waiting take time. Throws UNAUTHENTICATED, FORBIDDEN. */
export async function editorNow(editing: Editing, { fastify }: ApiRequest): Promise<Account> {
  const { app } = editing.holder.current.config;
  const account = await findAccount(editing, app, fastify.headers.authorization);
  if (account === undefined) throw new ApiError("UNAUTHENTICATED");
  if (!editsConfig(app, account)) throw new ApiError("FORBIDDEN");
  return account;
}
