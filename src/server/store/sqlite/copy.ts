import { closeSync, existsSync, openSync } from "node:fs";
import { openConnection } from "./driver.ts";

/**
 * Writes a whole copy of a store as of now, also while another process runs on it: a file that a store opens from.
 * Throws where there is no store, or where the copy would replace a file.
 */
export function copySqliteStore(file: string, copy: string): void {
  if (!existsSync(file)) throw new Error(`There is no store at ${file}.`);
  if (existsSync(copy)) throw new Error(`${copy} exists already; a copy replaces nothing.`);
  // For its owner alone, as the store is.
  closeSync(openSync(copy, "wx", 0o600));
  const connection = openConnection(file);
  try {
    connection.runText("vacuum into ?", [copy]);
  } finally {
    connection.close();
  }
}
