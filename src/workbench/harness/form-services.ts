import type { Client } from "../../admin/api/client.ts";
import { ApiFailure } from "../../admin/api/failure.ts";
import { makeSessionStore } from "../../admin/api/session-store.ts";
import { makeConfirmStore } from "../../admin/services/confirm-store.ts";
import { makeFormDrafts } from "../../admin/services/drafts.ts";
import { makeMemoryDrafts } from "../../admin/services/memory-drafts.ts";
import { makeOverlayStore } from "../../admin/services/overlay-store.ts";
import { makeRenewalStore } from "../../admin/services/renewal-store.ts";
import type { Services } from "../../admin/services/services.ts";
import { makeToastStore } from "../../admin/services/toast-store.ts";
import { isObject } from "../../record/json.ts";
import type { Blame } from "../../wire/blame.ts";
import { PATHS } from "../../wire/paths.ts";

/** `toasts`, `confirms`: the page's, where it shows them. */
export interface FormServicesParts extends Partial<Pick<Services, "toasts" | "confirms">> {
  /** Who is to blame for a widget that breaks. */
  readonly blame?: Blame | undefined;
  /** Stores a record that is saved: answers it, or throws. */
  store(body: object): unknown;
}

/** What a form uses, without a server. */
export function formServices(parts: FormServicesParts): Services {
  const { blame, toasts = makeToastStore(), confirms = makeConfirmStore() } = parts;
  const storage = { getItem: () => null, setItem() {}, removeItem() {} };
  const session = makeSessionStore({ storage, tabs: new EventTarget() });
  const nothing = () => new ApiFailure("answer", "There is no server.", { status: 404 });
  const request: Client["request"] = async (method, path, { body, signal } = {}) => {
    signal?.throwIfAborted();
    if (method === "PUT" && isObject(body)) return parts.store(body);
    if (blame !== undefined && path.startsWith(`${PATHS.blame}?`)) return blame;
    throw nothing();
  };
  const client: Client = {
    request,
    exchange: async (...asked) => ({
      body: await request(...asked),
      status: 200,
      version: undefined,
      changeId: undefined,
    }),
    upload: () => Promise.reject(nothing()),
    stream: () => Promise.reject(nothing()),
    loadModule: () => Promise.reject(nothing()),
  };
  const drafts = makeFormDrafts({ store: makeMemoryDrafts(), session, storage, now: Date.now });
  const renewals = makeRenewalStore(session);
  return {
    client,
    session,
    drafts: async () => drafts,
    storage,
    toasts,
    confirms,
    overlays: makeOverlayStore(),
    renewals,
  };
}
