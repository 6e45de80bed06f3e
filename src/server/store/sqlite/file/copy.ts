import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ownValue } from "../../../../record/json.ts";
import { type BareConnection, BUSY_TIMEOUT_MS, openBare, openReadOnly } from "../driver.ts";
import { beginPart, partOf, placePart, removePart } from "./durable-file.ts";
import {
  checkWhole,
  hasJournal,
  identify,
  isDamage,
  noStore,
  requireStore,
  StoreFileError,
} from "./store-file.ts";

export interface StoreCopy {
  /** The version of the store that was copied. */
  readonly version: number;
  readonly records: number;
  readonly images: number;
}

/**
 * Copies a store without its sessions to a file that a store opens from, also while another process runs on it. Throws
 * where there is no store, and where the copy would replace a file. Not for one that this process has open.
 */
export function copySqliteStore(file: string, copy: string): StoreCopy {
  requireStore(file);
  return copyOpenStore(file, copy);
}

/**
 * The same of a store that this process has open. Nothing but SQLite opens the file here: by POSIX, a process that closes a
 * file loses all its locks on it, SQLite's too, and a command beside the server would then take the journal from under it.
 */
export function copyOpenStore(file: string, copy: string): StoreCopy {
  if (!existsSync(file)) throw noStore({ state: "missing" }, file);
  requireRoomForCopy(copy);
  const { ino } = statSync(file);
  const connection = openBare(file, BUSY_TIMEOUT_MS);
  try {
    const copied = copyToPart(connection, copy);
    // An upgrade or a restore puts another file there, with another journal.
    if (statSync(file).ino !== ino)
      throw new StoreFileError(`${file} was replaced while it was copied; try again.`);
    placePart(copy);
    return copied;
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new StoreFileError(`${file} is damaged, and no copy was made: ${ownValue(error, "message")}.`);
  } finally {
    connection.close();
    removePart(copy);
  }
}

/** Throws StoreFileError where no new file can be. */
export function requireRoomForCopy(copy: string): void {
  if (existsSync(copy)) throw new StoreFileError(`${copy} exists already; a copy replaces nothing.`);
  if (!existsSync(dirname(copy))) throw new StoreFileError(`There is no folder ${dirname(copy)}.`);
}

/** Copies a store that nobody has open to `partOf(file)`, and leaves no file beside it. */
export function copyAtRest(store: string, file: string): StoreCopy {
  requireStore(store);
  const connection = openReadOnly(store, hasJournal(store));
  try {
    checkWhole(connection, store);
    return copyToPart(connection, file);
  } finally {
    connection.close();
  }
}

/** Writes what the connection reads to `partOf(file)` and checks it. */
function copyToPart(source: BareConnection, file: string): StoreCopy {
  const part = beginPart(file);
  source.runText("vacuum into ?", [part]);
  const connection = openBare(part);
  try {
    // Overwrites their bytes too.
    connection.exec("pragma secure_delete = on; delete from sessions");
    checkWhole(connection, part);
    const found = identify(connection, part);
    if (found.state !== "store") throw new StoreFileError(`${partOf(file)} did not become a store.`);
    const count = (text: string) => Number(connection.rows(text, [])[0]?.[0] ?? 0);
    return {
      version: found.version,
      records: count("select sum(n) from record_counts where field = ''"),
      images: count("select count(*) from images"),
    };
  } finally {
    connection.close();
  }
}
