import { DRAFT_HEADER } from "../../wire/config-editing.ts";
import { editsConfig, roleOf } from "../accounts/account-of.ts";
import { ApiError } from "../http/api-error.ts";
import type { Account } from "../http/request.ts";
import { findAccount, type SessionParts } from "../sessions/find-account.ts";
import { accountStore } from "./account-store.ts";
import type { Drafts, ServedDraft } from "./editing/drafts.ts";
import { previewStore } from "./preview-store.ts";
import type { Runtime } from "./runtime.ts";

export interface RequestHead {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The draft that a request names, and who asks. Whether they may is said by the config that is served; what they may see
 * of the draft, by the draft, but for what exists already, records too, never more than they may see now: what a draft
 * gives is theirs when it is saved, and known to have been. undefined for a request that names none.
 */
export async function findDraft(
  parts: SessionParts & { readonly drafts: Drafts | undefined },
  runtime: Runtime,
  { method, headers }: RequestHead,
): Promise<(ServedDraft & { readonly account: Account }) | undefined> {
  const token = headers[DRAFT_HEADER];
  if (token === undefined) return undefined;
  const authorization = headers.authorization;
  const { app } = runtime.config;
  const account = await findAccount(parts, app, String(authorization ?? ""));
  if (account === undefined) throw new ApiError("UNAUTHENTICATED");
  if (!editsConfig(app, account)) throw new ApiError("FORBIDDEN");
  if (method !== "GET") throw new ApiError("BAD_REQUEST", { key: "server.draftReads" });
  const draft = parts.drafts?.find(String(token), account._id);
  if (draft === undefined) throw new ApiError("DRAFT_GONE");
  const role = roleOf(draft.runtime.config.app, account.role);
  const { permissions: existing } = app;
  const permissions = (role?.permissions ?? []).filter(
    (one) => account.permissions.includes(one) || !existing.includes(one),
  );
  const shown = previewStore(accountStore(parts.store, runtime, account), draft.runtime.tables);
  return {
    ...draft,
    store: shown,
    account: { ...account, permissions, hidden: account.hidden && role?.hidden === true },
  };
}
