import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type BareConnection, openReadOnly } from "../../../src/server/store/sqlite/driver.ts";
import { hasJournal } from "../../../src/server/store/sqlite/file/store-file.ts";

/**
 * A store as the program of that version made it, 0 from before versions: the books and shelves of the contracts, three
 * pictures, a session.
 */
export function writeVersion(version: number, file: string): void {
  const stored = new URL(`../../fixtures/stores/version-${version}.db.gz`, import.meta.url);
  writeFileSync(file, gunzipSync(readFileSync(stored)));
}

export const writeVersion0 = (file: string) => writeVersion(0, file);

/**
 * Every row of every table, by table: what two stores are compared by. Those of `leftOut` are not read, nor how the
 * full-text indexes are set.
 */
export function contentOf(file: string, leftOut: readonly string[] = []): Record<string, unknown[]> {
  const connection = openReadOnly(file, hasJournal(file));
  try {
    const content: Record<string, unknown[]> = {};
    for (const table of tablesOf(connection))
      if (!leftOut.includes(table) && !table.endsWith("_config")) content[table] = rowsOf(connection, table);
    return content;
  } finally {
    connection.close();
  }
}

/** Names of columns by table. */
export function columnsOf(file: string): Record<string, unknown[]> {
  const connection = openReadOnly(file, hasJournal(file));
  try {
    const all = tablesOf(connection).map((table) => {
      const columns = connection.rows("select name, type, pk from pragma_table_info(?) order by name", [
        table,
      ]);
      return [table, columns.map((column) => column.join(" "))] as const;
    });
    return Object.fromEntries(all);
  } finally {
    connection.close();
  }
}

function tablesOf({ rows }: BareConnection): string[] {
  const found = rows(
    "select name from sqlite_schema where type = 'table' and rootpage > 0 order by name",
    [],
  );
  return found.map(([name]) => String(name));
}

function rowsOf({ rows }: BareConnection, table: string): string[] {
  const columns = rows("select name from pragma_table_info(?) order by cid", [table]).map(([name]) => name);
  const values = columns.map((name) => `quote("${name}")`).join(" || ',' || ");
  // A full-text index counts the changes of its settings in row 10.
  const where = columns.join() === "id,block" ? "where id <> 10" : "";
  const all = rows(`select ${values} from "${table}" ${where}`, []).map(([row]) => String(row));
  return all.map((row) => (row.length < 500 ? row : hash(row))).sort();
}

/** What is in a folder, to the byte, as hashes. */
export function folderBytes(folder: string): Record<string, string> {
  const files = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name)))
    .sort();
  return Object.fromEntries(files.map((name) => [name, hash(readFileSync(join(folder, name)))]));
}

const hash = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
