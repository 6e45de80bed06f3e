import { readFile, writeFile } from "node:fs/promises";

/** Writes the files whose text differs, and answers their paths. */
export async function writeCurrent(files: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [path, text] of files) {
    if ((await readFile(path, "utf8").catch(() => undefined)) === text) continue;
    await writeFile(path, text);
    written.push(path);
  }
  return written;
}
