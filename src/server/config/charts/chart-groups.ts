import type { HomeChart } from "../../../model/home/home-chart.ts";
import type { HomeTile } from "../../../model/home/home-tile.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import { addDays, beginningOf, dayOf } from "../../../record/day.ts";
import { isObject } from "../../../record/json.ts";
import { readPath, splitPath } from "../../../record/path.ts";
import { recordTitle } from "../../../record/title.ts";
import type { ChartAnswer, ChartGroup } from "../../../wire/chart.ts";
import type { ApiRequest } from "../../http/request.ts";
import type { EntityRuntime } from "../../records/entity-runtime.ts";
import { expandReferences, expansionsBelow } from "../../records/expand-references.ts";
import { filterFor } from "../../records/list-views.ts";
import { listedFor, rightsOf } from "../../records/rights/entity-rights.ts";
import type { StoreGroup, StoreGroups, StoreGroupsQuery } from "../../store/store-queries.ts";

/** So many values are shown one by one, all others together. */
const MAX_SHOWN = 8;
/** More values have their names looked up than are shown, since the account may not see some of the records. */
const MAX_NAMED = 3 * MAX_SHOWN;

/** A chart that somebody looks at. */
export interface AskedChart {
  readonly tile: HomeTile;
  readonly chart: HomeChart;
  readonly target: EntityRuntime;
  readonly request: ApiRequest;
  readonly now: Date;
}

/** What the store is asked, but for when days begin: about the tile's records that the account sees. */
export function chartQuery({ tile, chart, target, request, now }: AskedChart): StoreGroupsQuery {
  const { by, sum, days } = chart;
  const view = target.entity.list.views.find(({ id }) => id === tile.view);
  const within = [
    { field: by, op: "gte", value: { today: days.from } },
    { field: by, op: "lte", value: { today: days.to } },
  ] as const;
  const filter = [
    ...(view?.filter ?? []),
    ...tile.filter,
    ...(dayKind(target, by) === undefined ? [] : within),
  ];
  return {
    by,
    ...(sum === undefined ? {} : { sum }),
    ...listedFor(rightsOf(request.account, target), filterFor(filter, target, request, now)),
  };
}

/** When each of the chart's days begins, as the store has it; undefined where it is by value. */
export function chartStarts(asked: AskedChart): readonly string[] | undefined {
  const { target, chart } = asked;
  const kind = dayKind(target, chart.by);
  if (kind === undefined) return undefined;
  const days = daysOf(asked);
  const { timeZone } = target.config.app;
  const all = [...days, addDays(days.at(-1) ?? "", 1)];
  return kind === "day" ? all : all.map((day) => beginningOf(day, timeZone));
}

function daysOf({ chart: { days }, target, now }: AskedChart): readonly string[] {
  const today = dayOf(now, target.config.app.timeZone);
  return Array.from({ length: days.to - days.from + 1 }, (_, at) => addDays(today, days.from + at));
}

function dayKind({ placed }: EntityRuntime, by: string): "day" | "moment" | undefined {
  if (by === "createdAt" || by === "updatedAt") return "moment";
  const type = placed.get(by)?.field.valueType;
  return type === "date" ? "day" : type === "date-time" ? "moment" : undefined;
}

type Shown = Pick<ChartAnswer, "by" | "groups" | "others">;

/** The groups as this account may see them. */
export async function chartAnswer(asked: AskedChart, { groups, others }: StoreGroups): Promise<Shown> {
  const { target, chart } = asked;
  const amountOf = ({ count, sum }: Pick<StoreGroup, "count" | "sum">) =>
    // Rounded, since 0.1 and 0.2 add up to 0.30000000000000004.
    chart.sum === undefined ? count : Number(sum.toPrecision(14));
  if (dayKind(target, chart.by) !== undefined) {
    const found = new Map(groups.map((group) => [Number(group.value), amountOf(group)]));
    const days = daysOf(asked).map((value, at) => ({ value, amount: found.get(at) ?? 0 }));
    return { by: "day", groups: days };
  }
  const all = groups.map((group) => ({ value: shownValue(asked, group), amount: amountOf(group) }));
  const shown = (await namedGroups(asked, all)) ?? inOwnOrder(asked, all) ?? all.slice(0, MAX_SHOWN);
  const values = new Set(shown.map(({ value }) => value));
  const rest = all.filter(({ value }) => !values.has(value));
  if (rest.length === 0 && others === undefined) return { by: "value", groups: shown };
  const amount = rest.reduce((sum, one) => sum + one.amount, others === undefined ? 0 : amountOf(others));
  return { by: "value", groups: shown, others: { amount: Number(amount.toPrecision(14)) } };
}

function shownValue({ target, chart }: AskedChart, { value }: StoreGroup): ChartGroup["value"] {
  const isYesNo = target.placed.get(chart.by)?.field.valueType === "boolean";
  return isYesNo && value !== null ? value === 1 : value;
}

/** The groups by a reference that are shown: those whose record the account may see, with its name; undefined for another field. */
async function namedGroups(
  { target, chart, request }: AskedChart,
  groups: readonly ChartGroup[],
): Promise<readonly ChartGroup[] | undefined> {
  const { by } = chart;
  const reference = target.placed.get(by)?.field.reference;
  if (reference === undefined) return undefined;
  const referred = target.entities.get(reference.entity);
  const isNamed = referred !== undefined && rightsOf(request.account, referred).access !== "none";
  const candidates = groups.slice(0, MAX_NAMED);
  const further = referred === undefined ? [] : expansionsBelow(by, referred.entity, reference.title);
  const named = { entities: target.entities, expansions: [{ path: by, reference }, ...further] };
  const found = await request.store.read((view) =>
    expandReferences(
      request,
      view,
      named,
      candidates.map(({ value }) => recordWith(by, value)),
    ),
  );
  const shown = candidates.flatMap((group, at): ChartGroup[] => {
    if (group.value === null) return [group];
    const record = readPath(found[at] ?? {}, by);
    if (!isNamed || !isObject(record)) return [];
    const name = recordTitle({ display: { title: reference.title } }, record, target.config.app);
    return [{ ...group, name }];
  });
  return shown.slice(0, MAX_SHOWN);
}

function recordWith(path: string, value: Json): RecordData {
  const [first = "", ...rest] = splitPath(path);
  return { [first]: rest.reduceRight<Json>((inner, key) => ({ [key]: inner }), value) };
}

/** The groups by a yes/no, or by a choice with few values: all values in their own order. Undefined for another field. */
function inOwnOrder(
  { target, chart }: AskedChart,
  groups: readonly ChartGroup[],
): readonly ChartGroup[] | undefined {
  const field = target.placed.get(chart.by)?.field;
  const own = field?.valueType === "boolean" ? [true, false] : field?.schema.enum;
  if (own === undefined || own.length > MAX_SHOWN) return undefined;
  const amounts = new Map(groups.map(({ value, amount }) => [value, amount]));
  const empty = groups.filter(({ value }) => value === null);
  return [...own.map((value) => ({ value, amount: amounts.get(value) ?? 0 })), ...empty];
}
