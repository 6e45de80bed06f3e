/**
 * SQL names of what config names. SQLite ignores the case of ASCII letters in names and config does not, so names are
 * written in snake case: `hotCold` is `hot_cold`, `_id` is `__id`. The code is free of collisions (`_` is followed by
 * `_`, `$` or a letter), and a bare `$` only ever separates the parts of a name that is the engine's own.
 */
export function sqlName(name: string): string {
  return name.replace(/[A-Z_$]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The table that holds an entity's records. */
export const recordsTable = (entity: string) => `records$${sqlName(entity)}`;

/** The full-text table of a searched column. Ends in `$`, so that FTS5's own `…_data` tables collide with none. */
export const searchTable = (entity: string, column: string) =>
  `search$${sqlName(entity)}$${sqlName(column)}$`;

/** The table of a searched column's folded texts, by row number. */
export const foldTable = (entity: string, column: string) => `fold$${sqlName(entity)}$${sqlName(column)}$`;

/** Hidden column: the value that a list is sorted by, where that is not a column of its own. */
export const copyColumn = (path: string) => `sort$${sqlName(path)}`;

/** Hidden column: the folded text of a searched column. */
export const foldColumn = (column: string) => `fold$${sqlName(column)}`;

/** Takes the place of a column whose SQL type changes. */
export const convertedColumn = (column: string) => `fit$${sqlName(column)}`;

export type IndexKind = "sort" | "unique" | "filter" | "long";

/** All indexes of the engine on an entity's table begin with this. */
export const indexPrefix = (entity: string) => `index$${sqlName(entity)}$`;

export const indexName = (kind: IndexKind, entity: string, field: string) =>
  `${indexPrefix(entity)}${kind}$${sqlName(field)}`;
