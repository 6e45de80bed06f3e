import { existsSync, realpathSync } from "node:fs";
import { copyAtRest, type StoreCopy } from "./copy.ts";
import { placePart, removePart, replaceWithPart } from "./durable-file.ts";
import { inspectStoreFile, StoreFileError } from "./store-file.ts";
import { besideStore } from "./upgrade.ts";

export interface Restored extends StoreCopy {
  /** Where what stood in its place is kept; undefined where nothing did. */
  readonly kept: string | undefined;
}

/**
 * Puts a copy in the place of a store, whatever stands there; that is kept beside it, with its journal. The copy is
 * checked before anything changes, stays as it is, and no session of it is taken over. Nobody may have the store open.
 */
export function restoreSqliteStore(file: string, copy: string, now: Date): Restored {
  if (existsSync(file) && existsSync(copy) && realpathSync(copy) === realpathSync(file))
    throw new StoreFileError(`${copy} is the store itself, not a copy of it.`);
  try {
    const copied = copyAtRest(copy, file);
    const stands = ["", "-wal"].some((suffix) => existsSync(file + suffix));
    const kept = stands ? besideStore(file, "before-restore", now) : undefined;
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
