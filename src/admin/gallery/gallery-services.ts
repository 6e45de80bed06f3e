import type { Blame } from "../../wire/blame.ts";
import { PATHS } from "../../wire/paths.ts";
import { makeClient } from "../api/client.ts";
import { makeKeptEntries } from "../form/kept-entries.ts";
import type { Services } from "../services.ts";
import { makeSessionStore } from "../session/session-store.ts";
import { makeConfirmStore } from "../shell/confirm-store.ts";
import { makeOverlayStore } from "../shell/overlay-store.ts";
import { makeToastStore } from "../shell/toast-store.ts";
import type { GalleryPlugin } from "./gallery-parts.ts";

/** What a form's parts use, without a server: who is to blame is answered from the plugin that is shown. */
export function galleryServices({ folder }: Pick<GalleryPlugin, "folder">): Services {
  const nowhere = { getItem: () => null, setItem() {}, removeItem() {} };
  const session = makeSessionStore({ storage: nowhere, tabs: new EventTarget() });
  const blame: Blame = {
    plugin: folder,
    place: { file: `${folder}/plugin.json`, line: 1, column: 1 },
    problems: [],
  };
  const client = makeClient({
    fetch: async (path) =>
      path.startsWith(`${PATHS.blame}?`) ? Response.json(blame) : new Response(null, { status: 404 }),
    makeUpload: () => new XMLHttpRequest(),
    importModule: () => Promise.reject(new Error("The gallery has no modules.")),
    session,
    sentence: (key) => key,
    onExpired() {},
  });
  return {
    client,
    session,
    kept: makeKeptEntries({ storage: nowhere, session }),
    toasts: makeToastStore(),
    confirms: makeConfirmStore(),
    overlays: makeOverlayStore(),
  };
}
