import type { FilterCondition } from "../filter.ts";
import type { HomeChart } from "./home-chart.ts";
import type { HomeTileConfig } from "./home-config.ts";

/** A condition that an address can spell. */
export interface TileCondition extends FilterCondition {
  readonly value: Exclude<FilterCondition["value"], { readonly account: string }>;
}

/** A tile of the start page, complete. */
export interface HomeTile {
  readonly kind: HomeTileConfig["kind"];
  readonly label: string;
  readonly icon?: string;
  readonly entity: string;
  /** undefined: all records. */
  readonly view?: string;
  readonly filter: readonly TileCondition[];
  /** Of a chart alone. */
  readonly chart?: HomeChart;
}
