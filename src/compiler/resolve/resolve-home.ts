import type { AppConfig } from "../../model/app-config.ts";
import type { FilterCondition } from "../../model/filter.ts";
import { homeChart } from "../../model/home/home-chart.ts";
import type { HomeTile, TileCondition } from "../../model/home/home-tile.ts";
import { localTextIn } from "./local-text.ts";

/** The tiles of the start page, complete. Only for a config without problems. */
export function resolveHome({ home, language }: AppConfig): readonly HomeTile[] {
  return (home?.tiles ?? []).map(({ label, filter = [], chart, ...same }) => ({
    ...same,
    label: localTextIn(label, language),
    filter: filter.map(spelled),
    ...(chart === undefined ? {} : { chart: homeChart(chart) }),
  }));
}

function spelled({ value, ...condition }: FilterCondition): TileCondition {
  if (typeof value === "object" && "account" in value) throw new Error("The tile's filter was not checked.");
  return { ...condition, value };
}
