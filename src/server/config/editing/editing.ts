import { bounded } from "../../bounded.ts";
import type { Effects } from "../../effects.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Account, ApiRequest } from "../../runtime/request.ts";
import type { RuntimeHolder } from "../../runtime/runtime.ts";
import { findAccount } from "../../sessions/find-account.ts";
import type { Store } from "../../store/store.ts";
import { editsConfig } from "../app-view.ts";
import type { ConfigSource } from "../config-source.ts";
import { type Drafts, keptDrafts } from "./kept-drafts.ts";
import { type LatestOnly, latestOnly } from "./latest-only.ts";

export interface EditingParts {
  readonly store: Store;
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
    drafts: keptDrafts(parts.effects.randomToken),
    inTurn: bounded(1),
    checkLatest: latestOnly(parts.effects),
  };
}

/** What the routes of this folder work with. A server without files of its config edits none: throws NOT_FOUND. */
export function editingOf({ editing }: ApiRequest): Editing {
  if (editing === undefined) throw new ApiError("NOT_FOUND");
  return editing;
}

/**
 * Who asks, as the store and the config that is served have it now: a body may take its time, and so may waiting for
 * one's turn. Throws UNAUTHENTICATED, FORBIDDEN.
 */
export async function editorNow(editing: Editing, { fastify, extensions }: ApiRequest): Promise<Account> {
  const runtime = editing.holder.current;
  const account = await findAccount({ ...editing, extensions, runtime }, fastify.headers.authorization);
  if (account === undefined) throw new ApiError("UNAUTHENTICATED");
  if (!editsConfig(runtime, account)) throw new ApiError("FORBIDDEN");
  return account;
}
