// Made of plugin.json by npm run schema; not to be edited.

/** Options of the cell "rating", defaults filled in. */
export interface Options {
  /** Highest score. How many stars there are: the field's `maximum`. */
  readonly maximum: number;
}

/** What it shows, where it is not empty. */
export type Value = number;

/** Its own messages. */
export type MessageKey = "value";
