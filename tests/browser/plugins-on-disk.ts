import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { PluginManifest } from "../../src/model/plugin-manifest.ts";

/** A plugin folder on disk. */
export interface PluginOnDisk {
  readonly folder: string;
  readonly manifest: PluginManifest;
}

/** Every plugin folder, without being told. */
export function pluginsOnDisk(): readonly PluginOnDisk[] {
  return ["plugins", "src/stock/widgets", "src/stock/cells"].flatMap((parent) =>
    readdirSync(parent)
      .flatMap((name) => [`${parent}/${name}`, `${parent}/${name}/cell`])
      .filter((folder) => existsSync(`${folder}/plugin.json`))
      .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(`${folder}/plugin.json`, "utf8")) })),
  );
}
