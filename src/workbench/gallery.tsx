/**
 * The root of `/dev/plugins`, the gallery of plugins. It is part of `npm run dev` only, not of the built product.
 *
 * It shows every example of a `plugin.json` empty, filled, read-only, disabled and with an error, in the form that staff use.
 * An author edits the value, the record around it and the options; lets the server wait or fail; saves, fails or abandons
 * pending work; chooses language and width (390 px: in a frame of that width, as on a phone); and sees what the widget asks of
 * its host. All choices are in the address: they survive a reload, and a link shows them to another person.
 */
import { createRoot } from "react-dom/client";
import { makeCodeLoader } from "../admin/services/code-loader.ts";
import { loadPlugin } from "../browser/plugin-loader.ts";
import { makeRegistry } from "../compiler/manifest/make-registry.ts";
import { parseJsonFile } from "../compiler/source/json-file.ts";
import type { Messages } from "../model/config.ts";
import { formatProblem } from "../model/problem.ts";
import { pluginFolders } from "../node/installed-plugins.ts";
import { type PluginFolder, pluginName } from "../plugin/registry.ts";
import { isObject } from "../record/json.ts";
import { Gallery } from "./gallery/gallery.tsx";
import type { GalleryParts, GalleryPlugin } from "./gallery/gallery-parts.ts";

/** Where the dev server serves the messages.json of its config. */
const MESSAGES = "/dev/messages.json";

/** Draws the gallery in place of the product. */
export async function showGallery(place: Element): Promise<void> {
  const messages = readMessages(await fetch(MESSAGES).then((answer) => answer.text()));
  const plugins = galleryPlugins(pluginFolders());
  const parts = { ...plugins, messages, code: makeCodeLoader(loadPlugin), onUpdate };
  createRoot(place).render(<Gallery parts={parts} />);
  import.meta.hot?.on("messages", () => location.reload());
}

function onUpdate(listener: () => void): () => void {
  // Vite looks for exactly this expression.
  const hot = import.meta.hot;
  hot?.on("vite:afterUpdate", listener);
  return () => hot?.off("vite:afterUpdate", listener);
}

/** None of a file that cannot be read: the plugins' own messages remain. */
function readMessages(text: string): Messages {
  const texts = parseJsonFile("messages.json", text).file?.value;
  return Object.fromEntries(
    entriesOf(texts).flatMap(([language, messages]) =>
      isObject(messages) ? [[language, Object.fromEntries(entriesOf(messages).filter(isMessage))]] : [],
    ),
  );
}

const entriesOf = (value: unknown) => (isObject(value) ? Object.entries(value) : []);
const isMessage = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";

/** Every plugin folder with what is wrong with it, and the registry of those that are valid. */
export function galleryPlugins(folders: readonly PluginFolder[]): Pick<GalleryParts, "plugins" | "known"> {
  const { registry, problems } = makeRegistry(folders);
  const valid = [...registry.widgets.values(), ...registry.cells.values()];
  const plugins = folders.map(({ folder }): GalleryPlugin => {
    const found = valid.find((plugin) => plugin.folder === folder);
    return {
      kind: found?.manifest.kind ?? (/\/cells?(\/|$)/.test(folder) ? "cell" : "widget"),
      name: pluginName(folder),
      folder,
      isStock: !folder.startsWith("plugins/"),
      found,
      problems: problems
        .filter(({ file }) => file.slice(0, file.lastIndexOf("/")) === folder)
        .map(formatProblem),
    };
  });
  return { plugins: plugins.sort((one, other) => (one.folder < other.folder ? -1 : 1)), known: registry };
}
