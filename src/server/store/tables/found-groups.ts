import { isEmpty } from "../../../record/json.ts";
import { MAX_GROUPS, type StoreGroup, type StoreGroups } from "../store-queries.ts";
import type { SqlValue } from "./values.ts";

/** Values are kept apart up to so many: some ten megabytes. */
const MAX_VALUES = 100_000;

/** Groups as they are found. */
export interface FoundGroups {
  /** How much of a value says in which group it is; 0: the whole. */
  readonly length: number;
  add(value: SqlValue, count: number, sum: number): void;
  answer(): StoreGroups;
}

interface Sums {
  count: number;
  sum: number;
}

export function makeFoundValues(isOfSums: boolean): FoundGroups {
  const found = new Map<SqlValue, Sums>();
  const others: Sums = { count: 0, sum: 0 };
  const amountOf = ({ count, sum }: Sums) => (isOfSums ? sum : count);
  /** Below 0: it comes before the other. */
  const order = (one: StoreGroup, other: StoreGroup) =>
    amountOf(other) - amountOf(one) || compare(one.value, other.value);

  function greatest(): StoreGroup[] {
    const groups: StoreGroup[] = [];
    const cut = () => {
      groups.sort(order);
      for (const group of groups.splice(MAX_GROUPS)) addTo(others, group);
    };
    let least: StoreGroup | undefined;
    for (const [value, sums] of found) {
      const group = { value, ...sums };
      if (least !== undefined && order(group, least) > 0) addTo(others, group);
      else groups.push(group);
      if (groups.length < 2 * MAX_GROUPS) continue;
      cut();
      least = groups.at(-1);
    }
    cut();
    return groups;
  }

  return {
    length: 0,
    add(stored, count, sum) {
      const value = isEmpty(stored) ? null : stored;
      const known = found.get(value);
      if (known !== undefined) addTo(known, { count, sum });
      else if (found.size < MAX_VALUES) found.set(value, { count, sum });
      else addTo(others, { count, sum });
    },
    answer() {
      const groups = greatest();
      return { groups, ...(others.count === 0 ? {} : { others }) };
    },
  };
}

function addTo(sums: Sums, { count, sum }: Readonly<Sums>): void {
  sums.count += count;
  sums.sum += sum;
}

/** The same order each time, of two values that differ. */
function compare(one: SqlValue, other: SqlValue): number {
  const [left, right] = [String(one), String(other)];
  return left < right ? -1 : 1;
}

const DAY = "2026-11-23".length;
const HOUR = "2026-11-23T08".length;
const MINUTE = "2026-11-23T08:00".length;
const isFullHour = (moment: string) => moment.endsWith(":00:00.000Z");

export function makeFoundSpans(starts: readonly string[]): FoundGroups {
  const groups = new Map<number, Sums>();
  return {
    length: starts.every((start) => start.length <= DAY) ? 0 : starts.every(isFullHour) ? HOUR : MINUTE,
    add(value, count, sum) {
      const at = spanAt(starts, String(value));
      if (at < 0 || at >= starts.length - 1) return;
      const known = groups.get(at);
      if (known === undefined) groups.set(at, { count, sum });
      else addTo(known, { count, sum });
    },
    answer() {
      const all = Array.from(groups, ([value, sums]) => ({ value, ...sums }));
      return { groups: all.sort((one, other) => one.value - other.value) };
    },
  };
}

/** The last start that is not after the value. */
function spanAt(starts: readonly string[], value: string): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // Starts are cut as the value was.
    if ((starts[middle] ?? "").slice(0, Math.max(value.length, 1)) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
