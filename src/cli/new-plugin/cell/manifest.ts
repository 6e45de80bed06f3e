// Made of plugin.json by npm run schema; not to be edited.

/** Options of the cell "new-cell", defaults filled in. */
export interface Options {
  /** Whole. The number at which the bar is full. */
  readonly whole: number;
}

/** What it shows, where it is not empty. */
export type Value = number;

/** Its own messages. */
export type MessageKey = "share";
