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

/** What SQLite keeps beside a database while it is open, or after its process was killed. */
const COMPANIONS = ["-wal", "-shm", "-journal"];

/** Where the file that is to stand at this path is made: what stands at the path itself is always whole. */
export const partOf = (file: string) => `${file}.part`;

/** An empty file for a database to be made in, readable by its owner only; what was left of an earlier one is gone. */
export function beginPart(file: string): string {
  const part = partOf(file);
  removePart(file);
  closeSync(openSync(part, "wx", 0o600));
  return part;
}

export function removePart(file: string): void {
  for (const suffix of ["", ...COMPANIONS]) rmSync(partOf(file) + suffix, { force: true });
}

/** Puts what was made at `partOf(file)` at a path where nothing is, on the disk when it returns. Throws EEXIST. */
export function placePart(file: string): void {
  syncFile(partOf(file));
  linkOrCopy(partOf(file), file);
  removePart(file);
  syncFolder(dirname(file));
}

/**
 * Puts what was made at `partOf(file)` in place of a database, in one step; keeps the one before, with its journal, at
 * another path where nothing is. Nobody may have either open.
 *
 * Whatever moment the process or the machine stops at: the old file stands there with its journal, or the new one does,
 * at worst beside the old one's journal. `inspectStoreFile` tells that.
 */
export function replaceWithPart(file: string, kept: string): void {
  syncFile(partOf(file));
  const holds = (suffix: string) => (existsSync(file + suffix) ? statSync(file + suffix).size > 0 : false);
  const companions = holds("-wal") || holds("-journal") ? COMPANIONS : [];
  for (const suffix of [...companions, ""])
    if (existsSync(file + suffix)) linkOrCopy(file + suffix, kept + suffix);
  syncFolder(dirname(file));
  renameSync(partOf(file), file);
  // Before the journal goes: a machine that stops must not bring the old file back without it.
  syncFolder(dirname(file));
  for (const suffix of COMPANIONS) rmSync(file + suffix, { force: true });
  removePart(file);
  syncFolder(dirname(file));
}

/** Both paths then lead to the same bytes, at once; where the file system has no links, to equal ones. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (ownValue(error, "code") === "EEXIST") throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    syncFile(to);
  }
}

function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A name in a folder is on the disk for sure only when the folder is. Not every system opens folders. */
function syncFolder(folder: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(folder, "r");
  } catch {
    return;
  }
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
