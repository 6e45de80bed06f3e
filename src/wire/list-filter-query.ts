import type { FilterCondition, FilterOp } from "../model/filter.ts";
import { FORMAT_CHECKS } from "../model/formats.ts";
import { MAX_CONDITIONS, MAX_DAYS_FROM_TODAY, MAX_VALUES } from "../model/list/filter-limits.ts";
import { type ListFilter, OPS_OF_KIND } from "../model/list/list-filter.ts";

/**
 * The filter of a list as requests and addresses of screens spell it: `filter[selling]=false`, `filter[price][gte]=50`,
 * `filter[hotCold][in]=a&filter[hotCold][in]=b`, `filter[images][empty]=true`, `filter[updatedAt][gte]=today-7`.
 */
export interface ListFilterCondition {
  readonly field: string;
  readonly op: FilterOp;
  readonly value: Exclude<FilterCondition["value"], { readonly account: string }>;
}
export type ListFilterQuery = readonly ListFilterCondition[];

/** Of a reference or a text. */
const MAX_LENGTH = 200;

/** The parameters of a filter, in its order. */
export function formatListFilter(filter: ListFilterQuery): [name: string, value: string][] {
  return filter.flatMap(({ field, op, value }) => {
    const name = op === "eq" ? `filter[${field}]` : `filter[${field}][${op}]`;
    const values = typeof value === "object" && !("today" in value) ? value : [value];
    return values.map((one): [string, string] => [
      name,
      typeof one === "object" ? formatDay(one.today) : String(one),
    ]);
  });
}

function formatDay(today: number): string {
  return today === 0 ? "today" : `today${today > 0 ? "+" : ""}${today}`;
}

const NAME = /^filter\[([^[\]]+)\](?:\[([^[\]]*)\])?$/;

/**
 * The filter in the parameters of an address or a request. `refused`: the first parameter that names none of the list's
 * filters, cannot be read, is given twice, or is one too many; the filter has the others.
 * @param filters those that the list offers
 */
export function parseListFilter(
  params: URLSearchParams,
  filters: readonly ListFilter[],
): { readonly filter: ListFilterQuery; readonly refused?: string } {
  const filter: ListFilterCondition[] = [];
  const refused: string[] = [];
  for (const name of new Set(params.keys())) {
    if (!/^filter(\[|$)/.test(name)) continue;
    const condition = parseCondition(name, params.getAll(name), filters);
    const isTwice = filter.some(({ field, op }) => field === condition?.field && op === condition.op);
    if (condition === undefined || isTwice || filter.length === MAX_CONDITIONS) refused.push(name);
    else filter.push(condition);
  }
  const [first] = refused;
  return first === undefined ? { filter } : { filter, refused: first };
}

function parseCondition(
  name: string,
  texts: readonly string[],
  filters: readonly ListFilter[],
): ListFilterCondition | undefined {
  const [, field, written = "eq"] = NAME.exec(name) ?? [];
  const filter = filters.find((one) => one.field === field);
  const op = filter && OPS_OF_KIND[filter.kind].find((one) => one === written);
  if (filter === undefined || op === undefined) return undefined;
  if (texts.length > (op === "in" ? MAX_VALUES : 1)) return undefined;
  const values = texts.map((text) => (op === "empty" ? yesNo(text) : parseValue(text, filter)));
  const known = values.filter((value) => value !== undefined);
  const [only] = known;
  if (known.length < values.length || only === undefined) return undefined;
  if (op !== "in") return { field: filter.field, op, value: only };
  const scalars = known.filter((value) => typeof value !== "object");
  return { field: filter.field, op, value: [...new Set(scalars)] };
}

type Value = string | number | boolean | { readonly today: number };

function parseValue(text: string, { kind, values = [], isMoment }: ListFilter): Value | undefined {
  switch (kind) {
    case "boolean":
      return yesNo(text);
    case "number":
      return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
        ? Number(text)
        : undefined;
    case "choice":
      return values.find(({ value }) => String(value) === text)?.value;
    case "date":
      return parseDay(text) ?? (isTime(text, isMoment) ? text : undefined);
    case "reference":
    case "text":
      return text.trim() !== "" && text.length <= MAX_LENGTH ? text : undefined;
    case "filled":
      return undefined;
  }
}

function yesNo(text: string): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

function parseDay(text: string): { readonly today: number } | undefined {
  const [, days] = /^today([+-]\d{1,5})?$/.exec(text) ?? [undefined, undefined];
  if (!text.startsWith("today") || (days === undefined && text !== "today")) return undefined;
  const today = Number(days ?? 0);
  return Math.abs(today) <= MAX_DAYS_FROM_TODAY ? { today } : undefined;
}

function isTime(text: string, isMoment: true | undefined): boolean {
  return FORMAT_CHECKS.date(text) || (isMoment === true && FORMAT_CHECKS["date-time"](text));
}
