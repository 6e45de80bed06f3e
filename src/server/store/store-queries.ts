import type { PlainFilter } from "../../model/filter.ts";
import type { StoredRecord } from "../../model/record.ts";

export interface StoreListQuery {
  readonly offset: number;
  readonly limit: number;
  /** One of the shape's `sorts`. Equal values go by `_id` in the same direction; ascending, empty ones come first. */
  readonly sort: { readonly field: string; readonly order: "asc" | "desc" };
  /** A case-insensitive substring of a searched column. One longer than what is searched finds nothing. */
  readonly search?: { readonly field: string; readonly text: string };
  /** Instead of `search`: the same in any of these columns, or one of the conditions of `or` holds. */
  readonly searchAny?: {
    readonly fields: readonly string[];
    readonly text: string;
    readonly or: PlainFilter;
  };
  /** Of which all conditions must hold; of any stored field. */
  readonly filter?: PlainFilter;
  /** Hides records that have one of the values in the column. */
  readonly without?: { readonly field: string; readonly values: readonly string[] };
}

export interface StoreListAnswer {
  readonly records: StoredRecord[];
  /** Exact without a filter, for a search, and for one `eq` condition on one of the shape's `filters`; else up to `MAX_TOTAL`. */
  readonly total: number;
  /** There are more than `total`. */
  readonly totalIsMore?: true;
  /**
   * Only so many entries were looked at, the first in the order: there may be more records than `total`, and those after them
   * are on no page.
   */
  readonly isPartial?: true;
}

export interface StoreGroupsQuery extends Pick<StoreListQuery, "filter" | "without"> {
  /** A field of the record with a plain value, dotted into objects. */
  readonly by: string;
  /** Of a day or moment: when each group begins, ascending; the last begins what is in none. Groups are then numbered from 0. */
  readonly starts?: readonly string[];
  /** A number of the record, dotted into objects. */
  readonly sum?: string;
}

/** The records with one value. */
export interface StoreGroup {
  /** As it is stored: of a yes/no 1 or 0, of an empty field null. */
  readonly value: string | number | null;
  readonly count: number;
  /** Of the numbers that there are; 0 where none is asked for. */
  readonly sum: number;
}

export interface StoreGroups {
  /** With `starts` those that have records, ascending; else at most `MAX_GROUPS`, the greatest first. */
  readonly groups: readonly StoreGroup[];
  /** All other records together. */
  readonly others?: Pick<StoreGroup, "count" | "sum">;
}

/** So many groups are answered one by one. */
export const MAX_GROUPS = 200;

/** Filtered records are counted up to so many. */
export const MAX_TOTAL = 10_000;
