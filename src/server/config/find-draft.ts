import type { FastifyRequest } from "fastify";
import { DRAFT_HEADER, PREVIEW_ROLE_HEADER } from "../../wire/config-editing.ts";
import { roleOf } from "../accounts/account-of.ts";
import { ApiError } from "../http/api-error.ts";
import { type Account, editsConfig } from "../http/request.ts";
import { findAccount, type SessionParts } from "../sessions/find-account.ts";
import { accountStore } from "./account-store.ts";
import type { ServedDraft } from "./editing/drafts.ts";
import type { Editing } from "./editing/editing.ts";
import { findMadeDraft } from "./editing/make-draft.ts";
import { previewStore } from "./preview-store.ts";
import type { Runtime } from "./runtime.ts";

/**
 * The draft that a request names, or the served config where it names a role alone, and the account; undefined if it names
 * neither. The served config says whether the account
 * may see drafts. A draft's new permissions apply at once. Of what exists already, records too, it shows no more than the
 * served config does: the account gets more only by saving, which is logged. As another role it sees what that role and
 * itself may see.
 */
export async function findDraft(
  parts: SessionParts & { readonly editing: Editing | undefined },
  runtime: Runtime,
  { method, headers }: Pick<FastifyRequest, "method" | "headers">,
): Promise<(ServedDraft & { readonly account: Account }) | undefined> {
  const token = headers[DRAFT_HEADER];
  const asked = headers[PREVIEW_ROLE_HEADER];
  if (token === undefined && asked === undefined) return undefined;
  const { app } = runtime.config;
  const account = await findAccount(parts, app, headers.authorization);
  if (account === undefined) throw new ApiError("UNAUTHENTICATED");
  if (!editsConfig(app, account)) throw new ApiError("FORBIDDEN");
  if (method !== "GET") throw new ApiError("BAD_REQUEST", { key: "server.draftReads" });
  const made = async () => parts.editing && findMadeDraft(parts.editing, String(token), account);
  const shown = token === undefined ? runtime : (await made())?.runtime;
  if (shown === undefined) throw new ApiError("DRAFT_GONE");
  const name = asked === undefined ? account.role : roleIn(String(asked));
  const role = roleOf(shown.config.app, name);
  const permissions = (role?.permissions ?? []).filter(
    (one) => account.permissions.includes(one) || !app.permissions.includes(one),
  );
  return {
    runtime: shown,
    store: previewStore(accountStore(parts.store, runtime, account), shown.tables),
    account: { ...account, role: name, permissions, hidden: account.hidden && role?.hidden === true },
  };
}

function roleIn(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new ApiError("BAD_REQUEST");
  }
}
