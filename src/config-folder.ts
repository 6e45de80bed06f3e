/** The config's files on a real disk: read, written one by one as a whole, and watched. */
import { constants } from "node:fs";
import { access, lstat, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { leadsInside, readFolder, statFolder } from "./model/read-folder.ts";
import type { ConfigFolder } from "./server/config/config-source.ts";

const READ_TRIES = 5;
const NEW_FILE_MODE = 0o644;
const PERMISSION_BITS = 0o777;
const LOOK_EVERY_MS = 400;
/** However little seems to have changed: not every file system tells, and what failed is tried again. */
const LOOKS_UNTOLD = 50;

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

/** The files that a config is made of, and no path that leads elsewhere. */
function isConfigPath(path: string): boolean {
  return /^((app|messages)|(entities|samples)\/[a-z][A-Za-z0-9-]*)\.json$/.test(path);
}

/** A file may go between finding and reading it: then the folder is read again. */
async function readWhole(folder: string): Promise<ReadonlyMap<string, string>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readFolder(folder);
    } catch (error) {
      if (codeOf(error) !== "ENOENT" || tries === READ_TRIES) throw error;
    }
  }
}

/** All new texts stand beside their files before the first takes its place. */
async function writeAll(folder: string, files: ReadonlyMap<string, string | null>): Promise<void> {
  const written: { readonly beside: string; readonly target: string }[] = [];
  try {
    for (const [path, text] of files) {
      if (text === null) continue;
      const target = await targetOf(folder, path);
      await mkdir(dirname(target), { recursive: true });
      const beside = join(dirname(target), `.${basename(target)}.${process.pid}.new`);
      written.push({ beside, target });
      await writeDurably(beside, text, await modeOf(target));
    }
    for (const { beside, target } of written) await rename(beside, target);
  } finally {
    for (const { beside } of written) await rm(beside, { force: true });
  }
  const gone = [...files].flatMap(([path, text]) => (text === null ? [join(folder, path)] : []));
  for (const file of gone) await rm(file, { force: true });
  const changed = [...gone, ...written.map(({ target }) => target)];
  for (const inner of new Set(changed.map((file) => dirname(file)))) await syncFolder(inner);
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
export function watchFolder(folder: string, look: () => Promise<void>): Watch {
  let seen: string | undefined;
  let untold = 0;
  let closed = false;
  let timer: NodeJS.Timeout;
  let ticking = Promise.resolve();

  async function tick(): Promise<void> {
    // Read before the files are: what changes meanwhile is another look.
    const now = await statFolder(folder).catch(() => undefined);
    untold += 1;
    if (now === undefined || now !== seen || untold >= LOOKS_UNTOLD) {
      untold = 0;
      await look();
      seen = now;
    }
  }
  function wait(): void {
    if (closed) return;
    timer = setTimeout(() => {
      ticking = tick().finally(wait);
    }, LOOK_EVERY_MS);
  }
  wait();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await ticking;
    },
  };
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
}
