// Made of plugin.json by npm run schema; not to be edited.

/** Options of the widget "choice", defaults filled in. */
export interface Options {
  /** Offered. Which values can be chosen here; without it, every one of `enum`. */
  readonly offer?: readonly (string | number)[];
  /** Look. buttons: all side by side. list: a list that opens. auto: by how many there are. */
  readonly look: "auto" | "buttons" | "list";
}

/** What it edits, where it is not empty. */
export type Value = string | number;

/** Its own messages. */
export type MessageKey = never;
