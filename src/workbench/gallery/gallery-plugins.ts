import { makeRegistry } from "../../compiler/manifest/make-registry.ts";
import { formatProblem } from "../../model/problem.ts";
import type { PluginFolder, Registry } from "../../plugin/registry.ts";
import type { GalleryPlugin } from "./gallery-parts.ts";

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
