import type { ColumnType } from "../store.ts";
import type { Connection } from "./driver.ts";
import type { DeclaredColumn, Table } from "./table.ts";

/** What the values of a column were last written or fitted for. */
export interface SeenColumn {
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
export function seenAs(
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
