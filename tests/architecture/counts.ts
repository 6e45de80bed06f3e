import { dirname } from "node:path";
import { importCycles } from "./import-cycles.ts";
import type { Source } from "./sources.ts";

/** What shows how easy the code is to find one's way in. */
export interface Counts {
  readonly modules: number;
  readonly lines: number;
  readonly cycles: readonly (readonly string[])[];
  /** Folders of more than `MAX_SIBLINGS` modules side by side. */
  readonly bigFolders: readonly string[];
  readonly longFiles: readonly string[];
  /** Files of fewer than `SMALL_LINES` lines that one other imports. */
  readonly smallOfOne: readonly string[];
  /** Names that two files declare and export. */
  readonly doubledNames: readonly string[];
}

export const MAX_SIBLINGS = 25;
export const MAX_LINES = 400;
const SMALL_LINES = 30;

/** @param all every file of `src/` and `plugins/`: who imports a module may stand in any */
export function countsOf(all: readonly Source[]): Counts {
  const modules = all.filter(({ path }) => isCounted(path));
  const importers = new Map<string, string[]>();
  for (const { path, imports } of all) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const files = imports.map(({ file, from }) => (from === "admin" ? "src/index.ts" : file));
    for (const file of new Set(files))
      if (file !== undefined) importers.set(file, [...(importers.get(file) ?? []), path]);
  }
  return {
    modules: modules.length,
    lines: modules.reduce((sum, source) => sum + linesOf(source), 0),
    cycles: importCycles(all),
    bigFolders: groups(
      modules.map(({ path }) => [dirname(path), path] as const),
      MAX_SIBLINGS + 1,
    ),
    longFiles: all.filter((source) => linesOf(source) > MAX_LINES).map(({ path }) => path),
    smallOfOne: modules
      .filter((source) => linesOf(source) < SMALL_LINES && importers.get(source.path)?.length === 1)
      .map(({ path }) => path),
    doubledNames: groups(
      modules.flatMap(({ path, text }) => exportedNames(text).map((name) => [name, path] as const)),
      2,
    ),
  };
}

/** Without what is a plugin folder, a template, or generated. */
function isCounted(path: string): boolean {
  return /^src\/.*\.tsx?$/.test(path) && !/^src\/stock\/|\/new-plugin\/|\/manifest\.ts$/.test(path);
}

function linesOf({ text }: Source): number {
  return text.split("\n").length - 1;
}

function exportedNames(text: string): string[] {
  const declared =
    /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;
  return [...text.matchAll(declared)].map(([, name = ""]) => name);
}

/** Keys under which at least so many stand, with what stands there. */
function groups(entries: readonly (readonly [key: string, member: string])[], least: number): string[] {
  const found = new Map<string, Set<string>>();
  for (const [key, member] of entries) found.set(key, (found.get(key) ?? new Set()).add(member));
  return [...found]
    .filter(([, members]) => members.size >= least)
    .map(([key, members]) => `${key}: ${[...members].join(" ")}`);
}
