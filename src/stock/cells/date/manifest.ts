// Made of plugin.json by npm run schema; not to be edited.

/** Options of the cell "date", defaults filled in. */
export interface Options {
  /** Time of day. Whether a moment shows its time of day. */
  readonly time: boolean;
  /** 12-hour clock. Whether the clock has 12 hours; else 24. Without it, as the locale has it. */
  readonly hour12?: boolean;
  /** How long ago. Whether a moment of the last days is written as how long ago it was, with the whole time in a tooltip. */
  readonly relative: boolean;
}

/** What it shows, where it is not empty. */
export type Value = string;

/** Its own messages. */
export type MessageKey = never;
