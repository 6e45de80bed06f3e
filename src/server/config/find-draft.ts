import { DRAFT_HEADER } from "../../wire/config-editing.ts";
import { roleOf } from "../accounts/account-of.ts";
import { ApiError } from "../http/api-error.ts";
import type { Account, ServerParts } from "../runtime/request.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { findAccount } from "../sessions/find-account.ts";
import { editsConfig } from "./app-view.ts";
import { draftStore } from "./draft-store.ts";
import type { ServedDraft } from "./editing/kept-drafts.ts";
import { seenStore } from "./seen-store.ts";

export interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The draft that a request names, and who asks. Whether they may is said by the config that is served; what they may see
 * of the draft, by the draft, but for what exists already, records too, never more than they may see now: what a draft
 * gives is theirs when it is saved, and known to have been. undefined for a request that names none.
 */
export async function findDraft(
  { store, effects, extensions, editing }: ServerParts,
  runtime: Runtime,
  { method, headers }: Asked,
): Promise<(ServedDraft & { readonly account: Account }) | undefined> {
  const token = headers[DRAFT_HEADER];
  if (token === undefined) return undefined;
  const authorization = headers.authorization;
  const account = await findAccount({ store, effects, extensions, runtime }, String(authorization ?? ""));
  if (account === undefined) throw new ApiError("UNAUTHENTICATED");
  if (!editsConfig(runtime, account)) throw new ApiError("FORBIDDEN");
  if (method !== "GET") throw new ApiError("BAD_REQUEST", { key: "server.draftReads" });
  const draft = editing?.drafts.find(String(token), account._id);
  if (draft === undefined) throw new ApiError("DRAFT_GONE");
  const role = roleOf(draft.runtime.config.app, account.role);
  const { permissions: existing } = runtime.config.app;
  const permissions = (role?.permissions ?? []).filter(
    (one) => account.permissions.includes(one) || !existing.includes(one),
  );
  const shown = draftStore(seenStore(store, runtime, account), draft.runtime.tables);
  return {
    ...draft,
    store: shown,
    account: { ...account, permissions, hidden: account.hidden && role?.hidden === true },
  };
}
