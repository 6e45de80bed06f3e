import { ownValue } from "../../../model/json-value.ts";
import { openBare } from "./driver.ts";
import { beginPart, placePart, removePart } from "./durable-file.ts";
import { APPLICATION_ID } from "./store-file.ts";
import { createSystemTables } from "./system-tables.ts";
import { STORE_VERSION } from "./upgrade-steps.ts";

/** Makes an empty store where no file is, readable by its owner only. It is there whole or not at all. */
export function createStoreFile(file: string): void {
  const connection = openBare(beginPart(file));
  try {
    // No journal: the file is nobody's before it is complete. How space is given back is settled before the first page.
    connection.exec(`pragma journal_mode = off; pragma synchronous = off; pragma auto_vacuum = incremental;
      pragma application_id = ${APPLICATION_ID}; pragma user_version = ${STORE_VERSION}`);
    createSystemTables(connection);
  } finally {
    connection.close();
  }
  try {
    placePart(file);
  } catch (error) {
    removePart(file);
    // Another process was faster: the store is there.
    if (ownValue(error, "code") !== "EEXIST") throw error;
  }
}
