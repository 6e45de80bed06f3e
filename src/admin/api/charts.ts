import { isObject } from "../../record/json.ts";
import { CHART_TILE, type ChartAnswer, type ChartGroup } from "../../wire/chart.ts";
import { PATHS } from "../../wire/paths.ts";
import type { Client } from "./client.ts";
import { ApiFailure } from "./failure.ts";

/** The numbers of a chart of the start page, by the text of its tile. */
export async function getChart(client: Client, tile: string): Promise<ChartAnswer> {
  const query = new URLSearchParams({ [CHART_TILE]: tile });
  const answer = await client.request("GET", `${PATHS.chart}?${query}`, {});
  if (!isChart(answer)) throw new ApiFailure("unknown", "The server answered no chart.");
  return answer;
}

function isChart(value: unknown): value is ChartAnswer {
  return (
    isObject(value) &&
    typeof value.computedAt === "string" &&
    (value.by === "day" || value.by === "value") &&
    Array.isArray(value.groups) &&
    value.groups.every(isGroup) &&
    (value.others === undefined || (isObject(value.others) && typeof value.others.amount === "number"))
  );
}

function isGroup(value: unknown): value is ChartGroup {
  return (
    isObject(value) &&
    typeof value.amount === "number" &&
    (value.value === null || typeof value.value !== "object")
  );
}
