import type { Unconvertible } from "../table-shape.ts";
import { columnsToConvert, type SeenColumns } from "./seen-columns.ts";
import type { DeclaredColumn, Table } from "./table.ts";

/** What an engine tells of one of its tables. */
interface StoredTable {
  /** Whether the column's values get an index that refuses the same value twice. */
  lacksUniqueIndex(column: DeclaredColumn): boolean;
  hasTable(): boolean;
  hasColumn(column: DeclaredColumn): boolean;
  /** The stored values, converted; undefined where they cannot be. Equal values are equal as keys. */
  values(column: DeclaredColumn): AsyncIterable<{ readonly row: number; readonly converted: unknown }>;
  hasDefault(column: DeclaredColumn): boolean;
  countRecords(): Promise<number>;
  firstRows(limit: number): Promise<readonly number[]>;
  named(rows: readonly number[]): Promise<readonly { readonly label: string; readonly _id: string }[]>;
}

/** Which stored values the tables cannot take. Changes nothing. */
export async function findRefusals(
  tables: Iterable<Table>,
  seen: SeenColumns,
  storedTable: (table: Table) => Promise<StoredTable>,
): Promise<Unconvertible[]> {
  const refused: Unconvertible[] = [];
  for (const table of tables) {
    const stored = await storedTable(table);
    const converted = columnsToConvert(table, seen);
    const unique = new Set(table.unique.map(({ name }) => name));
    const judged = table.declared.filter(
      (column) => converted.includes(column) || (unique.has(column.name) && stored.lacksUniqueIndex(column)),
    );
    if (judged.length === 0 || !stored.hasTable()) continue;
    for (const column of judged) {
      const isUnique = unique.has(column.name);
      const found = stored.hasColumn(column)
        ? await findInValues(stored, column, isUnique)
        : { kind: NONE, unique: isUnique ? await findInDefaults(stored, column) : NONE };
      const kind = seen.get(table.id)?.get(column.name)?.kind ?? column.kind;
      const secretOrKind = column.reveals?.(kind) === true ? "secret" : "kind";
      for (const [reason, { count, rows }] of [
        [secretOrKind, found.kind] as const,
        ["unique", found.unique] as const,
      ]) {
        if (count === 0) continue;
        const first = (await stored.named(rows)).map(({ label, _id }) => label || _id);
        refused.push({ table: table.id, column: column.name, reason, count, first });
      }
    }
  }
  return refused;
}

/** How many records are named. */
const MAX_NAMED = 3;

/** How many records there are, and the rows of the first. */
interface FoundRows {
  readonly count: number;
  readonly rows: readonly number[];
}

const NONE: FoundRows = { count: 0, rows: [] };

/** The values that are not of the kind, and of the others those that occur in more than one record. */
async function findInValues(
  stored: StoredTable,
  column: DeclaredColumn,
  isUnique: boolean,
): Promise<{ readonly kind: FoundRows; readonly unique: FoundRows }> {
  const byValue = new Map<unknown, number[]>();
  const others: number[] = [];
  let count = 0;
  for await (const { row, converted } of stored.values(column))
    if (converted === undefined) {
      count += 1;
      if (others.length < MAX_NAMED) others.push(row);
    }
    // This keeps all values of the column in memory: for a unique one alone.
    else if (isUnique && converted !== null) {
      const rows = byValue.get(converted);
      if (rows === undefined) byValue.set(converted, [row]);
      else rows.push(row);
    }
  const unique = [...byValue.values()].filter((rows) => rows.length > 1).flat();
  return {
    kind: { count, rows: others },
    unique: { count: unique.length, rows: unique.slice(0, MAX_NAMED) },
  };
}

/** In a new column every record has the default. */
async function findInDefaults(stored: StoredTable, column: DeclaredColumn): Promise<FoundRows> {
  if (!stored.hasDefault(column)) return NONE;
  const count = await stored.countRecords();
  return count < 2 ? NONE : { count, rows: await stored.firstRows(MAX_NAMED) };
}
