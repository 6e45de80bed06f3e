import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { ownValue } from "../../../../record/json.ts";

/** The files beside a database while it is open, or after its process was killed. */
const COMPANIONS = ["-wal", "-shm", "-journal"];

/** Where the file for this path is made first, so that a file at the path itself is always whole. */
export const partOf = (file: string) => `${file}.part`;

/** Creates an empty file for a database, readable by its owner only; removes what an earlier attempt left. */
export function beginPart(file: string): string {
  const part = partOf(file);
  removePart(file);
  closeSync(openSync(part, "wx", 0o600));
  return part;
}

export function removePart(file: string): void {
  for (const suffix of ["", ...COMPANIONS]) rmSync(partOf(file) + suffix, { force: true });
}

/** Moves `partOf(file)` to the path itself; it is on the disk when this returns. Throws EEXIST where a file is there. */
export function placePart(file: string): void {
  syncFile(partOf(file));
  linkOrCopy(partOf(file), file);
  removePart(file);
  syncFolder(dirname(file));
}

/**
 * Replaces a database by `partOf(file)` in one step, and keeps the old one with its journal at a path where nothing is.
 * Nobody may have either open.
 *
 * Whenever the process or the computer stops: the old file is there with its journal, or the new one is, at worst beside
 * the old journal, which `inspectStoreFile` detects.
 */
export function replaceWithPart(file: string, kept: string): void {
  syncFile(partOf(file));
  const hasContent = (suffix: string) => existsSync(file + suffix) && statSync(file + suffix).size > 0;
  const companions = hasContent("-wal") || hasContent("-journal") ? COMPANIONS : [];
  for (const suffix of [...companions, ""])
    if (existsSync(file + suffix)) linkOrCopy(file + suffix, kept + suffix);
  syncFolder(dirname(file));
  renameSync(partOf(file), file);
  // Before the journal is removed: after a power failure the old file must not be there without it.
  syncFolder(dirname(file));
  for (const suffix of COMPANIONS) rmSync(file + suffix, { force: true });
  removePart(file);
  syncFolder(dirname(file));
}

/** Copies the file where the file system has no links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (ownValue(error, "code") === "EEXIST") throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    syncFile(to);
  }
}

const syncFile = (file: string) => sync(openSync(file, "r+"));

/** A file's name is on the disk only once its folder is. Not every system opens folders. */
function syncFolder(folder: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(folder, "r");
  } catch {
    return;
  }
  sync(descriptor);
}

function sync(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
