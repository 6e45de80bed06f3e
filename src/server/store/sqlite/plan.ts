import type { Connection } from "./driver.ts";
import { type Index, indexesOf } from "./indexes.ts";
import type { Column, Table, Tables } from "./table.ts";

/** Raised when what the engine derives from records changes, so that it is derived anew. */
const VERSION = 2;

/** What a table was made for, as kept in `prepared`: what differs is made anew. */
export interface Plan {
  readonly version: number;
  /** Of every column: a value reads differently once its type changes. */
  readonly types: Readonly<Record<string, string>>;
  readonly copies: readonly string[];
  readonly searches: readonly string[];
  readonly references: string;
  readonly filters: string;
  readonly indexes: readonly Index[];
}

export function planOf(connection: Connection, table: Table): Plan {
  return {
    version: VERSION,
    types: Object.fromEntries(table.columns.map(({ sql, type }) => [sql, type])),
    copies: table.copies.map((copy) => JSON.stringify(copy)),
    searches: [...table.searches.keys()],
    references: JSON.stringify(table.references),
    filters: JSON.stringify(table.filters.map(({ name }) => name)),
    indexes: indexesOf(connection, table),
  };
}

/** Which of what is derived from a table's records must be derived anew. */
export interface Stale {
  readonly copies: Table["copies"];
  readonly searches: readonly string[];
  readonly references: boolean;
  readonly counts: boolean;
}

/** Whether the old plan knew no such column, or one of another type. */
export function isNew({ sql, type }: Column, old: Plan | undefined): boolean {
  return old?.types[sql] !== type;
}

/** `touched`: by table, the columns in which records may hold other values than when the old plan was followed. */
export function staleIn(
  table: Table,
  plan: Plan,
  old: Plan | undefined,
  touched: (table: string) => ReadonlySet<string> | undefined,
): Stale {
  const kept = old?.version === VERSION ? old : undefined;
  const own = touched(table.id);
  const isStale = ({ column, of }: Table["copies"][number]) =>
    own?.has(column) === true || (of !== undefined && touched(of.table)?.has(of.column) === true);
  return {
    copies: table.copies.filter((copy) => isStale(copy) || !kept?.copies.includes(JSON.stringify(copy))),
    searches: plan.searches.filter((name) => own?.has(name) === true || !kept?.searches.includes(name)),
    references:
      kept?.references !== plan.references || table.references.some(({ column }) => own?.has(column)),
    counts: kept?.filters !== plan.filters || table.filters.some(({ name }) => own?.has(name)),
  };
}

export function readPlans({ all, db }: Connection): Map<string, string> {
  return new Map(
    all(db.selectFrom("prepared").selectAll()).map(({ from_table, plan }) => [from_table, plan]),
  );
}

/** Forgets the tables that are no longer in the config: what is derived of them is not kept up meanwhile. */
export function forgetOthers({ run, db }: Connection, tables: Tables): void {
  const known = [...tables.keys()];
  run(
    known.length === 0
      ? db.deleteFrom("prepared")
      : db.deleteFrom("prepared").where("from_table", "not in", known),
  );
}

export function keepPlan({ run, db }: Connection, table: Table, plan: string): void {
  run(
    db
      .insertInto("prepared")
      .values({ from_table: table.id, plan })
      .onConflict((conflict) => conflict.column("from_table").doUpdateSet({ plan })),
  );
}
