import type { ColumnType } from "../table-shape.ts";
import type { DeclaredColumn, Table } from "./table.ts";

/** What the values of a column were last written or converted for. */
export interface SeenColumn {
  readonly type: ColumnType;
  readonly kind: string;
}

/** By entity and column. Columns that are in no shape now are included: they may return as something else. */
export type SeenColumns = ReadonlyMap<string, ReadonlyMap<string, SeenColumn>>;

/** The columns whose present type and kind are not recorded yet. */
export function unseen(table: Table, seen: SeenColumns): readonly DeclaredColumn[] {
  return table.declared.filter((column) => !isSame(column, seen.get(table.id)?.get(column.name)));
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
export function columnsToConvert(table: Table, seen: SeenColumns): readonly DeclaredColumn[] {
  return table.declared.filter((column) => !isSame(column, seenAs(seen, table, column)));
}

function isSame({ type, kind }: DeclaredColumn, seen: SeenColumn | undefined): boolean {
  return type === seen?.type && kind === seen.kind;
}
