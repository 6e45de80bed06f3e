import type { Entity, Field } from "../../../../model/entity.ts";
import type { HomeChart } from "../../../../model/home/home-chart.ts";
import type { HomeTile, TileCondition } from "../../../../model/home/home-tile.ts";
import { OPS_OF_KIND } from "../../../../model/list/list-filter.ts";
import { ownValue } from "../../../../record/json.ts";
import { walkFields } from "../../../../record/walk.ts";
import type { ChartAnswer, ChartGroup } from "../../../../wire/chart.ts";
import type { Say } from "../../../messages/say.ts";
import { tileAddress } from "../tile-address.ts";

export interface ShownChart {
  readonly tile: HomeTile;
  readonly chart: HomeChart;
  readonly entity: Entity;
  readonly answer: ChartAnswer;
}

/** A bar, and a row of the table. */
export interface ChartBar {
  readonly key: string;
  readonly label: string;
  /** The same where there is little room. */
  readonly short: string;
  readonly amount: number;
  /** The list of its records; undefined where no address can ask for them. */
  readonly address?: string;
}

interface Words {
  readonly say: Say;
  readonly locale: string;
}

export function barsOf(shown: ShownChart, words: Words): readonly ChartBar[] {
  const { groups, others } = shown.answer;
  const bars = groups.map((group): ChartBar => {
    const address = addressOf(shown, group);
    return {
      key: JSON.stringify(group.value),
      ...labelsOf(shown, group, words),
      amount: group.amount,
      ...(address === undefined ? {} : { address }),
    };
  });
  if (others === undefined) return bars;
  const label = words.say("home.others");
  return [...bars, { key: "others", label, short: label, amount: others.amount }];
}

/** What the columns of the table are called. */
export function headingsOf({ chart, entity, answer }: ShownChart, say: Say): readonly [string, string] {
  const { by, sum } = chart;
  const filter = entity.list.filters.find(({ field }) => field === by);
  const group = answer.by === "day" ? say("home.day") : (filter?.label ?? fieldAt(entity, by)?.label ?? by);
  return [group, sum === undefined ? say("home.amount") : (fieldAt(entity, sum)?.label ?? sum)];
}

/** Of one value. */
const ROW_HEIGHT = 28;
const DAYS_HEIGHT = 200;
/** Rows for values that are not known before; of more than the most, the rest is in one. */
const USUAL_ROWS = 6;
const MOST_ROWS = 9;

/** How high a chart will be, before its numbers are here: of a choice it is known, of a reference it is not. */
export function pendingHeight({ by }: HomeChart, entity: Entity): number {
  const field = fieldAt(entity, by);
  const type = field?.valueType ?? (by === "updatedBy" ? "string" : "date");
  if (type === "date" || type === "date-time") return DAYS_HEIGHT;
  const values = type === "boolean" ? 2 : (field?.schema.enum?.length ?? USUAL_ROWS);
  return Math.min(values, MOST_ROWS) * ROW_HEIGHT;
}

/** A row for each bar. */
export function plotHeight(bars: readonly ChartBar[], isByDay: boolean): number {
  return isByDay ? DAYS_HEIGHT : bars.length * ROW_HEIGHT;
}

/** The list of all records that the chart is made of, of its days alone where the list can be filtered by them. */
export function chartAddress(tile: HomeTile, chart: HomeChart, entity: Entity): string {
  const { by, days } = chart;
  const isByDay = filterFor(entity, by)?.kind === "date" && !tile.filter.some(({ field }) => field === by);
  if (!isByDay) return tileAddress(tile, entity);
  return tileAddress(tile, entity, [
    { field: by, op: "gte", value: { today: days.from } },
    { field: by, op: "lte", value: { today: days.to } },
  ]);
}

function fieldAt({ fields }: Entity, path: string): Field | undefined {
  return [...walkFields(fields)].find((placed) => placed.path === path)?.field;
}

function filterFor({ list }: Entity, by: string) {
  return list.filters.find(({ field }) => field === by);
}

function labelsOf(
  { chart, entity, answer }: ShownChart,
  { value, name }: ChartGroup,
  { say, locale }: Words,
): Pick<ChartBar, "label" | "short"> {
  const only = (label: string) => ({ label, short: label });
  if (value === null) return only(say("filter.empty"));
  if (name !== undefined) return only(name);
  if (typeof value === "boolean") return only(say(value ? "filter.yes" : "filter.no"));
  if (answer.by === "day") {
    const day = new Date(String(value));
    // A day is parsed as UTC, so it is written in UTC.
    const format = (style: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" }).format(day);
    return { label: format({ dateStyle: "medium" }), short: format({ month: "numeric", day: "numeric" }) };
  }
  const label = ownValue(fieldAt(entity, chart.by)?.schema.labels ?? {}, String(value));
  if (label !== undefined) return only(label);
  return only(typeof value === "number" ? numberFormat(locale).format(value) : value);
}

export const numberFormat = (locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });

function addressOf({ tile, chart, entity }: ShownChart, { value }: ChartGroup): string | undefined {
  const { by } = chart;
  const filter = filterFor(entity, by);
  const condition: TileCondition =
    value === null ? { field: by, op: "empty", value: true } : { field: by, op: "eq", value };
  const isTwice = tile.filter.some(({ field, op }) => field === by && op === condition.op);
  if (filter === undefined || isTwice || !OPS_OF_KIND[filter.kind].includes(condition.op)) return undefined;
  return tileAddress(tile, entity, [condition]);
}
