import { createContext, useContext } from "react";
import type { Client } from "../api/client.ts";
import type { SessionStore } from "../api/session-store.ts";
import type { ConfirmStore } from "./confirm-store.ts";
import type { FormDrafts } from "./drafts.ts";
import type { OverlayStore } from "./overlay-store.ts";
import type { RenewalStore } from "./renewal-store.ts";
import type { ToastStore } from "./toast-store.ts";

/** What every screen may use; made once, by the page's root or by a test. */
export interface Services {
  readonly client: Client;
  readonly session: SessionStore;
  /** Loaded when they are first asked for. */
  readonly drafts: () => Promise<FormDrafts>;
  /** What stays in this browser. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly toasts: ToastStore;
  readonly confirms: ConfirmStore;
  readonly overlays: OverlayStore;
  readonly renewals: RenewalStore;
}

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error("A screen was rendered outside the app.");
  return services;
}

export const useClient = (): Client => useServices().client;

/** The nonce of the page's Content-Security-Policy for the style elements that libraries make. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
}
