import { open, readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { IMAGE_HEAD_BYTES, imageEnding } from "../../record/image-ending.ts";
import { ownValue } from "../../record/json.ts";
import { ALMOST_JSON, PICTURE_FOLDER } from "./config-path.ts";
import { NOT_UTF8, unreadableText } from "./json-file.ts";

/** The folders of a config whose JSON files are read, "" being the config folder itself. */
const FOLDERS = ["", "entities", "samples"] as const;

/**
 * A config's files: path inside the folder → text, in the order of the names; also those whose names are almost right. A folder that does not exist has no files;
 * links that lead out of it are left out. A file that cannot be read has `unreadableText`. Rejects if the folder cannot
 * be read, or a file is removed meanwhile.
 */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const paths = await pathsIn(folder);
  // All at once: beside a busy server, each step of a file waits for other requests.
  const texts = await Promise.all(paths.map((path) => textOf(join(folder, path))));
  return new Map(paths.map((path, index) => [path, texts[index] ?? ""]));
}

async function textOf(file: string): Promise<string> {
  try {
    return decoded(await readFile(file));
  } catch (error) {
    if (isGone(error)) throw error;
    return unreadableText(error);
  }
}

/** The text if it is UTF-8. A zero byte is a sign of UTF-16. */
function decoded(bytes: Uint8Array): string {
  if (bytes.includes(0)) return unreadableText(NOT_UTF8);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return unreadableText(NOT_UTF8);
  }
}

/** A text that changes when the files may have changed. It reads none of them. */
export async function statFolder(folder: string): Promise<string> {
  const line = async (path: string) => {
    const { size, mtimeNs, ctimeNs, ino } = await stat(join(folder, path), { bigint: true });
    return [path, size, mtimeNs, ctimeNs, ino].join(" ");
  };
  const paths = await pathsIn(folder);
  const names = await pictureNames(folder);
  // Begun together: a file that is gone while something else is waited for would be nobody's error, and end the server.
  const files = paths.map(line);
  // A link that leads nowhere is a picture that is missing, no reason to look away.
  const pictures = names.map((name) => line(`${PICTURE_FOLDER}/${name}`).catch(() => name));
  return (await Promise.all([...files, ...pictures])).join("\n");
}

/** The names of the pictures beside the samples, in their order; by its first bytes each is one that can be stored. */
export async function readPictures(folder: string): Promise<ReadonlySet<string>> {
  const names = await pictureNames(folder);
  const sound = await Promise.all(names.map((name) => isPicture(join(folder, PICTURE_FOLDER, name))));
  return new Set(names.filter((_, index) => sound[index]));
}

async function pictureNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(join(folder, PICTURE_FOLDER), { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name])).sort();
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** No: one that was removed meanwhile, or cannot be read. */
async function isPicture(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  try {
    const head = await handle?.read({ buffer: new Uint8Array(IMAGE_HEAD_BYTES) }).catch(() => undefined);
    return head !== undefined && imageEnding(head.buffer.subarray(0, head.bytesRead)) !== undefined;
  } finally {
    await handle?.close();
  }
}

async function pathsIn(folder: string): Promise<string[]> {
  const paths = FOLDERS.map(async (inner) => {
    const names = await jsonFiles(join(folder, inner), folder);
    return names.map((name) => (inner === "" ? name : `${inner}/${name}`));
  });
  return (await Promise.all(paths)).flat();
}

async function jsonFiles(folder: string, root: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const names: string[] = [];
    for (const entry of entries) {
      const { name } = entry;
      if (!(entry.isFile() || entry.isSymbolicLink())) continue;
      if (!ALMOST_JSON.test(name) || name.startsWith(".")) continue;
      if (entry.isSymbolicLink() && !(await leadsInside(root, join(folder, name)))) continue;
      names.push(name);
    }
    return names.sort();
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** Whether a path, with all its links followed, is in the folder. One that leads nowhere is not. */
export async function leadsInside(folder: string, path: string): Promise<boolean> {
  try {
    const way = relative(await realpath(folder), await realpath(path));
    return way !== ".." && !way.startsWith(`..${sep}`);
  } catch {
    return false;
  }
}

/** Whether the error of the file system means that there is no such file. */
export function isGone(error: unknown): boolean {
  return ownValue(error, "code") === "ENOENT";
}
