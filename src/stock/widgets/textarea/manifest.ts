// Made of plugin.json by npm run schema; not to be edited.

/** Options of the widget "textarea", defaults filled in. */
export interface Options {
  /** Lines. How many lines it shows while it is empty. */
  readonly rows: number;
}

/** What it edits, where it is not empty. */
export type Value = string;

/** Its own messages. */
export type MessageKey = never;
