// Made of plugin.json by npm run schema; not to be edited.

/** Options of the widget "reference-select", defaults filled in. */
export interface Options {
  /** Sorted by. A sortable field of the entity referred to; without it, that entity's own order. */
  readonly sortField?: string;
  /** Direction. Which end comes first where `sortField` is given. */
  readonly sortOrder: "asc" | "desc";
}

/** What it edits, where it is not empty. */
export type Value = string;

/** Its own messages. */
export type MessageKey = never;
