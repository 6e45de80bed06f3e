import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { StrictMode, useEffect } from "react";
import { type NavigateFunction, useLocation, useNavigate } from "react-router-dom";
import { makeClient } from "../../src/admin/api/client.ts";
import { makeConfigFollower } from "../../src/admin/api/config-follower.ts";
import { makeSessionStore } from "../../src/admin/api/session-store.ts";
import { Root } from "../../src/admin/app/root.tsx";
import { AppRouter } from "../../src/admin/app/router.tsx";
import { makeSay } from "../../src/admin/messages/say.ts";
import { makeConfirmStore } from "../../src/admin/services/confirm-store.ts";
import { type DraftStore, makeFormDrafts } from "../../src/admin/services/drafts.ts";
import { makeMemoryDrafts } from "../../src/admin/services/memory-drafts.ts";
import { makeOverlayStore } from "../../src/admin/services/overlay-store.ts";
import { makeRenewalStore } from "../../src/admin/services/renewal-store.ts";
import type { Services } from "../../src/admin/services/services.ts";
import { makeToastStore } from "../../src/admin/services/toast-store.ts";
import { loadPlugin } from "../../src/browser/plugin-loader.ts";
import type { PluginLoader } from "../../src/plugin/registry.ts";
import { type FakeServer, type FakeServerOptions, makeFakeServer } from "./fake-server.ts";
import { testWidgets } from "./form/test-widgets.tsx";
import { makeHistory } from "./history.ts";
import { makePage, makePlace } from "./page.ts";

export interface AppOptions extends FakeServerOptions {
  /** Whether a session is stored when the page opens. */
  readonly loggedIn?: boolean;
  /** In place of the cells that are installed and the widgets of the library's manifests. */
  readonly widgets?: PluginLoader;
  /** What the browser has stored, by an earlier app. */
  readonly stored?: ReadonlyMap<string, string>;
  /** What the device keeps of what is typed, by an earlier app. */
  readonly device?: DraftStore;
  /** Changes to the server before the page opens. */
  readonly prepare?: (server: FakeServer) => void;
}

/** Opens the whole browser side at an address, the network apart. */
export async function openApp(address: string, options: AppOptions = {}) {
  const server = await makeFakeServer(options);
  options.prepare?.(server);
  const place = makePlace();
  for (const [key, value] of options.stored ?? []) place.stored.set(key, value);
  if (options.loggedIn !== false) {
    place.stored.set("token", "kept");
    place.stored.set("user", JSON.stringify(server.user));
  }
  const session = makeSessionStore(place);
  const device = options.device ?? makeMemoryDrafts();
  const drafts = makeFormDrafts({ store: device, session, storage: place.storage, now: Date.now });
  const toasts = makeToastStore();
  const renewals = makeRenewalStore(session);
  const say = makeSay(server.publicView.messages);
  const client = makeClient({
    fetch: server.fetch,
    importModule: server.importModule,
    makeUpload: () => new XMLHttpRequest(),
    session,
    sentence: say,
    language: () => place.storage.getItem("language") ?? undefined,
    renew: renewals.renew,
    onExpired: () => toasts.show("error", say("session.expired")),
  });
  const page = makePage();
  const follower = makeConfigFollower({ client, view: server.publicView, page });
  const services: Services = {
    client,
    session,
    drafts: async () => drafts,
    storage: place.storage,
    toasts,
    confirms: makeConfirmStore(),
    overlays: makeOverlayStore(),
    renewals,
  };
  const history = makeHistory(address);
  const router: { navigate?: NavigateFunction } = {};
  const rendered = render(
    <StrictMode>
      <Root
        follower={follower}
        services={services}
        loadPlugin={options.widgets ?? libraryPlugins}
        router={(children) => (
          <AppRouter place={history.place}>
            <Address router={router} />
            {children}
          </AppRouter>
        )}
      />
    </StrictMode>,
  );
  return {
    ...rendered,
    server,
    /** Waits until what is shown is what the server serves. */
    async follow() {
      const end = follower.start();
      await waitFor(() => {
        if (!page.isWaiting()) throw new Error("The config is not followed yet.");
      });
      end();
    },
    /** Begins to look for other configs. */
    begin: () => follower.start(),
    page,
    services,
    stored: place.stored,
    /** What is kept of what is typed. */
    device,
    /** Another tab changed what is stored. */
    otherTab: () => void place.tabs.dispatchEvent(new Event("storage")),
    person: userEvent.setup(),
    address: () => screen.getByTestId("address").textContent,
    /** What the browser's buttons go through. */
    history,
    /** Follows a link, with the router's state, or a button of the browser by so many steps. */
    go: (to: string | number, state?: unknown) =>
      void (typeof to === "number" ? router.navigate?.(to) : router.navigate?.(to, { state })),
    toasts: () => toasts.get().map(({ kind, text }) => `${kind}: ${text}`),
    button: (name: string) => screen.getByRole("button", { name }),
    heading: (name: string) => screen.findByRole("heading", { level: 1, name }),
    at: (path: string) => waitFor(() => expectAddress(path)),
  };
}

/** Not the installed widgets: their options have defaults by manifests that the library does not have. */
const libraryPlugins: PluginLoader = (kind, name) =>
  kind === "widget" ? testWidgets(kind, name) : loadPlugin(kind, name);

export type OpenedApp = Awaited<ReturnType<typeof openApp>>;

/** Shows the address, and hands the router out. */
function Address({ router }: { readonly router: { navigate?: NavigateFunction } }) {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    router.navigate = navigate;
  }, [router, navigate]);
  return <output data-testid="address">{`${location.pathname}${location.search}`}</output>;
}

function expectAddress(path: string): void {
  const found = screen.getByTestId("address").textContent;
  if (found !== path) throw new Error(`The address is ${found}, not ${path}.`);
}
