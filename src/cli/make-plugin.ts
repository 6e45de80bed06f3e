import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeRegistry } from "../compiler/manifest/make-registry.ts";
import { formatProblem } from "../model/problem.ts";
import { pluginFolders } from "../node/installed-plugins.ts";
import type { PluginFolder } from "../plugin/registry.ts";
import { PLUGINS_PAGE, withPluginTables } from "./docs.ts";
import { type NewPlugin, newPluginFiles } from "./new-plugin-files.ts";
import { typesFiles } from "./plugin-types.ts";
import { schemaFiles } from "./schema.ts";
import { writeCurrent } from "./write-current.ts";

const BIOME = "node_modules/@biomejs/biome/bin/biome";

/**
 * Writes the plugin's folder, and what says which plugins there are: the config's schemas and the page's tables. Answers
 * the paths written. Rejects where something is wrong, and then has written nothing.
 */
export async function makePlugin(plugin: NewPlugin, config: string): Promise<readonly string[]> {
  const folder = `plugins/${plugin.name}`;
  const own = await newPluginFiles(plugin);
  const found: PluginFolder = { folder, manifest: own.get("plugin.json"), hasIndex: true };
  const folders = [...pluginFolders(), found].sort((one, other) => (one.folder < other.folder ? -1 : 1));
  const { registry, problems } = makeRegistry(folders);
  if (problems[0] !== undefined) throw new Error(formatProblem(problems[0]));
  const all = [...registry.widgets.values(), ...registry.cells.values()];

  const page = await readFile(PLUGINS_PAGE, "utf8");
  const shared = new Map(
    [...schemaFiles(registry)].map(([path, text]) => [join(config, path), text] as const),
  ).set(PLUGINS_PAGE, withPluginTables(page, all));
  const kept = new Map<string, string>();
  for (const path of shared.keys()) kept.set(path, await readFile(path, "utf8"));

  await mkdir(folder);
  try {
    const files = [...own].map(([name, text]) => [join(folder, name), text] as const);
    const types = typesFiles(all.filter((one) => one.folder === folder));
    const written = await writeCurrent(new Map([...files, ...types, ...shared]));
    // A long name breaks lines that a short one does not.
    if (existsSync(BIOME)) await promisify(execFile)(process.execPath, [BIOME, "check", "--write", folder]);
    return written;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    for (const [path, text] of kept) await writeFile(path, text);
    throw error;
  }
}
