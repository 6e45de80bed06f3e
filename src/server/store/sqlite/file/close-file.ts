import { type Connection, writeTroubleOf } from "../driver.ts";

/** Longest wait for another process that reads the journal, such as a backup. It blocks this process. */
const BUSY_MS = 500;

/**
 * Closes the two connections of a store so that its file alone is the whole store: the driver would leave the journal
 * behind. Undoes an open transaction. Throws, after closing, where the journal stays; but not where the disk cannot be
 * written, because nothing more can be done then.
 * @param isGuest another process may run on the file: it takes care of the journal, and this one does not wait
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
