import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import Database from "libsql";
import { ownValue } from "../../../record/json.ts";
import type { WriteTrouble } from "../store.ts";
import type { SqlValue } from "../tables/values.ts";

/** Only compiles queries: connections run them. */
const COMPILER = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** The text of a query. Its values only mark the places of the parameters. */
export function compiled(query: RawBuilder<unknown>): string {
  return query.compile(COMPILER).sql;
}

interface Written {
  readonly changes: number;
  readonly lastRow: number;
}

/**
 * One connection. Statements run to their end before the call returns, so nothing comes between two `await`s. Only this
 * file knows the driver.
 */
export interface Connection {
  all<Row>(query: RawBuilder<Row>): Row[];
  first<Row>(query: RawBuilder<Row>): Row | undefined;
  run(query: RawBuilder<unknown>): Written;
  /** For statements whose text stays the same: it is parsed once. */
  rows(text: string, values: readonly (SqlValue | Uint8Array)[]): SqlValue[][];
  runText(text: string, values: readonly (SqlValue | Uint8Array)[]): Written;
  exec(text: string): void;
  readonly inTransaction: boolean;
  /** The length of all values given to statements that write, so far: bytes, or characters of texts. */
  readonly given: number;
  /**
   * To be awaited between operations: gives the event loop a turn after many statements, so that others are served and
   * the driver frees its memory, which it does only then.
   */
  turn(): Promise<void> | undefined;
  close(): void;
}

/** Longest wait for another process that writes to the same file. It blocks this process. */
export const BUSY_TIMEOUT_MS = 5000;
const STATEMENTS_A_TURN = 256;
const MAX_CACHED_STATEMENTS = 500;

/** Opens or creates the file. A commit is on the disk when it returns (WAL, synchronous FULL). `observe` gets every statement. */
export function openConnection(file: string, observe?: (statement: string) => void): Connection {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  // The size limit makes the journal of a large transaction shrink again.
  database.exec(`pragma journal_mode = WAL; pragma synchronous = FULL; pragma cache_size = -32000;
    pragma temp_store = MEMORY; pragma journal_size_limit = 67108864`);
  const statements = cached((text) => database.prepare(text), observe);
  const rawStatements = cached((text) => database.prepare(text).raw(), observe);
  let sinceTurn = 0;
  let given = 0;

  function runText(text: string, values: readonly unknown[]): Written {
    sinceTurn += 1;
    for (const value of values)
      if (typeof value === "string" || value instanceof Uint8Array) given += value.length;
    const { changes, lastInsertRowid } = statements(text).run([...values]);
    return { changes, lastRow: Number(lastInsertRowid) };
  }

  const connection: Connection = {
    all<Row>(query: RawBuilder<Row>) {
      const { sql, parameters } = query.compile(COMPILER);
      sinceTurn += 1;
      // The query declares its row type, as in Kysely's own driver.
      return statements(sql).all([...parameters]) as Row[];
    },
    first: (query) => connection.all(query)[0],
    run(query) {
      const { sql, parameters } = query.compile(COMPILER);
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

/** A connection that changes no setting of the file and caches no statement. */
export type BareConnection = Pick<Connection, "exec" | "rows" | "runText" | "close">;

/** `timeoutMs`: longest wait for other processes that use the file. It blocks this process. */
export function openBare(file: string, timeoutMs = 0): BareConnection {
  return makeBare(new Database(file, { timeout: timeoutMs }));
}

/**
 * Opens a file for reading, its journal included, and leaves no file beside it. SQLite locks through the `-shm` file and
 * creates it if need be, so locks are taken only where one is there: another process may have the file open.
 */
export function openReadOnly(file: string, hasJournal: boolean): BareConnection {
  const { href } = pathToFileURL(resolve(file));
  const locks = existsSync(`${file}-shm`) || process.platform === "win32";
  const how = !hasJournal ? "immutable=1" : locks ? "mode=ro" : "mode=ro&vfs=unix-none";
  const database = new Database(`${href}?${how}`, { timeout: BUSY_TIMEOUT_MS });
  // Keeps the index of the journal in memory instead of a file.
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

/** The driver's code of an error, such as SQLITE_FULL. */
export const codeOf = (error: unknown) => String(ownValue(error, "code") ?? "");

/** What an error of the driver says about the disk; undefined where it is about something else. */
export function writeTroubleOf(error: unknown): WriteTrouble | undefined {
  const code = codeOf(error);
  if (code === "SQLITE_FULL") return "full";
  if (code === "SQLITE_READONLY_DBMOVED") return "gone";
  if (/^SQLITE_(READONLY|PERM)/.test(code)) return "readOnly";
  // Also a quota that is used up, or a limit on the file's size.
  return /^SQLITE_(IOERR|CANTOPEN)/.test(code) ? "failed" : undefined;
}

/** Prepared statements by their text; the least recently used is dropped. */
function cached<Statement>(
  prepare: (text: string) => Statement,
  observe: ((text: string) => void) | undefined,
): (text: string) => Statement {
  const cache = new Map<string, Statement>();
  return (text) => {
    observe?.(text);
    const statement = cache.get(text) ?? prepare(text);
    cache.delete(text);
    cache.set(text, statement);
    if (cache.size > MAX_CACHED_STATEMENTS) {
      const [oldest = text] = cache.keys();
      cache.delete(oldest);
    }
    return statement;
  };
}
