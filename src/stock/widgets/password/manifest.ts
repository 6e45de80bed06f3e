// Made of plugin.json by npm run schema; not to be edited.

/** Options of the widget "password", defaults filled in. */
export interface Options {
  /** Filled in by the browser. An autocomplete token of HTML. */
  readonly autocomplete: "new-password" | "current-password" | "off";
}

/** What it edits, where it is not empty. */
export type Value = string;

/** Its own messages. */
export type MessageKey = never;
