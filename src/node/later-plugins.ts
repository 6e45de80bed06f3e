import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PluginFolder } from "../plugin/registry.ts";

/** The disk is read at most once in this time: a check looks up many names. */
const CACHE_MS = 200;

/** Answers the plugin folders of a project that came after these were read. A running server cannot load them. */
export function laterPluginFolders(project: string, known: readonly PluginFolder[]): () => readonly string[] {
  const before = new Set(known.map(({ folder }) => folder));
  let found: readonly string[] = [];
  let until = 0;
  return () => {
    if (performance.now() < until) return found;
    until = performance.now() + CACHE_MS;
    found = foldersIn(project).filter((folder) => !before.has(folder));
    return found;
  };
}

function foldersIn(project: string): readonly string[] {
  try {
    return readdirSync(join(project, "plugins"))
      .sort()
      .flatMap((name) => [`plugins/${name}`, `plugins/${name}/cell`])
      .filter((folder) => existsSync(join(project, folder, "plugin.json")));
  } catch {
    // An installation may have no plugins/ beside what was built.
    return [];
  }
}
