// Made of plugin.json by npm run schema; not to be edited.
import type { Json } from "admin";

/** Options of the cell "reference", defaults filled in. */
export interface Options {
  /** Shown field. Which field of that record is shown. */
  readonly field: string;
}

/** What it shows, where it is not empty. */
export type Value = string | Readonly<Record<string, Json>>;

/** Its own messages. */
export type MessageKey = never;
