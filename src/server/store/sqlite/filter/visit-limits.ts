import { MAX_TOTAL } from "../../store-queries.ts";
import type { Table } from "../../tables/table.ts";
import type { Condition } from "./conditions.ts";

/** How many entries of an index a list looks at, in steps, where it does not know how many of them are its own. */
const MAX_VISITED = 262_144;
/** How many one statement looks at: a millisecond or two, or some tens of them where the disk has to be asked. */
const STEP = 8192;
/** The same two bounds where records are read; less where they may be long. */
const MAX_READ = 32_768;
const READ_STEP = 2048;
const MAX_LONG_READ = 8192;
const LONG_READ_STEP = 64;

/** How much of a table a list looks at. */
export interface VisitLimits {
  /** The indexes have all that is asked. */
  readonly isIndexed: boolean;
  /** Of entries, for one statement. */
  readonly step: number;
  /** Of entries, for a page. */
  readonly visited: number;
  /** Of entries that are all looked at. */
  readonly few: number;
  /** Of records that one statement reads. */
  readonly read: number;
}

export function visitLimits(table: Table, conditions: readonly Condition[], searchStep = STEP): VisitLimits {
  const keys = table.filters.map((filter) => filter.sql);
  const isIndexed = conditions.every(({ columns }) => columns.every((column) => keys.includes(column)));
  const isLong = table.declared.some(({ mayBeLong }) => mayBeLong === true);
  const read = isLong ? LONG_READ_STEP : READ_STEP;
  return {
    isIndexed,
    step: Math.min(isIndexed ? STEP : read, searchStep),
    visited: isIndexed ? MAX_VISITED : isLong ? MAX_LONG_READ : MAX_READ,
    few: Math.min(isIndexed ? MAX_TOTAL : read, searchStep),
    read,
  };
}
