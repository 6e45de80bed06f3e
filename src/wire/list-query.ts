import type { StoredRecord } from "../model/record.ts";
import { formatListFilter, type ListFilterQuery } from "./list-filter-query.ts";

/** The query of a list request. Empty strings mean "not used". */
export interface ListQuery {
  /** 1-based. */
  readonly page: number;
  /** 1 to 100. */
  readonly limit: number;
  /** Case-insensitive substring of the entity's search fields; never a pattern. */
  readonly nameQuery: string;
  /** Dotted field, or "" for the list's default order. */
  readonly sortField: string;
  readonly sortOrder: "asc" | "desc" | "";
  /** A view of the list by its id: its filter holds too, and its order where none is asked for. Default: none. */
  readonly view?: string;
  /** All of these conditions must hold; default: none. */
  readonly filter?: ListFilterQuery;
}

/** Query string of a list request: five parameters that are always named, then the filter's. */
export function formatListQuery(query: ListQuery): string {
  return new URLSearchParams([
    ["page", String(query.page)],
    ["limit", String(query.limit)],
    ["nameQuery", query.nameQuery],
    ["sortField", query.sortField],
    ["sortOrder", query.sortOrder],
    ...(query.view === undefined ? [] : [["view", query.view]]),
    ...formatListFilter(query.filter ?? []),
  ]).toString();
}

/** A list as the client reads it, whatever its key in the body. The total may be missing. */
export interface ListAnswer {
  readonly records: readonly StoredRecord[];
  readonly total: number | undefined;
  /** There are more than `total`. */
  readonly totalIsMore?: true;
  /** Only part of the records was looked at: there may be more than `total`, and further pages are not reached. */
  readonly isPartial?: true;
}
