/** So long the server answers the same numbers of a chart. */
export const CHART_KEPT_MS = 60_000;

/** What a chart of the start page shows: the answer of `PATHS.chart?tile=<label>`. */
export interface ChartAnswer {
  /** ISO 8601: when it was computed. It is kept for `CHART_KEPT_MS`. */
  readonly computedAt: string;
  /** Days: all of the chart, in their order. Values: of a choice with few in its own order, else the greatest first. */
  readonly by: "day" | "value";
  readonly groups: readonly ChartGroup[];
  /** All other records together: of further values, and of records that the account may not see. */
  readonly others?: { readonly amount: number };
}

export interface ChartGroup {
  /** A day as `2026-11-23`, or what the field holds; null: nothing. */
  readonly value: string | number | boolean | null;
  /** What people call the record that is referred to. */
  readonly name?: string;
  /** How many records, or the sum. */
  readonly amount: number;
}

/** The query parameter that names the chart's tile. */
export const CHART_TILE = "tile";
