import { Kysely, PostgresDialect, type RawBuilder } from "kysely";
import pg from "pg";
import { ownValue } from "../../../record/json.ts";
import type { WriteTrouble } from "../store.ts";

/** Only compiles queries: the pools' clients run them. */
const COMPILER = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error("This only compiles.")) }),
});

/** A statement whose text stays the same: each connection parses and plans it once. */
export interface NamedStatement<Row> {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  /** Only says what its rows are. */
  readonly rows?: readonly Row[];
}

/** Runs a query, on a connection of a pool or in a transaction. */
export type Query = <Row>(query: RawBuilder<Row> | NamedStatement<Row>) => Promise<Row[]>;

/** Is told of every statement, with its values. */
export type Observe = (statement: string, values: readonly unknown[]) => void;

interface Queryable {
  query(query: { readonly text: string; readonly values: unknown[] }): Promise<{ readonly rows: unknown[] }>;
}

interface Patience {
  /** How long an answer is waited for. */
  readonly query_timeout: number;
}
/** For statements that may take as long as they take. */
export const ANY_TIME: Patience = { query_timeout: 2 ** 31 - 1 };

/** The text of a query. Its values only mark the places of the parameters. */
export const statementText = (query: RawBuilder<unknown>): string => query.compile(COMPILER).sql;

/** @param patience if it is another than the connection's */
export function queryOn(client: Queryable, observe?: Observe, patience?: Patience): Query {
  return async <Row>(query: RawBuilder<Row> | NamedStatement<Row>) => {
    const asked = "text" in query ? query : compiled(query);
    observe?.(asked.text, asked.values);
    const values = asked.values.map(withoutZero);
    const { rows } = await client.query({ ...asked, values, ...patience });
    // The query declares its row type, as in Kysely's own driver.
    return rows as Row[];
  };
}

/** PostgreSQL refuses texts with U+0000, which addresses may have; no stored text has it (`tables/values.ts`). */
function withoutZero(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZero);
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
}

function compiled(query: RawBuilder<unknown>) {
  const { sql, parameters } = query.compile(COMPILER);
  return { text: sql, values: [...parameters] };
}

/** A statement that takes longer is ended by the server. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** Where no answer has come by then, there is no server any more at the other end. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** After so long without a word the system asks whether the other end is there, and ends the connection about ten seconds later. */
const QUIET_MS = 5_000;
/** So is a transaction in which nothing happens: the machine of its writer may be gone, while others wait for its locks. */
const IDLE_TIMEOUT_MS = 120_000;
const CONNECT_TIMEOUT_MS = 5_000;

const BIGINT = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === BIGINT ? Number : pg.types.getTypeParser(id, format ?? "text")),
};

interface PoolOptions {
  readonly url: string;
  /** Whose tables are the store's. */
  readonly schema: string;
  /** Most connections. */
  readonly max: number;
  /** Further settings of each connection. */
  readonly settings?: readonly string[];
}

export function clientConfig({ url, schema, settings = [] }: Omit<PoolOptions, "max">): pg.ClientConfig {
  const all = [
    `search_path=${schema}`,
    "timezone=UTC",
    "jit=off",
    "synchronous_commit=on",
    "standard_conforming_strings=on",
    ...settings,
  ];
  return {
    connectionString: url,
    types,
    application_name: "described-admin",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: QUIET_MS,
    options: all.map((setting) => `-c ${setting}`).join(" "),
  };
}

export function makePool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(options), max: options.max, idleTimeoutMillis: 30_000 });
  // Of connections that idle: the next one who asks gets another, or the reason why there is none.
  pool.on("error", () => undefined);
  return pool;
}

/** A connection of a pool, as long as work has it. */
interface Borrowed {
  readonly client: pg.PoolClient;
  /** It is not to be used again: its state is not known. */
  discard(): void;
}

/**
 * Gives a connection back when the work is over; one that was lost, or in which the work left a transaction open that cannot be
 * rolled back, is closed.
 */
export async function withClient<T>(pool: pg.Pool, work: (borrowed: Borrowed) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  const discard = () => {
    isBroken = true;
  };
  // One that is lost while nothing is asked would else end the process.
  client.on("error", discard);
  try {
    return await work({ client, discard });
  } catch (error) {
    if (databaseTroubleOf(causeOf(error)) !== undefined) discard();
    if (!isBroken) await client.query("rollback").catch(discard);
    throw error;
  } finally {
    client.off("error", discard);
    client.release(isBroken);
  }
}

const causeOf = (error: unknown) =>
  error instanceof Error && error.cause !== undefined ? error.cause : error;

/** SQLSTATE, or the code of the system's error. */
export const stateOf = (error: unknown) => String(ownValue(error, "code") ?? "");

/** Whether another transaction came in between: the same one may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  return ["40001", "40P01", "23505"].includes(stateOf(error));
}

/** What an error says about the database as a whole; undefined where it is about something else. */
export function databaseTroubleOf(error: unknown): WriteTrouble | undefined {
  const state = stateOf(error);
  if (["53100", "53200", "54000"].includes(state)) return "full";
  if (["25006", "42501"].includes(state)) return "readOnly";
  return isAway(error) || /^(53|58|XX)/.test(state) ? "failed" : undefined;
}

/** Errors of the network that say that no connection comes about, or that it is lost. */
const NETWORK = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
];

/** Whether an error says that the database cannot be reached, or ends connections. */
export function isAway(error: unknown): boolean {
  const state = stateOf(error);
  return (
    /^(08|57P|53300)/.test(state) ||
    NETWORK.includes(state) ||
    state === "25P03" ||
    (error instanceof Error &&
      /^(Connection terminated|Query read timeout|Client has encountered)/.test(error.message))
  );
}

/** Whether an error says that a statement took too long, that others had what it needs, or all connections, for too long. */
export function isTooSlow(error: unknown): boolean {
  return (
    ["57014", "55P03"].includes(stateOf(error)) ||
    (error instanceof Error && error.message.startsWith("timeout exceeded"))
  );
}
