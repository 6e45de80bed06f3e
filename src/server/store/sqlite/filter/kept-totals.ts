import { MAX_TOTAL, type StoreListAnswer } from "../../store-queries.ts";
import type { Table } from "../../tables/table.ts";
import type { Connection } from "../driver.ts";
import type { ChangedRows } from "./changed-rows.ts";
import type { Test } from "./conditions.ts";
import { makeRowTests } from "./row-tests.ts";

export type Total = Pick<StoreListAnswer, "total" | "totalIsMore">;

/** For how many records of a table tests hold: counting them takes longer than reading a page. */
export interface KeptTotals {
  get(table: Table, tests: readonly Test[]): Total | undefined;
  set(table: Table, tests: readonly Test[], total: Total): void;
}

/** A total, and what was committed when it was counted. */
interface Kept {
  readonly total: Total;
  readonly table: Table;
  readonly count: number;
  readonly epoch: number;
  readonly foreign: number;
}

const MAX_KEPT = 500;

/**
 * Totals that follow what this process commits: what a write changes of the columns that filters are about is counted alone. Any
 * commit of another process ends them all.
 * @param others a number that changes with every commit of another process
 */
export function makeKeptTotals(changed: ChangedRows, others: () => number) {
  const totals = new Map<string, Kept>();
  const rowTests = makeRowTests();

  /** The total as of `count`; undefined where it has to be counted. */
  function followed(
    connection: Connection,
    kept: Kept,
    tests: readonly Test[],
    count: number,
  ): Total | undefined {
    if (kept.count > count) return undefined;
    const rows = changed.between(kept.count, count)?.filter(({ table }) => table === kept.table);
    if (rows === undefined) return undefined;
    if (rows.length === 0) return kept.total;
    const held = rowTests.held(connection, kept.table, tests, rows);
    if (held === undefined) return undefined;
    const { total, totalIsMore } = kept.total;
    // Of many it is only known that they are more than are counted: one fewer may be no more.
    if (totalIsMore === true) return held.after >= held.before ? kept.total : undefined;
    const now = total - held.before + held.after;
    return now > MAX_TOTAL && total <= MAX_TOTAL ? undefined : { total: now };
  }

  return {
    /**
     * Those of a connection that reads what is committed now, until it reads what is committed later.
     * @param isInSteps it reads the same state in steps, between which others have a turn; else they are asked for at once
     */
    asOfNow(connection: Connection, isInSteps: boolean): KeptTotals {
      const { count, epoch } = changed;
      // Asking costs as much as reading a record: only for lists that count.
      let foreign = isInSteps ? others() : undefined;
      return {
        get(table, tests) {
          foreign ??= others();
          const key = totalKey(table, tests);
          const kept = totals.get(key);
          const isKnown = kept?.table === table && kept.epoch === epoch && kept.foreign === foreign;
          if (!isKnown || changed.epoch !== epoch) return undefined;
          const total = followed(connection, kept, tests, count);
          if (total !== undefined) totals.set(key, { ...kept, total, count });
          return total;
        },
        set(table, tests, total) {
          // What another process committed meanwhile may or may not have been counted.
          if (foreign === undefined || changed.epoch !== epoch || others() !== foreign) return;
          if (totals.size >= MAX_KEPT) totals.clear();
          totals.set(totalKey(table, tests), { total, table, count, epoch, foreign });
        },
      };
    },
    close: () => rowTests.close(),
  };
}

function totalKey(table: Table, tests: readonly Test[]): string {
  return JSON.stringify([table.id, tests.map(({ key, values }) => [key, values])]);
}
