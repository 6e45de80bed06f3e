import type { StoredRecord } from "../model/record.ts";

/** The query of a list request. Empty strings mean "not used". */
export interface ListQuery {
  /** 1-based. */
  readonly page: number;
  /** 1 to 100. */
  readonly limit: number;
  /** Case-insensitive substring of the entity's search field; never a pattern. */
  readonly nameQuery: string;
  /** Dotted field, or "" for the list's default order. */
  readonly sortField: string;
  readonly sortOrder: "asc" | "desc" | "";
}

/** Query string of a list request, all five parameters always named. */
export function formatListQuery(query: ListQuery): string {
  return new URLSearchParams({
    page: String(query.page),
    limit: String(query.limit),
    nameQuery: query.nameQuery,
    sortField: query.sortField,
    sortOrder: query.sortOrder,
  }).toString();
}

/** A list as the client reads it, whatever its key in the body. The total may be missing. */
export interface ListAnswer {
  readonly records: readonly StoredRecord[];
  readonly total: number | undefined;
}
