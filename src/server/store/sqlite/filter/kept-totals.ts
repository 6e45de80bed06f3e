import type { StoreListAnswer } from "../../store-queries.ts";
import type { Connection } from "../driver.ts";

export type Total = Pick<StoreListAnswer, "total" | "totalIsMore">;

/** How many records filters hold for, until anything is committed: counting them takes longer than reading a page. */
export interface KeptTotals {
  get(key: string): Total | undefined;
  set(key: string, total: Total): void;
}

const MAX_KEPT = 500;

/** @param connection one that only reads */
export function makeKeptTotals(connection: Connection): KeptTotals {
  const totals = new Map<string, Total>();
  let seen: number | undefined;
  const isSame = () => {
    const now = Number(connection.rows("pragma data_version", [])[0]?.[0]);
    const same = now === seen;
    if (!same) totals.clear();
    seen = now;
    return same;
  };
  return {
    get: (key) => (isSame() ? totals.get(key) : undefined),
    set(key, total) {
      // What was committed after `get` may or may not have been counted.
      if (!isSame()) return;
      if (totals.size >= MAX_KEPT) totals.clear();
      totals.set(key, total);
    },
  };
}
