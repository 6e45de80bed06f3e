import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { ChangesContext, type LiveChanges, NO_CHANGES } from "../../../src/admin/services/changes.ts";
import { makeConfirmStore } from "../../../src/admin/services/confirm-store.ts";
import { makeFormDrafts } from "../../../src/admin/services/drafts.ts";
import { makeMemoryDrafts } from "../../../src/admin/services/memory-drafts.ts";
import { makeOverlayStore } from "../../../src/admin/services/overlay-store.ts";
import { makePreferences, PreferencesContext } from "../../../src/admin/services/preferences.ts";
import { makeRenewalStore } from "../../../src/admin/services/renewal-store.ts";
import { type Services, ServicesContext } from "../../../src/admin/services/services.ts";
import { makeToastStore } from "../../../src/admin/services/toast-store.ts";
import { setUp } from "../api/set-up-client.ts";
import { makePlace } from "../page.ts";

/** What a hook of a screen works with, above a network that the test answers for. */
export function servicesWith(
  answer: (path: string, init: RequestInit) => Promise<Response>,
  changes: LiveChanges = NO_CHANGES,
) {
  const { client, session, requests } = setUp(answer);
  const { storage } = makePlace();
  const drafts = makeFormDrafts({ store: makeMemoryDrafts(), session, storage, now: Date.now });
  const services: Services = {
    client,
    session,
    drafts: async () => drafts,
    storage,
    toasts: makeToastStore(),
    confirms: makeConfirmStore(),
    overlays: makeOverlayStore(),
    renewals: makeRenewalStore(session),
  };
  const preferences = makePreferences({ account: "ann" });
  const cache = new Map();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <SWRConfig value={{ provider: () => cache, dedupingInterval: 0 }}>
      <ServicesContext value={services}>
        <ChangesContext value={changes}>
          <PreferencesContext value={preferences}>{children}</PreferencesContext>
        </ChangesContext>
      </ServicesContext>
    </SWRConfig>
  );
  return { services, preferences, requests, wrapper };
}

/** Answers that the test gives when it likes, in the order in which they were asked for. */
export function waitingAnswers() {
  const asked: { readonly path: string; give(status: number, body: unknown, etag?: string): void }[] = [];
  const answer = (path: string, { signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      asked.push({
        path,
        give(status, body, etag) {
          const headers: Record<string, string> = etag === undefined ? {} : { etag };
          resolve(new Response(JSON.stringify(body), { status, headers }));
        },
      });
    });
  return { asked, answer };
}
