import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { BrowserFiles } from "./server/page/static-file.ts";

/** The built page, read once: names are then looked up in memory and never reach the file system. */
export async function browserFiles(folder: string): Promise<BrowserFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: relative(folder, path).replaceAll("\\", "/") }))
    .filter(({ name }) => !name.startsWith("."));
  return new Map(
    await Promise.all(paths.map(async ({ path, name }) => [name, await readFile(path)] as const)),
  );
}
