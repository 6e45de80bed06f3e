/**
 * The root of `/dev/plugins`, the gallery of plugins; under `npm run dev` alone, the built product holds nothing of it.
 *
 * How an author works with it: run `npm run dev`, open `/dev/plugins`, choose the plugin. Every example of its `plugin.json` is
 * shown empty, filled, read-only, disabled and with an error, drawn by the form that staff use. Write in the widget and
 * its value stands below as JSON; edit that, or the record around it, and the widget follows. Options are edited as
 * a config has them, and refused as its check refuses them. What the widget asks of its host
 * is listed. While it holds work until the save, try a save, a failure or leaving. Let the server wait or fail. Change the language,
 * and the width: at 390 px the states stand in a page of that width inside this one, as a phone shows them. All that is chosen is
 * in the address, so that a saved file shows its change at the same place, and another person can be sent it.
 */
import { createRoot } from "react-dom/client";
import { loadPlugin } from "../browser/plugin-loader.ts";
import { makeRegistry } from "../compiler/manifest/make-registry.ts";
import { parseJsonFile } from "../compiler/source/json-file.ts";
import type { Messages } from "../model/config.ts";
import { formatProblem } from "../model/problem.ts";
import { pluginFolders } from "../node/installed-plugins.ts";
import type { PluginFolder, Registry } from "../plugin/registry.ts";
import { isObject } from "../record/json.ts";
import { Gallery } from "./gallery/gallery.tsx";
import type { GalleryPlugin } from "./gallery/gallery-parts.ts";

/** Where the dev server has its config's messages.json, whose folder CONFIG_DIR says. */
const MESSAGES = "/dev/messages.json";

/** Draws the gallery in place of the product. */
export async function showGallery(place: Element): Promise<void> {
  const messages = readMessages(await fetch(MESSAGES).then((answer) => answer.text()));
  const parts = { ...galleryPlugins(pluginFolders()), messages, loadPlugin };
  createRoot(place).render(<Gallery parts={parts} />);
  import.meta.hot?.on("messages", () => location.reload());
}

/** A file that cannot be read has none: the plugins' own messages are left. */
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

/** Every plugin folder with what is wrong with it, and the registry of those that hold. */
export function galleryPlugins(folders: readonly PluginFolder[]): {
  readonly plugins: readonly GalleryPlugin[];
  readonly known: Registry;
} {
  const { registry, problems } = makeRegistry(folders);
  const held = [...registry.widgets.values(), ...registry.cells.values()];
  const plugins = folders.map(({ folder }): GalleryPlugin => {
    const manifest = held.find((plugin) => plugin.folder === folder)?.manifest;
    return {
      kind: manifest?.kind ?? (folder.includes("/cells/") ? "cell" : "widget"),
      name: folder.split("/").at(-1) ?? folder,
      folder,
      isStock: !folder.startsWith("plugins/"),
      manifest,
      problems: problems.filter(({ file }) => file.startsWith(`${folder}/`)).map(formatProblem),
    };
  });
  return { plugins: plugins.sort((one, other) => (one.folder < other.folder ? -1 : 1)), known: registry };
}
