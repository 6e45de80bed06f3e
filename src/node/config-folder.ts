/** The config's files on a real disk: read, written one by one as a whole, and watched. */
import { constants } from "node:fs";
import { access, copyFile, lstat, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isConfigPath } from "../compiler/source/config-path.ts";
import { leadsInside, readFolder, statFolder } from "../compiler/source/read-folder.ts";
import { ownValue } from "../record/json.ts";
import type { ConfigFolder } from "../server/config/config-source.ts";
import type { Effects } from "../server/effects.ts";

const MAX_READ_ATTEMPTS = 5;
const NEW_FILE_MODE = 0o644;
const PERMISSION_BITS = 0o777;
const LOOK_EVERY_MS = 400;
/** However little seems to have changed: not every file system tells, and what failed is tried again. */
const MAX_QUIET_LOOKS = 50;

export function configFolder(folder: string): ConfigFolder {
  return {
    read: () => readWhole(folder),
    async write(files) {
      for (const path of files.keys())
        if (!isConfigPath(path)) throw new Error(`"${path}" is no file of a config.`);
      await writeAll(folder, files);
    },
    isWritable: async () => {
      const present = await Promise.all(
        ["", "entities", "samples"].map((inner) => isThere(join(folder, inner))),
      );
      const folders = ["", "entities", "samples"].filter((_, index) => present[index]);
      const may = await Promise.all(folders.map((inner) => isWritable(join(folder, inner))));
      return folders.includes("") && may.every(Boolean);
    },
  };
}

/** A file may go between finding and reading it: then the folder is read again. */
async function readWhole(folder: string): Promise<ReadonlyMap<string, string>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readFolder(folder);
    } catch (error) {
      if (ownValue(error, "code") !== "ENOENT" || attempt === MAX_READ_ATTEMPTS) throw error;
    }
  }
}

/** A file that is to be another one, or none. */
interface Replacement {
  readonly target: string;
  /** Where the new text stands until it takes its place. */
  readonly beside: string;
  /** Where the old one stands until all of them are replaced. */
  readonly kept: string;
  readonly goes: boolean;
}

/** All new texts stand beside their files, and copies of the old ones, before the first takes its place. */
async function writeAll(folder: string, files: ReadonlyMap<string, string | null>): Promise<void> {
  const all: Replacement[] = [];
  const done: Replacement[] = [];
  try {
    for (const [path, text] of files) {
      const target = text === null ? join(folder, path) : await targetOf(folder, path);
      const beside = join(dirname(target), `.${basename(target)}.${process.pid}.new`);
      const kept = join(dirname(target), `.${basename(target)}.${process.pid}.old`);
      all.push({ target, beside, kept, goes: text === null });
      await mkdir(dirname(target), { recursive: true });
      if (text !== null) await writeDurably(beside, text, await modeOf(target));
      await unlessGone(copyFile(target, kept));
    }
    for (const one of all) {
      await (one.goes ? unlessGone(rename(one.target, one.kept)) : rename(one.beside, one.target));
      done.push(one);
    }
  } catch (error) {
    for (const { target, kept, goes } of done.reverse())
      if (!(await unlessGone(rename(kept, target))) && !goes) await rm(target);
    for (const { kept } of all) await rm(kept, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    for (const { beside } of all) await rm(beside, { force: true });
  }
  for (const { kept } of all) await rm(kept, { force: true });
  for (const inner of new Set(all.map(({ target }) => dirname(target)))) await syncFolder(inner);
}

/** Whether there was a file to do it with. */
async function unlessGone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (ownValue(error, "code") !== "ENOENT") throw error;
    return false;
  }
}

/** A name in a folder is on the disk for sure only when the folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

/** Where a text is written: where a link leads, but never out of the folder. */
async function targetOf(folder: string, path: string): Promise<string> {
  const file = join(folder, path);
  const link = await lstat(file).catch(() => undefined);
  if (link?.isSymbolicLink() !== true) return file;
  if (!(await leadsInside(folder, file))) throw new Error(`"${path}" leads out of the config's folder.`);
  return realpath(file);
}

async function writeDurably(file: string, text: string, mode: number): Promise<void> {
  const handle = await open(file, "w", mode);
  try {
    // The mode asked of `open` is cut by the process's mask.
    await handle.chmod(mode);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function modeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? NEW_FILE_MODE : found.mode & PERMISSION_BITS;
}

const isThere = (path: string) => access(path).then(...yesOrNo);
const isWritable = (path: string) => access(path, constants.W_OK).then(...yesOrNo);
const yesOrNo = [() => true, () => false] as const;

export interface Watch {
  /** Resolves when no look is under way any more. */
  close(): Promise<void>;
}

/**
 * Asks for a look whenever the folder's files may have changed, and once at the beginning. By asking for their sizes and
 * times again and again: that misses nothing on any file system, unlike its events.
 */
export function watchFolder(
  folder: string,
  look: () => Promise<void>,
  { wait }: Pick<Effects, "wait">,
): Watch {
  let closed = () => {};
  const closing = new Promise<void>((resolve) => {
    closed = resolve;
  });
  let isClosed = false;

  async function watch(): Promise<void> {
    let seen: string | undefined;
    let quiet = 0;
    for (;;) {
      await Promise.race([wait(LOOK_EVERY_MS), closing]);
      if (isClosed) return;
      // Read before the files are: what changes meanwhile is another look.
      const now = await statFolder(folder).catch(() => undefined);
      quiet += 1;
      if (now !== undefined && now === seen && quiet < MAX_QUIET_LOOKS) continue;
      quiet = 0;
      await look();
      seen = now;
    }
  }
  const watching = watch();
  return {
    async close() {
      isClosed = true;
      closed();
      await watching;
    },
  };
}
