import { createRoot } from "react-dom/client";
import { makeClient } from "../admin/api/client.ts";
import { fetchPublicView, makeConfigFollower, type PageEffects } from "../admin/api/config-follower.ts";
import { makeSessionStore } from "../admin/api/session-store.ts";
import { Root } from "../admin/app/root.tsx";
import { makeSay, type Say } from "../admin/messages/say.ts";
import { makeCodeLoader } from "../admin/services/code-loader.ts";
import { makeConfirmStore } from "../admin/services/confirm-store.ts";
import { DRAFTS_KEY } from "../admin/services/draft-age.ts";
import { makeOverlayStore } from "../admin/services/overlay-store.ts";
import { makeRenewalStore } from "../admin/services/renewal-store.ts";
import { makeToastStore } from "../admin/services/toast-store.ts";
import { loadPlugin } from "./plugin-loader.ts";

const page: PageEffects = {
  after(milliseconds, run) {
    const timer = window.setTimeout(run, milliseconds);
    return () => window.clearTimeout(timer);
  },
  isVisible: () => document.visibilityState === "visible",
  onVisibility(run) {
    document.addEventListener("visibilitychange", run);
    return () => document.removeEventListener("visibilitychange", run);
  },
  onConnection(run) {
    for (const name of ["online", "offline"]) window.addEventListener(name, run);
    return () => {
      for (const name of ["online", "offline"]) window.removeEventListener(name, run);
    };
  },
};

const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no #root.");
// Written out here, so that a build leaves the import out.
if (import.meta.env.DEV && /^\/dev\/plugins(\/|$)/.test(window.location.pathname)) {
  void import("../workbench/gallery.tsx").then(({ showGallery }) => showGallery(place));
} else start(place);

function start(place: HTMLElement): void {
  /** The app's messages, once the public view has come. */
  let say: Say = makeSay();

  const session = makeSessionStore({ storage: window.localStorage, tabs: window });
  const { load: drafts } = makeCodeLoader(async () =>
    (await import("./device-drafts.ts")).deviceDrafts(session, window.localStorage),
  );
  if (window.localStorage.getItem(DRAFTS_KEY) !== null)
    drafts()
      .then((kept) => kept.expire())
      // The next page tries it again.
      .catch(() => undefined);
  const toasts = makeToastStore();
  const renewals = makeRenewalStore(session);
  const client = makeClient({
    fetch: (path, init) => window.fetch(path, init),
    makeUpload: () => new XMLHttpRequest(),
    importModule: (path) => import(/* @vite-ignore */ path),
    session,
    sentence: (key, values) => say(key, values),
    language: () => window.localStorage.getItem("language") ?? undefined,
    renew: renewals.renew,
    onExpired: () => toasts.show("error", say("session.expired")),
  });

  fetchPublicView(client).then(
    (view) => {
      const follower = makeConfigFollower({ client, view, page });
      const speak = () => {
        const { messages, language } = follower.publicView.get();
        say = makeSay(messages);
        document.documentElement.lang = language;
      };
      speak();
      follower.publicView.subscribe(speak);
      follower.start();
      const services = {
        client,
        session,
        drafts,
        storage: window.localStorage,
        toasts,
        confirms: makeConfirmStore(),
        overlays: makeOverlayStore(),
        renewals,
      };
      createRoot(place).render(<Root follower={follower} services={services} loadPlugin={loadPlugin} />);
    },
    // Without messages of the config the page shows its own, which `index.html` has.
    () => {
      place.querySelector("a")?.setAttribute("href", window.location.href);
      place.classList.add("boot-failed");
    },
  );
}
