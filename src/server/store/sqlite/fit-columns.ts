import { sql } from "kysely";
import type { ColumnType } from "../store.ts";
import type { Connection, SqlValue } from "./driver.ts";
import { fitColumn } from "./names.ts";
import { ROW } from "./records.ts";
import type { DeclaredColumn, Table } from "./table.ts";
import { decode, encode, SQL_TYPES } from "./values.ts";

/** A value that a column holds, and what it is to hold. */
interface StoredValue {
  readonly row: number;
  /** null: a record from when the column was in no shape; it holds the default. */
  readonly held: SqlValue;
  /** undefined: it cannot be of the column's kind. */
  readonly fitted: SqlValue | undefined;
}

const MAX_BATCH_ROWS = 100;
/** Characters of values that are held at once, about. */
const MAX_BATCH_LENGTH = 64_000;
/** So long values are converted between two turns of everyone else. */
const SHARE_MS = 10;

/**
 * The values of a column that is there, in batches with turns of the event loop in between, so that others are served
 * meanwhile. Records that hold none are left out.
 */
export async function* storedValues(
  connection: Connection,
  table: Table,
  column: DeclaredColumn,
  seen: SeenColumns,
): AsyncGenerator<readonly StoredValue[]> {
  const { type, kind } = seenAs(seen, table, column);
  const isFit = type === column.type && kind === column.kind;
  const value = sql.id(column.sql);
  const text = sql`select ${ROW}, case typeof(${value}) when 'blob' then null else ${value} end
    from ${sql.id(table.sql)} where ${ROW} > ${0} and ${value} is not null
    order by ${ROW} limit ${1}`.compile(connection.db).sql;
  const isRevealed = column.reveals?.(kind) === true;
  const unwritten = encode(column.type, column.default);
  const become = async (held: SqlValue): Promise<SqlValue | undefined> => {
    if (held === null) return unwritten;
    const decoded = isFit ? null : decode(type, held);
    if (decoded === null) return held;
    const converted = isRevealed ? undefined : await column.convert(decoded);
    return converted === undefined ? undefined : encode(column.type, converted);
  };
  let last = 0;
  // What comes is taken to be as long as what came.
  let most = 1;
  for (;;) {
    const rows = connection.rows(text, [last, most]);
    if (rows.length === 0) return;
    let all = 0;
    let length = 0;
    let values: StoredValue[] = [];
    let since = performance.now();
    for (const [row, held = null] of rows) {
      values.push({ row: Number(row), held, fitted: await become(held) });
      if (performance.now() - since > SHARE_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        since = performance.now();
      }
      length += lengthOf(held);
      all += lengthOf(held);
      if (length < MAX_BATCH_LENGTH) continue;
      yield values;
      values = [];
      length = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
    yield values;
    last = Number(rows.at(-1)?.[0]);
    most = Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor((MAX_BATCH_LENGTH * rows.length) / all)));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function lengthOf(held: SqlValue): number {
  return typeof held === "string" ? held.length + 1 : 1;
}

/**
 * Makes the stored values of a column those of its shape. All must fit; indexes on the column must be gone: where its
 * SQL type changes, another column takes its place, because a column's type decides how its values compare. Answers
 * whether any value became another.
 */
export async function fitColumnValues(
  connection: Connection,
  table: Table,
  column: DeclaredColumn,
  seen: SeenColumns,
): Promise<boolean> {
  const records = sql.id(table.sql);
  const wanted = SQL_TYPES[column.type];
  const moves = typesIn(connection, table).get(column.sql)?.toLowerCase() !== wanted;
  const target = moves ? fitColumn(column.name) : column.sql;
  if (moves)
    connection.run(sql`alter table ${records} add column ${sql.id(target)} ${sql.raw(wanted)} default null`);
  const text = sql`update ${records} set ${sql.id(target)} = ${""} where ${ROW} = ${0}`.compile(
    connection.db,
  ).sql;
  let changed = moves;
  for await (const values of storedValues(connection, table, column, seen))
    for (const { row, held, fitted = null } of values) {
      if (!moves && held !== null && held === fitted) continue;
      connection.runText(text, [fitted, row]);
      changed = true;
    }
  if (!moves) return changed;
  connection.run(sql`alter table ${records} drop column ${sql.id(column.sql)}`);
  connection.run(sql`alter table ${records} rename column ${sql.id(target)} to ${sql.id(column.sql)}`);
  return changed;
}

/** Whether there are records from when the column was in no shape. */
export function lacksValues({ first }: Connection, table: Table, column: DeclaredColumn): boolean {
  const lacking = sql`select 1 from ${sql.id(table.sql)} where typeof(${sql.id(column.sql)}) = 'blob' limit 1`;
  return first(lacking) !== undefined;
}

/** The SQL types of the columns that a table has by SQL name; none where it is not there. */
export function typesIn(connection: Connection, table: Table): ReadonlyMap<string, string> {
  const found = connection.all(
    sql<{ name: string; type: string }>`select name, type from pragma_table_info(${table.sql})`,
  );
  return new Map(found.map(({ name, type }) => [name, type]));
}

/** What the values of a column were last written or fitted for. */
interface SeenColumn {
  readonly type: ColumnType;
  readonly kind: string;
}

/** By entity and column, also of those that are in no shape now: they may return as something else. */
export type SeenColumns = ReadonlyMap<string, ReadonlyMap<string, SeenColumn>>;

export function readSeen({ all, db }: Connection): SeenColumns {
  const seen = new Map<string, Map<string, SeenColumn>>();
  for (const { from_table, name, type, kind } of all(db.selectFrom("record_columns").selectAll())) {
    const columns = seen.get(from_table) ?? new Map<string, SeenColumn>();
    seen.set(from_table, columns.set(name, { type, kind }));
  }
  return seen;
}

/** Whether it is kept of every column what its values are now. */
export function isSeen(table: Table, seen: SeenColumns): boolean {
  return unseen(table, seen).length === 0;
}

function unseen(table: Table, seen: SeenColumns): readonly DeclaredColumn[] {
  return table.declared.filter(({ name, type, kind }) => {
    const before = seen.get(table.id)?.get(name);
    return before?.type !== type || before.kind !== kind;
  });
}

export function keepSeen({ run, db }: Connection, table: Table, seen: SeenColumns): void {
  for (const { name, type, kind } of unseen(table, seen)) {
    run(
      db
        .insertInto("record_columns")
        .values({ from_table: table.id, name, type, kind })
        .onConflict((conflict) => conflict.columns(["from_table", "name"]).doUpdateSet({ type, kind })),
    );
  }
}

/** What the stored values of a column are. One never seen is new, or from before kinds were kept. */
function seenAs(
  seen: SeenColumns,
  { id }: Table,
  { name, type, kind, firstKind }: DeclaredColumn,
): SeenColumn {
  return seen.get(id)?.get(name) ?? { type, kind: firstKind ?? kind };
}

/** The columns whose stored values are of another kind. */
export function columnsToFit(table: Table, seen: SeenColumns): readonly DeclaredColumn[] {
  return table.declared.filter((column) => {
    const before = seenAs(seen, table, column);
    return before.type !== column.type || before.kind !== column.kind;
  });
}
