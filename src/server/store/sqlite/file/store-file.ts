import { closeSync, existsSync, lstatSync, openSync, readSync, statSync } from "node:fs";
import { ownValue } from "../../../../record/json.ts";
import { type BareConnection, codeOf, openReadOnly } from "../driver.ts";
import { STORE_VERSION } from "./upgrade-steps.ts";

/** Marks a file as a store of this program ("dadm"); SQLite keeps it in the file's header as `application_id`. */
export const APPLICATION_ID = 0x6461646d;

/** Every store of version 0 has these tables. It has no application id: they tell it from the file of another program. */
const TABLES_OF_VERSION_0 = ["image_bytes", "image_uses", "images", "prepared", "sessions", "settings"];

const SQLITE_MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;

/** What is at the path of a store. `why`: a sentence that says why it is no store. */
export type StoreFile =
  | { readonly state: "missing" }
  /** Zero bytes, or a database without a table. */
  | { readonly state: "empty" }
  | { readonly state: "store"; readonly version: number }
  | { readonly state: "foreign" | "damaged" | "newer" | "stray-journal"; readonly why: string };

/** A file that is no store of this version; the message says why. */
export class StoreFileError extends Error {
  override readonly name = "StoreFileError";
}

/**
 * Says what a file is, and changes nothing in it or beside it. Not for a file that this process has open: closing it here
 * would drop SQLite's locks on it.
 */
export function inspectStoreFile(file: string): StoreFile {
  const isJournaled = hasJournal(file);
  if (!existsSync(file) || sizeOf(file) === 0) {
    if (isJournaled) return strayJournal(file, existsSync(file) ? "is empty" : "is missing");
    if (isDanglingLink(file)) return foreign(`${file} is a link that leads nowhere.`);
    return { state: existsSync(file) ? "empty" : "missing" };
  }
  const header = readHeader(file);
  if (header.toString("latin1", 0, SQLITE_MAGIC.length) !== SQLITE_MAGIC)
    return foreign(`${file} is no SQLite database: its beginning is damaged, or it is another file.`);
  if (header.length < HEADER_BYTES) return damaged(file, "it is cut off");
  if (isJournaled && !usesJournal(header)) return strayJournal(file, "was put there without it");
  const whole = wholeSize(header);
  if (!isJournaled && sizeOf(file) < whole)
    return damaged(file, `it is cut off: ${sizeOf(file)} of ${whole} bytes are there`);
  try {
    const connection = openReadOnly(file, isJournaled);
    try {
      return identify(connection, file);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (isDamage(error)) return damaged(file, String(ownValue(error, "message")));
    throw error;
  }
}

/** Throws StoreFileError where there is no store of this version or an older one. */
export function requireStore(file: string): void {
  const found = inspectStoreFile(file);
  if (found.state !== "store") throw noStore(found, file);
}

/** Why what was found cannot be opened as a store of this version. */
export function noStore(found: StoreFile, file: string): StoreFileError {
  switch (found.state) {
    case "missing":
      return new StoreFileError(`There is no store at ${file}.`);
    case "empty":
      return new StoreFileError(`${file} is empty; it holds no store.`);
    case "store":
      return new StoreFileError(
        `${file} is a store of version ${found.version}; it is to be upgraded first.`,
      );
    default:
      return new StoreFileError(found.why);
  }
}

/** Says what an open database is. */
export function identify({ rows }: BareConnection, file: string): StoreFile {
  const number = (pragma: string) => Number(rows(`pragma ${pragma}`, [])[0]?.[0]);
  const tables = rows("select name from sqlite_schema where type = 'table'", []).flat();
  const [applicationId, version] = [number("application_id"), number("user_version")];
  if (applicationId === APPLICATION_ID) {
    if (version > STORE_VERSION)
      return {
        state: "newer",
        why: `${file} is a store of version ${version}, made by a newer version of this program; this one knows versions up to ${STORE_VERSION}.`,
      };
    return tables.includes("settings")
      ? { state: "store", version }
      : damaged(file, "its tables are missing");
  }
  if (applicationId === 0 && version === 0) {
    if (tables.length === 0) return { state: "empty" };
    if (TABLES_OF_VERSION_0.every((name) => tables.includes(name))) return { state: "store", version };
  }
  return foreign(`${file} is the database of another program.`);
}

/** Throws StoreFileError where an open database is damaged anywhere. Reads all of it. */
export function checkWhole({ rows }: BareConnection, file: string): void {
  let found: string;
  try {
    found = rows("pragma integrity_check(1)", []).flat().join();
  } catch (error) {
    // SQLite reports damage of a full-text table as a plain error.
    if (!isDamage(error) && codeOf(error) !== "SQLITE_ERROR") throw error;
    found = String(ownValue(error, "message"));
  }
  if (found !== "ok") throw new StoreFileError(`${file} is damaged: ${found}.`);
}

/** Whether this error of SQLite means that the file is damaged. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** Whether a journal beside the file has content that may not be in the file yet. */
export const hasJournal = (file: string): boolean => sizeOf(`${file}-wal`) > 0;

const foreign = (why: string): StoreFile => ({ state: "foreign", why });

const damaged = (file: string, how: string): StoreFile => ({
  state: "damaged",
  why: `${file} is damaged: ${how}.`,
});

const strayJournal = (file: string, how: string): StoreFile => ({
  state: "stray-journal",
  why: `${file} ${how}, beside the journal ${file}-wal of another one.`,
});

function isDanglingLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink() && !existsSync(file);
  } catch {
    return false;
  }
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}

/** Shorter where the file is. */
function readHeader(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    return header.subarray(0, readSync(descriptor, header));
  } catch (error) {
    throw new StoreFileError(`${file} cannot be read (${codeOf(error)}).`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** True for every store that was opened, false for a copy that was not. */
const usesJournal = (header: Buffer) => header[18] === 2;

function wholeSize(header: Buffer): number {
  const pageSize = header.readUInt16BE(16);
  return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28);
}
