import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** The folders of a config whose JSON files are read, "" being the config folder itself. */
const FOLDERS = ["", "entities", "samples"] as const;

/**
 * The gate to a config's files: path inside the folder → text, in the order of the names. A folder that is not there
 * holds nothing. Rejects where a file cannot be read.
 */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const path of await pathsIn(folder)) files.set(path, await readFile(join(folder, path), "utf8"));
  return files;
}

/** What tells, without reading them, whether the same files may say something else: another text than before. */
export async function statFolder(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const path of await pathsIn(folder)) {
    const { size, mtimeNs, ctimeNs, ino } = await stat(join(folder, path), { bigint: true });
    lines.push([path, size, mtimeNs, ctimeNs, ino].join(" "));
  }
  return lines.join("\n");
}

async function pathsIn(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const inner of FOLDERS) {
    for (const name of await jsonFiles(join(folder, inner)))
      paths.push(inner === "" ? name : `${inner}/${name}`);
  }
  return paths;
}

async function jsonFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".json") && !entry.name.startsWith("."))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
