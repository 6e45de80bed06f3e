/** The config's files on disk: read, written and watched. */
import { constants } from "node:fs";
import { access, copyFile, lstat, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isConfigPath } from "../compiler/source/config-path.ts";
import { isGone, leadsInside, readFolder, readPictures, statFolder } from "../compiler/source/read-folder.ts";
import type { ConfigFolder } from "../server/config/config-source.ts";
import type { Effects } from "../server/effects.ts";

const MAX_READ_ATTEMPTS = 5;
const NEW_FILE_MODE = 0o644;
const PERMISSION_BITS = 0o777;
const LOOK_EVERY_MS = 400;
/** After so many looks without a change the files are read anyway: some file systems report none, and failures are retried. */
const MAX_QUIET_LOOKS = 50;

export function configFolder(folder: string): ConfigFolder {
  return {
    read: () => readWhole(folder),
    pictures: () => readPictures(folder),
    async write(files) {
      for (const path of files.keys())
        if (!isConfigPath(path)) throw new Error(`"${path}" is no file of a config.`);
      await writeAll(folder, files);
    },
    isWritable: async () => {
      const inner = ["entities", "samples"].map((name) => join(folder, name));
      const mayWrite = await Promise.all(inner.map(async (one) => !(await isThere(one)) || isWritable(one)));
      return (await isWritable(folder)) && mayWrite.every(Boolean);
    },
  };
}

/** A file may be deleted between finding and reading it: then the folder is read again. */
async function readWhole(folder: string): Promise<ReadonlyMap<string, string>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readFolder(folder);
    } catch (error) {
      if (!isGone(error) || attempt === MAX_READ_ATTEMPTS) throw error;
    }
  }
}

/** A file to replace or to delete. */
interface Replacement {
  readonly target: string;
  /** The new text, until the target is replaced. */
  readonly beside: string;
  /** The old text, until all files are replaced. */
  readonly kept: string;
  readonly isDeleted: boolean;
}

/** All new texts, and copies of the old ones, are written beside their files before the first file is replaced. */
async function writeAll(folder: string, files: ReadonlyMap<string, string | null>): Promise<void> {
  const all: Replacement[] = [];
  const done: Replacement[] = [];
  try {
    for (const [path, text] of files) {
      const target = text === null ? join(folder, path) : await targetOf(folder, path);
      const beside = join(dirname(target), `.${basename(target)}.${process.pid}.new`);
      const kept = join(dirname(target), `.${basename(target)}.${process.pid}.old`);
      all.push({ target, beside, kept, isDeleted: text === null });
      await mkdir(dirname(target), { recursive: true });
      if (text !== null) await writeDurably(beside, text, await modeOf(target));
      await unlessGone(copyFile(target, kept));
    }
    for (const one of all) {
      await (one.isDeleted ? unlessGone(rename(one.target, one.kept)) : rename(one.beside, one.target));
      done.push(one);
    }
  } catch (error) {
    for (const { target, kept, isDeleted } of done.reverse())
      if (!(await unlessGone(rename(kept, target))) && !isDeleted) await rm(target);
    for (const { kept } of all) await rm(kept, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    for (const { beside } of all) await rm(beside, { force: true });
  }
  for (const { kept } of all) await rm(kept, { force: true });
  for (const inner of new Set(all.map(({ target }) => dirname(target)))) await syncFolder(inner);
}

/** Whether there was a file. */
async function unlessGone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!isGone(error)) throw error;
    return false;
  }
}

/** A renamed file is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

/** The file to write. A link is followed, but never out of the folder. */
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
    // The mode of `open` is reduced by the process's umask.
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

/**
 * Calls `look` whenever the folder's files, or what `also` answers, may have changed, and once at the beginning. It compares
 * their sizes and times: unlike events, that works on every file system.
 */
export function watchFolder(
  folder: string,
  look: () => Promise<unknown>,
  { wait }: Pick<Effects, "wait">,
  also = () => "",
) {
  const closing = new AbortController();

  async function watch(): Promise<void> {
    let seen: string | undefined;
    let quiet = 0;
    for (;;) {
      await wait(LOOK_EVERY_MS, closing.signal).catch(() => undefined);
      if (closing.signal.aborted) return;
      // Before the files are read: a change meanwhile causes another look.
      const files = await statFolder(folder).catch(() => undefined);
      const now = files === undefined ? undefined : `${files}\n${also()}`;
      quiet += 1;
      if (now !== undefined && now === seen && quiet < MAX_QUIET_LOOKS) continue;
      quiet = 0;
      await look();
      seen = now;
    }
  }
  const watching = watch();
  return {
    /** Resolves after a look under way. */
    close(): Promise<void> {
      closing.abort();
      return watching;
    },
  };
}
