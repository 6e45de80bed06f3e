import { existsSync, realpathSync } from "node:fs";
import { copyAtRest, type StoreCopy } from "./copy.ts";
import { placePart, removePart, replaceWithPart } from "./durable-file.ts";
import { inspectStoreFile, StoreFileError } from "./store-file.ts";
import { besideStore } from "./upgrade.ts";

interface Restored extends StoreCopy {
  /** Where what was in its place is kept; undefined where nothing was. */
  readonly kept: string | undefined;
}

/**
 * Replaces a store, or whatever is in its place, by a copy without its sessions; keeps the old one with its journal beside
 * it. Checks the copy before anything changes, and leaves it as it is. Nobody may have the store open.
 */
export function restoreSqliteStore(file: string, copy: string, now: Date): Restored {
  if (existsSync(file) && existsSync(copy) && realpathSync(copy) === realpathSync(file))
    throw new StoreFileError(`${copy} is the store itself, not a copy of it.`);
  try {
    const copied = copyAtRest(copy, file);
    const isThere = ["", "-wal"].some((suffix) => existsSync(file + suffix));
    const kept = isThere ? besideStore(file, "before-restore", now) : undefined;
    if (kept === undefined) placePart(file);
    else replaceWithPart(file, kept);
    const found = inspectStoreFile(file);
    if (found.state !== "store" || found.version !== copied.version)
      throw new StoreFileError(`${file} is not as ${copy} is, though it was put there: ${found.state}.`);
    return { ...copied, kept };
  } finally {
    removePart(file);
  }
}
