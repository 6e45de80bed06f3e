// Made of plugin.json by npm run schema; not to be edited.

/** Options of the cell "date", defaults filled in. */
export interface Options {
  /** Whether a moment shows its time of day. */
  readonly time: boolean;
  /** A 12-hour clock; false: 24 hours. */
  readonly hour12: boolean;
}

/** What it shows, where it is not empty. */
export type Value = string;

/** The sentences of its own. */
export type MessageKey = never;
