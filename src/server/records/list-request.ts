import type { Entity } from "../../model/entity.ts";
import { MAX_LIMIT } from "../../model/max-limit.ts";
import { ApiError } from "../api-error.ts";
import type { StoreListQuery } from "../store/store.ts";

/** Beyond every table; keeps the offset a number that every engine takes. */
const LAST_PAGE = 1_000_000_000;
const WHOLE = /^\d+$/;

/**
 * What a list request asks of the store. Empty values are as good as none. Throws BAD_REQUEST for what the entity's list
 * does not offer, and for what the reader may not see: who reads through references sorts and searches by nothing else.
 */
export function listRequest(
  query: URLSearchParams,
  entity: Entity,
  access: "full" | ReadonlySet<string>,
  pageSize: number,
): Omit<StoreListQuery, "without"> {
  const page = Math.min(wholeNumber(query, "page", 1, Number.MAX_VALUE), LAST_PAGE);
  const limit = wholeNumber(query, "limit", pageSize, MAX_LIMIT);
  const search = searchOf(query, entity, access);
  return {
    offset: (page - 1) * limit,
    limit,
    sort: sortOf(query, entity, access),
    ...(search === undefined ? {} : { search }),
  };
}

function wholeNumber(query: URLSearchParams, name: string, unused: number, most: number): number {
  const text = query.get(name) ?? "";
  if (text === "") return unused;
  const value = WHOLE.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw badQuery(name);
  return value;
}

function sortOf(
  query: URLSearchParams,
  entity: Entity,
  access: "full" | ReadonlySet<string>,
): StoreListQuery["sort"] {
  const field = query.get("sortField") ?? "";
  const order = query.get("sortOrder") ?? "";
  if (field === "" || order === "") return defaultSort(entity, access);
  if (order !== "asc" && order !== "desc") throw badQuery("sortOrder");
  const column = entity.list.columns.find((one) => one.field === field && one.sortable);
  if (column === undefined || !mayUse(access, field)) throw badQuery("sortField");
  return { field, order };
}

/** Newest first shows no more than the `_id`s do, so everybody may have it. */
function defaultSort(entity: Entity, access: "full" | ReadonlySet<string>): StoreListQuery["sort"] {
  const { defaultSort: own } = entity.list;
  return mayUse(access, own.field) ? own : { field: "createdAt", order: "desc" };
}

function searchOf(
  query: URLSearchParams,
  entity: Entity,
  access: "full" | ReadonlySet<string>,
): StoreListQuery["search"] {
  const text = query.get("nameQuery") ?? "";
  const field = entity.list.search?.field;
  if (text === "") return undefined;
  if (field === undefined || !mayUse(access, field)) throw badQuery("nameQuery");
  return { field, text };
}

/** A dotted field reaches through what it begins with: only a field seen whole may be used. */
function mayUse(access: "full" | ReadonlySet<string>, field: string): boolean {
  return access === "full" || access.has(field);
}

function badQuery(name: string): ApiError {
  return new ApiError("BAD_REQUEST", { key: "server.badQuery", values: { name } });
}
