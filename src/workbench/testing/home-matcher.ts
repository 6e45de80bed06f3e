import { type HomeChartConfig, homeChart } from "../../model/home/home-chart.ts";
import type { HomeTile } from "../../model/home/home-tile.ts";
import { seesTile } from "../../record/tile-rights.ts";
import type { TestedConfig } from "./load-config.ts";
import type { MatcherResult } from "./record-matchers.ts";
import { roleSight } from "./rights-matcher.ts";

/** Whether the start page has these tiles, by their texts: for a role; without one, in all. */
export function hasTiles(
  { config, folder }: TestedConfig,
  labels: readonly string[],
  role?: string,
): MatcherResult {
  const tiles = config.home.filter((tile) => role === undefined || isSeen(tile, config, role));
  const [shown, asked] = [tiles.map(({ label }) => label).join(", "), labels.join(", ")];
  const pass = shown === asked;
  const whose = role === undefined ? "" : ` of "${role}"`;
  return {
    pass,
    message: () =>
      `The start page${whose} has the tiles ${shown}, and should ${pass ? "not" : `have ${asked}`}.\n` +
      `That is written at "home" in ${folder}/app.json`,
  };
}

/** Whether a tile of the start page is a chart that shows this. */
export function hasChart(
  { config, folder }: TestedConfig,
  label: string,
  asked: HomeChartConfig,
): MatcherResult {
  const charts = config.home.filter(({ chart }) => chart !== undefined);
  const chart = charts.find((tile) => tile.label === label)?.chart;
  const [shown, wanted] = [chart, homeChart(asked)].map((one) =>
    JSON.stringify(one, ["by", "sum", "days", "from", "to"]),
  );
  const pass = shown === wanted;
  const names = charts.map((tile) => tile.label).join(", ");
  const said =
    chart === undefined
      ? `The start page has no chart "${label}": it has ${names === "" ? "none" : names}.`
      : `The chart "${label}" shows ${shown}, and should ${pass ? "not" : `show ${wanted}`}.`;
  return { pass, message: () => `${said}\nThat is written at "home" in ${folder}/app.json` };
}

function isSeen(tile: HomeTile, config: TestedConfig["config"], role: string): boolean {
  const entity = config.entities.get(tile.entity);
  return entity !== undefined && seesTile(tile, roleSight(config, entity, role));
}
