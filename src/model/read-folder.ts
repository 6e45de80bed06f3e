import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The folders of a config whose JSON files are read, "" being the config folder itself. */
const FOLDERS = ["", "entities", "samples"] as const;

/**
 * The gate to a config's files: path inside the folder → text, in the order of the names. A folder that is not there
 * holds nothing. Rejects where a file cannot be read.
 */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const inner of FOLDERS) {
    for (const name of await jsonFiles(join(folder, inner))) {
      const path = inner === "" ? name : `${inner}/${name}`;
      files.set(path, await readFile(join(folder, path), "utf8"));
    }
  }
  return files;
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
