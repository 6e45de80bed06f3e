import { CHART_TILE, type ChartAnswer } from "../../../wire/chart.ts";
import { belowApi, PATHS } from "../../../wire/paths.ts";
import type { Effects } from "../../effects.ts";
import { ApiError } from "../../http/api-error.ts";
import { type Answer, type ApiRequest, signedIn } from "../../http/request.ts";
import type { Route } from "../../http/route.ts";
import type { EntityRuntimes } from "../../records/entity-runtime.ts";
import { homeView } from "../home-view.ts";
import { type AskedChart, chartAnswer, chartQuery, chartStarts } from "./chart-groups.ts";
import { type KeptGroups, makeKeptGroups } from "./kept-groups.ts";

/** The numbers of a chart of the start page, for accounts that have its tile. */
export function chartRoute(all: EntityRuntimes, effects: Pick<Effects, "now" | "elapsed">): Route {
  const kept = makeKeptGroups(effects);
  return {
    method: "GET",
    pattern: belowApi(PATHS.chart),
    operation: "read chart",
    access: "session",
    handle: (request) => answerChart(all, kept, request, effects.now()),
  };
}

/** Throws NOT_FOUND in the same words for a tile that there is not and for one that the account does not have. */
async function answerChart(
  all: EntityRuntimes,
  kept: KeptGroups,
  request: ApiRequest,
  now: Date,
): Promise<Answer> {
  const label = request.query.get(CHART_TILE);
  const tile = homeView(all, signedIn(request)).find((one) => one.chart !== undefined && one.label === label);
  const target = tile && all.entities.get(tile.entity);
  if (tile?.chart === undefined || target === undefined) throw new ApiError("NOT_FOUND");
  const asked: AskedChart = { tile, chart: tile.chart, target, request, now };
  const query = chartQuery(asked);
  // Accounts that see the same records share the numbers. Of a chart by day, the query's conditions say which days they are of.
  const key = JSON.stringify([tile.entity, query]);
  const { groups, computedAt } = await kept.get(key, () => {
    const starts = chartStarts(asked);
    const whole = starts === undefined ? query : { ...query, starts };
    return request.store.read((view) => view.groups(tile.entity, whole));
  });
  const body: ChartAnswer = { computedAt: computedAt.toISOString(), ...(await chartAnswer(asked, groups)) };
  return { status: 200, body };
}
