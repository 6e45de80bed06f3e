import { type Connection, writeTroubleOf } from "../driver.ts";

/** How long another process that reads the journal (a backup, say) may keep the end waiting. Nothing else runs meanwhile. */
const BUSY_MS = 500;

/**
 * Closes the two connections of a store so that its one file is the whole store: the driver leaves the journal behind.
 * A transaction that is still open is undone. Throws where the journal stays, when everything is closed; but not where the disk
 * refuses to be written: nothing is left undone then that could be done.
 * @param isGuest another process may run on the file: then the journal is its business, and nobody waits
 */
export function closeFile(writing: Connection, reading: Connection, isGuest: boolean): void {
  try {
    if (writing.inTransaction) writing.exec("rollback");
    reading.close();
    writing.exec(`pragma busy_timeout = ${isGuest ? 0 : BUSY_MS}`);
    const [answer] = writing.rows("pragma wal_checkpoint(truncate)", []);
    if (answer?.[0] !== 0 && !isGuest)
      throw new Error(
        "Another process reads the store: its journal (-wal) stays beside it and is part of it.",
      );
  } catch (error) {
    if (writeTroubleOf(error) === undefined) throw error;
  } finally {
    writing.close();
  }
}
