import type { ListFilter } from "../../../model/list/list-filter.ts";
import { isDay } from "../../../record/day.ts";
import { formatMoment } from "../../../record/moment.ts";
import type { ListFilterCondition } from "../../../wire/list-filter-query.ts";
import type { Say } from "../../messages/say.ts";
import { rangeOf } from "./filter-edit.ts";

/** How values are put into words. */
export interface FilterWords {
  readonly say: Say;
  /** Of the screen. */
  readonly language: string;
  /** By which dates and numbers are written. */
  readonly locale: string;
  readonly timeZone: string;
  /** What people call a referred record. */
  readonly nameOf: (entity: string, id: string) => string;
}

/** Most values that are named one by one. */
export const MAX_NAMED = 3;

type Value = ListFilterCondition["value"];

/** What is asked of a field, in words: "50 to 100", "cold or hot", "last 7 days", "empty". */
export function filterText(
  filter: ListFilter,
  conditions: readonly ListFilterCondition[],
  words: FilterWords,
): string {
  const { say, language } = words;
  const range = conditions.filter(({ op }) => op === "gte" || op === "lte");
  const texts = conditions
    .filter((one) => !range.includes(one))
    .map(({ op, value }) => {
      if (op === "empty") return say(value === true ? "filter.empty" : "filter.filled");
      return anyText(filter, Array.isArray(value) ? value : [value], words);
    });
  const { from, to } = rangeOf(range);
  const all = range.length === 0 ? texts : [rangeText(filter, from, to, words), ...texts];
  return new Intl.ListFormat(language).format(all);
}

function anyText(filter: ListFilter, values: readonly Value[], words: FilterWords): string {
  const named = values.slice(0, MAX_NAMED).map((value) => valueText(filter, value, words));
  const more = values.length - named.length;
  const texts = more === 0 ? named : [...named, words.say("filter.more", { count: more })];
  return new Intl.ListFormat(words.language, { type: "disjunction" }).format(texts);
}

function rangeText(filter: ListFilter, from: Value | undefined, to: Value | undefined, words: FilterWords) {
  const { say, locale } = words;
  const [first, last] = [daysFromToday(from), daysFromToday(to)];
  const isToToday = last === 0 || (to === undefined && !mayLieAhead(filter.field));
  // Today is one of them.
  if (first !== undefined && first < -1 && isToToday) return say("filter.lastDays", { count: 1 - first });
  if (first === 0 && last !== undefined && last > 1) return say("filter.nextDays", { count: last + 1 });
  if (typeof from === "string" && typeof to === "string" && isDay(from) && isDay(to) && from <= to)
    return dayFormat(locale).formatRange(new Date(from), new Date(to));
  const values = {
    ...(from === undefined ? {} : { from: valueText(filter, from, words) }),
    ...(to === undefined ? {} : { to: valueText(filter, to, words) }),
  };
  const ofDay = filter.kind === "date";
  if (to === undefined) return say(ofDay ? "filter.fromDay" : "filter.from", values);
  if (from === undefined) return say(ofDay ? "filter.toDay" : "filter.to", values);
  return say("filter.range", values);
}

/** Records are not made or changed on days to come. */
export function mayLieAhead(field: string): boolean {
  return field !== "createdAt" && field !== "updatedAt";
}

function daysFromToday(value: Value | undefined): number | undefined {
  return typeof value === "object" && "today" in value ? value.today : undefined;
}

function valueText(filter: ListFilter, value: Value, words: FilterWords): string {
  const { say, language, locale, timeZone } = words;
  const days = daysFromToday(value);
  if (days !== undefined)
    return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
  if (typeof value === "boolean") return say(value ? "filter.yes" : "filter.no");
  const label = filter.values?.find((one) => one.value === value)?.label;
  if (label !== undefined) return label;
  if (typeof value === "number")
    return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(value);
  if (typeof value !== "string") return "";
  if (filter.reference !== undefined) return words.nameOf(filter.reference.entity, value);
  if (filter.kind !== "date") return value;
  // A day is parsed as UTC, so it is written in UTC.
  return isDay(value)
    ? dayFormat(locale).format(new Date(value))
    : formatMoment(value, { dateLocale: locale, timeZone });
}

const dayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
