// Made of plugin.json by npm run schema; not to be edited.

/** Options of the cell "number", defaults filled in. */
export interface Options {
  /** Decimals. How many decimals are always shown; without it, as many as the number has. */
  readonly decimals?: number;
  /** Grouped. Whether its digits are grouped, as in 1,977. A year or a number that names something is not. */
  readonly grouping: boolean;
  /** Unit. Written after the number. */
  readonly unit?: string;
}

/** What it shows, where it is not empty. */
export type Value = number;

/** Its own messages. */
export type MessageKey = never;
