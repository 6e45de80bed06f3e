// Made of plugin.json by npm run schema; not to be edited.

/** Options of the widget "text", defaults filled in. */
export interface Options {
  /** Kind of text. Which keyboard a phone offers and what the browser may fill in. */
  readonly type: "text" | "tel" | "email" | "url";
  /** Filled in by the browser. An autocomplete token of HTML; off: the browser offers nothing. */
  readonly autocomplete: string;
}

/** What it edits, where it is not empty. */
export type Value = string;

/** Its own messages. */
export type MessageKey = never;
