// Made of plugin.json by npm run schema; not to be edited.

/** Options of the widget "new-widget", defaults filled in. */
export interface Options {
  /** Steps. The values to choose from, from left to right. */
  readonly steps: readonly number[];
}

/** What it edits, where it is not empty. */
export type Value = number;

/** Its own messages. */
export type MessageKey = "none" | "other";
