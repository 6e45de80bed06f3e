import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type CompiledQuery, Kysely, SqliteDialect } from "kysely";
import Database from "libsql";
import type { WriteTrouble } from "../store.ts";
import type { SystemTables } from "./system-tables.ts";

/** A query made with Kysely: a builder or the `sql` tag. */
export interface Query<Row> {
  compile(db: Kysely<SystemTables>): CompiledQuery<Row>;
}

export type SqlValue = string | number | null;

/**
 * One connection. Statements run to their end before the call returns, so what stands between two `await`s is never
 * interleaved with anything else. The only file that knows the driver.
 */
export interface Connection {
  /** For building queries with; running is `all` and `run`. */
  readonly db: Kysely<SystemTables>;
  all<Row>(query: Query<Row>): Row[];
  first<Row>(query: Query<Row>): Row | undefined;
  run(query: Query<unknown>): { changes: number; lastRow: number };
  /** Statements whose text stays the same: parsed once, called with values. */
  rows(text: string, values: readonly (SqlValue | Uint8Array)[]): SqlValue[][];
  runText(text: string, values: readonly (SqlValue | Uint8Array)[]): { changes: number; lastRow: number };
  exec(text: string): void;
  readonly inTransaction: boolean;
  /** How much was given to statements to be written, ever: bytes, or characters of texts. */
  readonly given: number;
  /**
   * To be awaited between operations: gives the event loop a turn when many statements ran since the last, for others
   * to be served, and because the driver frees its memory only then.
   */
  turn(): Promise<void> | undefined;
  close(): void;
}

/** Longest wait for another process that writes to the same file. Nothing else runs in this process meanwhile. */
export const BUSY_TIMEOUT_MS = 5000;
const STATEMENTS_A_TURN = 256;
const MOST_KEPT = 500;

/** Opens the file, made where it is missing. Every commit is on the disk when it returns (WAL with synchronous FULL). `observe` hears every statement. */
export function openConnection(file: string, observe?: (statement: string) => void): Connection {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  for (const pragma of [
    "journal_mode = WAL",
    "synchronous = FULL",
    "cache_size = -32000",
    "temp_store = MEMORY",
    // A great transaction's journal shrinks again afterwards.
    "journal_size_limit = 67108864",
  ])
    database.pragma(pragma);
  const db = new Kysely<SystemTables>({ dialect: new SqliteDialect({ database }) });
  const statements = keep((text) => database.prepare(text), observe);
  const rawStatements = keep((text) => database.prepare(text).raw(), observe);
  let sinceTurn = 0;
  let given = 0;

  function runText(text: string, values: readonly unknown[]) {
    sinceTurn += 1;
    for (const value of values)
      if (typeof value === "string" || value instanceof Uint8Array) given += value.length;
    const { changes, lastInsertRowid } = statements(text).run([...values]);
    return { changes, lastRow: Number(lastInsertRowid) };
  }

  const connection: Connection = {
    db,
    all<Row>(query: Query<Row>) {
      const { sql, parameters } = query.compile(db);
      sinceTurn += 1;
      // The row type is Kysely's claim about its own query, as in Kysely's driver.
      return statements(sql).all([...parameters]) as Row[];
    },
    first: (query) => connection.all(query)[0],
    run(query) {
      const { sql, parameters } = query.compile(db);
      return runText(sql, parameters);
    },
    runText,
    rows(text, values) {
      sinceTurn += 1;
      return rawStatements(text).all([...values]) as SqlValue[][];
    },
    exec: (text) => void database.exec(text),
    get inTransaction() {
      return database.inTransaction;
    },
    get given() {
      return given;
    },
    turn() {
      if (sinceTurn < STATEMENTS_A_TURN) return undefined;
      sinceTurn = 0;
      return new Promise((resolve) => setImmediate(resolve));
    },
    close: () => void database.close(),
  };
  return connection;
}

/** A connection that takes a file as it is: it sets nothing in it, and keeps no statement. */
export type BareConnection = Pick<Connection, "exec" | "rows" | "runText" | "close">;

/** `timeoutMs`: how long it waits for others that have the file; nothing else runs in this process meanwhile. */
export function openBare(file: string, timeoutMs = 0): BareConnection {
  return makeBare(new Database(file, { timeout: timeoutMs }));
}

/**
 * Opens a file for reading, with what its journal holds, and leaves nothing beside it. It takes locks only where another
 * process may have the file open, which then left its `-shm` there: to lock, SQLite makes that file.
 */
export function openReadOnly(file: string, hasJournal: boolean): BareConnection {
  const { href } = pathToFileURL(resolve(file));
  const locks = existsSync(`${file}-shm`) || process.platform === "win32";
  const how = !hasJournal ? "immutable=1" : locks ? "mode=ro" : "mode=ro&vfs=unix-none";
  const database = new Database(`${href}?${how}`, { timeout: BUSY_TIMEOUT_MS });
  // The index of the journal is then in memory, not in a file.
  if (hasJournal && !locks) database.exec("pragma locking_mode = exclusive");
  return makeBare(database);
}

function makeBare(database: Database.Database): BareConnection {
  return {
    exec: (text) => void database.exec(text),
    rows: (text, values) =>
      database
        .prepare(text)
        .raw()
        .all([...values]) as SqlValue[][],
    runText(text, values) {
      const { changes, lastInsertRowid } = database.prepare(text).run([...values]);
      return { changes, lastRow: Number(lastInsertRowid) };
    },
    close: () => void database.close(),
  };
}

/** What an error of the driver says of the disk below the file; undefined where it is about something else. */
export function writeTroubleOf(error: unknown): WriteTrouble | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "SQLITE_FULL") return "full";
  if (code === "SQLITE_READONLY_DBMOVED") return "gone";
  if (/^SQLITE_(READONLY|PERM)/.test(code)) return "readOnly";
  // A quota that is used up, and a file that may grow no more, are among these.
  return /^SQLITE_(IOERR|CANTOPEN)/.test(code) ? "failed" : undefined;
}

/** Prepared statements by their text, the least recently used dropped. */
function keep<Statement>(
  prepare: (text: string) => Statement,
  observe: ((text: string) => void) | undefined,
): (text: string) => Statement {
  const kept = new Map<string, Statement>();
  return (text) => {
    observe?.(text);
    const statement = kept.get(text) ?? prepare(text);
    kept.delete(text);
    kept.set(text, statement);
    if (kept.size > MOST_KEPT) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
    return statement;
  };
}
