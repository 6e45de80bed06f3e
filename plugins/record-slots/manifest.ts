// Made of plugin.json by npm run schema; not to be edited.
import type { Json } from "admin";

/** Options of the widget "record-slots", defaults filled in. */
export interface Options {
  /** Picture. Dotted path of the image in the record chosen; name its first part in the reference's `fields`. Without it, no pictures are shown. */
  readonly imageField?: string;
}

/** What it edits, where it is not empty. */
export type Value = readonly Json[];

/** Its own messages. */
export type MessageKey = "add" | "slot" | "remove" | "up" | "down" | "empty" | "noPicture";
