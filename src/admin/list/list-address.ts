import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { Entity } from "../../model/entity.ts";
import { formatListFilter, type ListFilterQuery, parseListFilter } from "../../wire/list-filter-query.ts";
import type { ListQuery } from "../../wire/list-query.ts";
import { type ChangeAddress, useAddressChange } from "../shell/use-address-change.ts";
import { readViewAddress, type ViewAddress, writeViewAddress } from "./views/view-address.ts";

/** What a list shows, as in its address: `?page=2&search=…&sort=price&order=asc&filter[price][gte]=50`. */
export interface ListAddress extends ViewAddress {
  /** 1-based. */
  readonly page: number;
  readonly search: string;
  /** undefined: the list's own order. */
  readonly sort: { readonly field: string; readonly order: "asc" | "desc" } | undefined;
  readonly filter: ListFilterQuery;
}

/** Reads an address; what makes no sense in it is taken as missing. */
export function readListAddress(params: URLSearchParams, entity: Entity): ListAddress {
  const page = Number(params.get("page") ?? "1");
  const field = params.get("sort") ?? "";
  const order = params.get("order");
  const sortable = entity.list.columns.some((column) => column.sortable && column.field === field);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    search: entity.list.search === undefined ? "" : (params.get("search") ?? ""),
    sort: sortable && (order === "asc" || order === "desc") ? { field, order } : undefined,
    filter: parseListFilter(params, entity.list.filters).filter,
    ...readViewAddress(params, entity.list),
  };
}

/** The address of what a list shows, without what is not used. */
export function writeListAddress({ page, search, sort, filter, ...view }: ListAddress): URLSearchParams {
  return new URLSearchParams([
    ...writeViewAddress(view),
    ...(page > 1 ? [["page", String(page)]] : []),
    ...(search === "" ? [] : [["search", search]]),
    ...(sort === undefined
      ? []
      : [
          ["sort", sort.field],
          ["order", sort.order],
        ]),
    ...formatListFilter(filter),
  ]);
}

export function queryOf({ page, search, sort, filter }: ListAddress, limit: number): ListQuery {
  return {
    page,
    limit,
    nameQuery: search,
    sortField: sort?.field ?? "",
    sortOrder: sort?.order ?? "",
    filter,
  };
}

export type Go = ChangeAddress<ListAddress>;

/** What the list shows lives in the address alone. */
export function useListAddress(entity: Entity): readonly [ListAddress, Go] {
  const [params] = useSearchParams();
  const address = useMemo(() => readListAddress(params, entity), [params, entity]);
  const go = useAddressChange(address, listQuery);
  // What makes no sense leaves the address, so that nothing else is kept or handed on than what is shown.
  const isClean = isSame(params, writeListAddress(address));
  useEffect(() => {
    if (!isClean) go({}, { replace: true });
  }, [isClean, go]);
  return [address, go];
}

const listQuery = (address: ListAddress) => readable(writeListAddress(address));

/** Brackets mean nothing in a query: people read and send them as they are. */
export function readable(params: URLSearchParams): string {
  return String(params).replaceAll("%5B", "[").replaceAll("%5D", "]");
}

export function isSame(one: URLSearchParams, other: URLSearchParams): boolean {
  const sorted = (params: URLSearchParams) => String(new URLSearchParams([...params].sort()));
  return sorted(one) === sorted(other);
}
