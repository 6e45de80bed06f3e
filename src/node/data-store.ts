/** The store of a data folder: opened, upgraded or created. In case of doubt the server does not start. */
import { closeSync, existsSync, fsyncSync, openSync, realpathSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ownValue } from "../record/json.ts";
import { codeOf, writeTroubleOf } from "../server/store/sqlite/driver.ts";
import {
  inspectStoreFile,
  isDamage,
  type StoreFile,
  StoreFileError,
} from "../server/store/sqlite/file/store-file.ts";
import { upgradeSqliteStore } from "../server/store/sqlite/file/upgrade.ts";
import { STORE_VERSION } from "../server/store/sqlite/file/upgrade-steps.ts";
import { openSqliteStore } from "../server/store/sqlite/open.ts";
import type { Store, StoreTrouble } from "../server/store/store.ts";
import { NotStoredError } from "../server/store/store-errors.ts";
import { StartRefused } from "./settings.ts";

const STORE_FILE = "store.db";
const MARKER_FILE = "store.marker";

const MARKER_TEXT = `This folder holds the store of a back office (${STORE_FILE}). Where this file is and that one is not, no server
starts: it would begin a new business in the place of the old one.
`;

const RESTORE = "npm run restore -- copy.db";
const BEGIN_ANEW = "npm start -- --new";

export interface DataStoreOptions {
  /** Creates an empty store if the old one is missing or empty. */
  readonly beginAnew?: boolean;
  /** Reports an upgrade. */
  readonly log?: (text: string) => void;
  /** Called when the open store can no longer be read or written, and with undefined when it can again. */
  readonly onTrouble?: (trouble: StoreTrouble | undefined) => void;
}

/** The path of a data folder's store. A link is followed, because the journal is beside its target. */
export function storeFileIn(dataDir: string): string {
  const file = join(dataDir, STORE_FILE);
  return existsSync(file) ? realpathSync(file) : file;
}

/** The state of the store file. Throws StartRefused if no store can be opened or created in the folder. Changes nothing. */
export function checkDataStore(dataDir: string, { beginAnew = false }: DataStoreOptions): StoreFile {
  const file = storeFileIn(dataDir);
  const found = inspect(file);
  const isThere = found.state !== "missing" && found.state !== "empty";
  if (beginAnew && isThere)
    throw new StartRefused([
      `Something is at ${file} (${found.state}); --new begins only where there is nothing.`,
      "To begin with an empty store all the same, move it away, with the -wal and -shm files beside it.",
    ]);
  if (!beginAnew) refuse(dataDir, file, found);
  return found;
}

/** To be called with the folder's lock. Throws StartRefused as `checkDataStore` does. */
export async function openDataStore(dataDir: string, options: DataStoreOptions): Promise<Store> {
  const found = checkDataStore(dataDir, options);
  const { log = () => {}, onTrouble = () => {} } = options;
  const file = storeFileIn(dataDir);
  try {
    if (found.state === "empty")
      for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    if (found.state === "store" && found.version < STORE_VERSION) {
      log(`Upgrading the store from version ${found.version} to ${STORE_VERSION} …`);
      const kept = upgradeSqliteStore(file, found.version, new Date());
      log(`The store is upgraded; the one before is kept as ${kept}.`);
    }
    const store = await openSqliteStore({ file, onTrouble });
    try {
      markStore(dataDir);
    } catch (error) {
      // The store works on a full disk too; the next start tries again.
      log(`${join(dataDir, MARKER_FILE)} could not be written (${ownValue(error, "code")}).`);
    }
    return store;
  } catch (error) {
    throw storeRefusal(error, dataDir);
  }
}

/** An error of a store that cannot be used as StartRefused; any other error as it is. */
export function storeRefusal(error: unknown, dataDir: string): unknown {
  if (error instanceof StoreFileError) return new StartRefused([error.message]);
  switch (error instanceof NotStoredError ? error.trouble : writeTroubleOf(error)) {
    case "full":
      return new StartRefused([
        `The disk of DATA_DIR "${dataDir}" is full: make room. An upgrade needs as much as the store takes.`,
      ]);
    case "failed":
      return new StartRefused([
        `The disk of DATA_DIR "${dataDir}" refuses (${codeOf(ownValue(error, "cause") ?? error)}): it may be full, or broken.`,
      ]);
  }
  if (!isDamage(error)) return error;
  return new StartRefused([
    `${storeFileIn(dataDir)} is damaged: ${ownValue(error, "message")}.`,
    `Put a backup in its place: ${RESTORE} (what is there is kept).`,
  ]);
}

/** Creates the marker file of a folder with a store. */
export function markStore(dataDir: string): void {
  const marker = join(dataDir, MARKER_FILE);
  if (existsSync(marker)) return;
  const descriptor = openSync(marker, "w", 0o600);
  try {
    writeSync(descriptor, MARKER_TEXT);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function inspect(file: string): StoreFile {
  try {
    return inspectStoreFile(file);
  } catch (error) {
    throw error instanceof StoreFileError ? new StartRefused([error.message]) : error;
  }
}

function refuse(dataDir: string, file: string, found: StoreFile): void {
  const kept = "what is there is kept";
  switch (found.state) {
    case "store":
      return;
    case "missing":
      if (!existsSync(join(dataDir, MARKER_FILE))) return;
      throw new StartRefused([
        `There is no store at ${file}, though this folder has held one, or was to get one by a move.`,
        `Put it back, or a backup of it: ${RESTORE}. Repeat a move that was interrupted. To begin with an empty one: ${BEGIN_ANEW}`,
      ]);
    case "empty":
      throw new StartRefused([
        `${file} is empty: the store that it was is lost, or was never begun.`,
        `Put a backup in its place: ${RESTORE}. To begin with an empty one: ${BEGIN_ANEW}`,
      ]);
    case "newer":
      throw new StartRefused([
        found.why,
        `Start the version that made it, or go back to a backup from before: ${RESTORE} (${kept}).`,
      ]);
    case "stray-journal":
      throw new StartRefused([
        found.why,
        "A restore was interrupted, or files were moved by hand: a store and its journal belong together.",
        `Put them together again, or a backup in their place: ${RESTORE} (${kept}).`,
      ]);
    case "foreign":
    case "damaged":
      throw new StartRefused([
        found.why,
        `Set DATA_DIR to another folder, or put a backup in its place: ${RESTORE} (${kept}).`,
      ]);
  }
}
