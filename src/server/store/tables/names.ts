/**
 * The SQL name of a name in the config. SQLite ignores the case of ASCII letters, so names become snake case: `hotCold`
 * is `hot_cold`, `_id` is `__id`. No two names become the same, and `$` without `_` only separates the parts of a name of
 * the engine's own.
 */
export function sqlName(name: string): string {
  return name.replace(/[A-Z_$]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Hidden column: how many writes made the record as it is. */
export const VERSION_COLUMN = "version$";

export const recordsTable = (entity: string) => `records$${sqlName(entity)}`;

/** The full-text table of a searched column. Ends in `$`, so that no name is that of FTS5's own `…_data` tables. */
export const searchTable = (entity: string, column: string) =>
  `search$${sqlName(entity)}$${sqlName(column)}$`;

/** The table of a searched column's folded texts, by row number. */
export const foldTable = (entity: string, column: string) => `fold$${sqlName(entity)}$${sqlName(column)}$`;

/** Hidden column: the value that a list is sorted by, where that is not a column of its own. */
export const copyColumn = (path: string) => `sort$${sqlName(path)}`;

/** Hidden column: what filters compare, where that is not a column of its own. */
export const keyColumn = (path: string) => `key$${sqlName(path)}`;

/** Hidden column: the folded text of a searched column. */
export const foldColumn = (column: string) => `fold$${sqlName(column)}`;

/** Replaces a column whose SQL type changes. */
export const convertedColumn = (column: string) => `fit$${sqlName(column)}`;

export const indexName = (kind: "sort" | "unique" | "filter" | "long", entity: string, field: string) =>
  `index$${sqlName(entity)}$${kind}$${sqlName(field)}`;
