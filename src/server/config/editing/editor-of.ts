import { ApiError } from "../../api-error.ts";
import type { Account, ApiRequest } from "../../request.ts";
import { findAccount } from "../../sessions/find-account.ts";
import { editsConfig } from "../edits-config.ts";
import type { Editing } from "./editing.ts";

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
