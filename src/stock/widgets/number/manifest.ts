// Made of plugin.json by npm run schema; not to be edited.

/** Options of the widget "number", defaults filled in. */
export interface Options {
  /** Unit. Shown behind the number. */
  readonly unit?: string;
}

/** What it edits, where it is not empty. */
export type Value = number;

/** Its own messages. */
export type MessageKey = never;
