import { dirname, join } from "node:path";
import { BUSY_TIMEOUT_MS, openBare } from "../driver.ts";
import { beginPart, partOf, removePart, replaceWithPart } from "./durable-file.ts";
import { APPLICATION_ID, checkWhole, inspectStoreFile, StoreFileError } from "./store-file.ts";
import { STORE_VERSION, UPGRADE_STEPS } from "./upgrade-steps.ts";

/**
 * Upgrades a store to this version; answers where the old one is kept. Nobody else may have it open. The work is done on a
 * copy, which then replaces the store in one step: the old one never changes, and is there until the new one is whole.
 */
export function upgradeSqliteStore(file: string, version: number, now: Date): string {
  const kept = besideStore(file, `version-${version}`, now);
  try {
    compactInto(file, beginPart(file));
    upgradePart(partOf(file), version);
    const made = inspectStoreFile(partOf(file));
    if (made.state !== "store" || made.version !== STORE_VERSION)
      throw new StoreFileError(`${file} could not be upgraded: its upgraded copy is ${made.state}.`);
    replaceWithPart(file, kept);
    return kept;
  } finally {
    removePart(file);
  }
}

/** The path for a store that is replaced: beside it, with the reason and the time. */
export function besideStore(file: string, why: string, now: Date): string {
  return join(dirname(file), `store-${why}-${now.toISOString().replaceAll(":", "-")}.db`);
}

/** Switches `auto_vacuum` on for the copy: only writing the whole file again can do that. */
function compactInto(file: string, part: string): void {
  const connection = openBare(file, BUSY_TIMEOUT_MS);
  try {
    // Moves the journal into the file, so that the file alone is the whole old store.
    const [checkpoint] = connection.rows("pragma wal_checkpoint(truncate)", []);
    if (checkpoint?.[0] !== 0) throw new StoreFileError(`${file} is in use; end what uses it.`);
    connection.exec("pragma auto_vacuum = incremental");
    connection.runText("vacuum into ?", [part]);
  } finally {
    connection.close();
  }
}

function upgradePart(part: string, version: number): void {
  const connection = openBare(part);
  try {
    connection.exec("begin immediate");
    for (const step of UPGRADE_STEPS.slice(version)) step(connection);
    connection.exec(
      `pragma application_id = ${APPLICATION_ID}; pragma user_version = ${STORE_VERSION}; commit`,
    );
    checkWhole(connection, part);
  } finally {
    connection.close();
  }
}
