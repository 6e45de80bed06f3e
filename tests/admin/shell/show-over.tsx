import { act, render } from "@testing-library/react";
import { vi } from "vitest";
import { makeSessionStore } from "../../../src/admin/api/session-store.ts";
import { MessagesContext } from "../../../src/admin/messages/use-message.ts";
import { makeConfirmStore } from "../../../src/admin/services/confirm-store.ts";
import { makeOverlayStore } from "../../../src/admin/services/overlay-store.ts";
import { makeRenewalStore } from "../../../src/admin/services/renewal-store.ts";
import { type Services, ServicesContext } from "../../../src/admin/services/services.ts";
import { makeToastStore } from "../../../src/admin/services/toast-store.ts";
import { ConfirmHost } from "../../../src/admin/shell/confirm.tsx";
import { OverlayHost } from "../../../src/admin/shell/overlay.tsx";
import { ToastRegion } from "../../../src/admin/shell/toast.tsx";
import { makePlace } from "../page.ts";

const TABLES = {
  language: "en",
  messages: {
    en: {
      "overlay.processing": "processing",
      "overlay.cancel": "Stop waiting",
      "toast.close": "Dismiss",
      "toast.key": "{key} leads here",
      "toast.region": "Notices",
    },
  },
};

/** What stands over every page: toasts, questions and the overlay, with their stores. The clock is the test's. */
export function showOver() {
  const session = makeSessionStore(makePlace());
  const services: Services = {
    client: {
      request: () => Promise.reject(new Error()),
      exchange: () => Promise.reject(new Error()),
      upload: () => Promise.reject(new Error()),
      stream: () => Promise.reject(new Error()),
      loadModule: () => Promise.reject(new Error()),
    },
    session,
    drafts: () => Promise.reject(new Error("There are no forms.")),
    storage: makePlace().storage,
    toasts: makeToastStore(),
    confirms: makeConfirmStore(),
    overlays: makeOverlayStore(),
    renewals: makeRenewalStore(session),
  };
  const rendered = render(
    <MessagesContext value={TABLES}>
      <ServicesContext value={services}>
        <ToastRegion />
        <ConfirmHost />
        <OverlayHost />
      </ServicesContext>
    </MessagesContext>,
  );
  return { ...services, ...rendered };
}

export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
