import { makeClient } from "../../admin/api/client.ts";
import { makeSessionStore } from "../../admin/api/session-store.ts";
import { makeConfirmStore } from "../../admin/services/confirm-store.ts";
import { makeKeptEntries } from "../../admin/services/kept-entries.ts";
import { makeOverlayStore } from "../../admin/services/overlay-store.ts";
import type { Services } from "../../admin/services/services.ts";
import { makeToastStore } from "../../admin/services/toast-store.ts";
import type { Blame } from "../../wire/blame.ts";
import { PATHS } from "../../wire/paths.ts";
import type { Behaviour } from "../recording/recording-host.ts";
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

/** How everything that a widget sends to the server may end, with its name for the author. */
export const SERVERS = {
  answers: ["Answers", "answers"],
  waits: ["Never answers", "waits"],
  fails: ["Fails", { fails: "The server failed, in a sentence of its own." }],
} as const satisfies Record<string, readonly [string, Behaviour]>;
export type Server = keyof typeof SERVERS;

export function isServer(name: string): name is Server {
  return Object.hasOwn(SERVERS, name);
}
