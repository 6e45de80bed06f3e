import type { Filter, FilterCondition, PlainCondition, PlainFilter } from "../model/filter.ts";
import type { Json, RecordData } from "../model/record.ts";
import { addDays, beginningOf, dayOf, endOf, isDay } from "./day.ts";
import { isEmpty } from "./json.ts";
import { readPath } from "./path.ts";

/** Who asks, when and where. */
export interface Asking {
  /** The record of the account, at least its `_id`; undefined: nobody. */
  readonly account: RecordData | undefined;
  readonly now: Date;
  /** The business's. */
  readonly timeZone: string;
}

/**
 * The filter with values in place of relative days and of the account. `isMoment` says which fields hold moments: for those, a
 * day becomes the time from its beginning to its end. A condition on something that the account does not have matches nothing.
 */
export function plainFilter(
  filter: Filter,
  isMoment: (field: string) => boolean,
  asking: Asking,
): PlainFilter {
  return filter.flatMap((condition) => {
    const plain = plainCondition(condition, asking);
    return isMoment(plain.field) ? inTime(plain, asking.timeZone) : [plain];
  });
}

function plainCondition({ field, op, value }: FilterCondition, asking: Asking): PlainCondition {
  if (typeof value !== "object" || Array.isArray(value)) return { field, op, value };
  if ("today" in value) return { field, op, value: addDays(dayOf(asking.now, asking.timeZone), value.today) };
  const own = "account" in value ? asking.account?.[value.account] : undefined;
  const list = (Array.isArray(own) ? own : [own]).filter(isScalar);
  if (op === "in" || list.length === 0) return { field, op: "in", value: list };
  return { field, op, value: Array.isArray(own) ? [] : (list[0] ?? []) };
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return typeof value !== "object" && !isEmpty(value);
}

/** Moments are stored in UTC. */
function inTime(condition: PlainCondition, timeZone: string): PlainFilter {
  const { field, op, value } = condition;
  if (typeof value !== "string" || op === "empty") return [condition];
  const whole = isDay(value);
  const from = whole ? beginningOf(value, timeZone) : utc(value);
  const to = whole ? endOf(value, timeZone) : utc(value);
  return [
    ...(op === "gte" || op === "eq" ? [{ field, op: "gte" as const, value: from }] : []),
    ...(op === "lte" || op === "eq" ? [{ field, op: "lte" as const, value: to }] : []),
  ];
}

function utc(moment: string): string {
  const time = new Date(moment);
  return Number.isNaN(time.getTime()) ? moment : time.toISOString();
}

/** Whether all conditions hold for a record. */
export function matchesFilter(filter: PlainFilter, record: RecordData): boolean {
  return filter.every((condition) => holds(condition, readPath(record, condition.field)));
}

function holds({ op, value }: PlainCondition, own: Json | undefined): boolean {
  switch (op) {
    case "empty":
      return isEmpty(own) === value;
    case "in":
      return Array.isArray(value) && value.some((one) => one === own);
    case "eq":
      return own === value;
    case "gte":
      return order(own, value) >= 0;
    case "lte":
      return order(own, value) <= 0;
  }
}

/** Below 0: before. NaN where the two cannot be compared. */
function order(own: Json | undefined, value: PlainCondition["value"]): number {
  if (typeof own === "number" && typeof value === "number") return own - value;
  if (typeof own === "string" && typeof value === "string") return compareTexts(own, value);
  return Number.NaN;
}

/** The order of texts in lists: by their characters, the case of a to z ignored. */
function compareTexts(one: string, other: string): number {
  const [left, right] = [folded(one), folded(other)];
  for (let at = 0; at < left.length && at < right.length; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function folded(text: string): readonly number[] {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return Array.from(lower, (character) => character.codePointAt(0) ?? 0);
}
