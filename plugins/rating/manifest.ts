// Made of plugin.json by npm run schema; not to be edited.

/** Options of the widget "rating", defaults filled in. */
export interface Options {
  /** Highest score. Where the field has no `maximum` of its own. */
  readonly maximum: number;
}

/** What it edits, where it is not empty. */
export type Value = number;

/** Its own messages. */
export type MessageKey = "value" | "none" | "reset";
