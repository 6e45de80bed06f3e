import type { Entity } from "../../../src/model/entity.ts";
import { isInLists } from "../../../src/model/fields-in-lists.ts";
import type { ListFilter } from "../../../src/model/list/list-filter.ts";
import type { EntityRuntime } from "../../../src/server/records/entity-runtime.ts";
import { inverseFields } from "../../../src/server/records/referring/inverse-filters.ts";
import type { HeavyRequest } from "./heavy-request.ts";
import { longestTexts, UNIT } from "./longest-values.ts";
import { RUNS } from "./measure.ts";
import { LONG, type Seeded } from "./seed.ts";

/** Pages, filters and searches of a list, from the first to far behind the last. */
export function listRequests(entity: Entity): readonly HeavyRequest[] {
  const path = entity.endpoints.list;
  const sorts = entity.list.columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ field }) => [`sortField=${field}&sortOrder=asc`, `sortField=${field}&sortOrder=desc`]);
  return [
    ...["", ...sorts].flatMap((sort) =>
      [3, 500, 1_000_000].map((page) => ({
        what: `page ${page} of ${sort}`,
        path: `${path}?limit=100&page=${page}&${sort}`,
      })),
    ),
    { what: "the longest", path: `${path}?limit=100`, answers: longestPage(entity) },
    ...entity.list.views.flatMap(({ id }) =>
      [1, 500].map((page) => ({
        what: `page ${page} of the view ${id}`,
        path: `${path}?limit=100&page=${page}&view=${id}`,
      })),
    ),
    ...filterRequests(entity, [sorts[0] ?? "", sorts.at(-1) ?? ""]),
    ...SEARCHES.flatMap((search) =>
      [sorts[0] ?? "", sorts.at(-1) ?? ""].map((sort) => ({
        what: `search for ${search.slice(0, 12)} (${search.length}) by ${sort}`,
        path: `${path}?limit=100&${sort}&nameQuery=${encodeURIComponent(search)}`,
      })),
    ),
  ];
}

/**
 * Each filter of a list, in its own order and in others, with a search; as many as there may be; with searches. But for `RUNS`,
 * each filter is asked in one of these ways, in turn.
 */
function filterRequests({ endpoints, list }: Entity, sorts: readonly string[]): readonly HeavyRequest[] {
  const asked = list.filters.flatMap(heavyFilters);
  if (asked.length === 0) return [];
  // What holds for many together, and what does not hold for any.
  const all = list.filters.map((filter) => heavyFilters(filter)[0] ?? "").join("&");
  const others = list.filters.map((filter) => heavyFilters(filter).at(-1) ?? "").join("&");
  const request = (filter: string, more = "") => ({
    what: `${filter.slice(0, 60)} ${more}`,
    path: `${endpoints.list}?limit=100&${filter}&${more}`,
  });
  const ways = ["", "page=90", "page=1000000", "nameQuery=common", ...sorts];
  return [
    ...asked.flatMap((filter, at) =>
      (RUNS > 0 ? ways : [ways[at % ways.length] ?? ""]).map((more) => request(filter, more)),
    ),
    ...[all, others].flatMap((filter) =>
      ["", ...sorts].flatMap((sort) =>
        ["", "m", "common", "zz", FEW_LONG].map((search) => request(filter, `${sort}&nameQuery=${search}`)),
      ),
    ),
  ];
}

/** What inverse lists ask, of the record to which most of them refer. */
export function inverseRequests(
  { config, entity }: EntityRuntime,
  { many }: Seeded,
): readonly HeavyRequest[] {
  const sorts = entity.list.columns.flatMap(({ field, sortable }) =>
    sortable ? [`sortField=${field}&sortOrder=asc`, `sortField=${field}&sortOrder=desc`] : [],
  );
  return inverseFields(config, entity).flatMap((path) => {
    const field = entity.fields.find(({ name }) => name === path);
    const id = many.get(field?.reference?.entity ?? "")?.at(-1) ?? "";
    return ["", ...sorts].flatMap((sort) =>
      [1, 900, 1_000_000].map((page) => ({
        what: `page ${page} of an inverse list by ${path}, ${sort}`,
        path: `${entity.endpoints.list}?limit=100&page=${page}&${sort}&filter[${path}]=${id}`,
      })),
    );
  });
}

/** From what holds for most records to what holds for fewest. */
function heavyFilters({ field, kind, values = [] }: ListFilter): readonly string[] {
  const on = (op: string, value: string | number) => `filter[${field}]${op}=${encodeURIComponent(value)}`;
  const some = [on("[empty]", "false"), on("[empty]", "true")];
  switch (kind) {
    case "boolean":
      return [on("", "true"), on("", "false"), ...some];
    case "choice": {
      const names = values.map(({ value }) => on("[in]", value)).join("&");
      return [names, ...values.map(({ value }) => on("", value)), ...some];
    }
    case "number":
      return [on("[gte]", -1e9), on("[gte]", 48), `${on("[gte]", 3)}&${on("[lte]", 4)}`, on("", 7), ...some];
    case "date":
      return [on("[gte]", "today-36500"), on("[lte]", "2020-01-01"), on("", "2020-01-01"), ...some];
    case "reference":
    case "text":
      return [
        on("[empty]", "false"),
        Array.from({ length: 100 }, (_, at) => on("[in]", `none-${at}`)).join("&"),
        on("[empty]", "true"),
      ];
    case "filled":
      return some;
  }
}

/** Bytes of the longest records, their texts alone. */
function longestPage({ fields, list }: Entity): number {
  const texts = longestTexts(fields.filter(({ schema }) => isInLists(schema)));
  const bytes = [...texts].map(([name, text]) =>
    name === list.defaultSort.field ? 0 : Buffer.byteLength(text),
  );
  return LONG * bytes.reduce((sum, one) => sum + one, 0);
}

/** Only the longest records have it. */
const FEW_LONG = UNIT.repeat(3);

/** From what nearly all have to what none can; the longest that fits in an address. */
const SEARCHES = [
  "m",
  "mm",
  "common",
  "common 12345",
  FEW_LONG,
  "common 1".repeat(12),
  "mo".repeat(3_000),
  "x".repeat(6_000),
];
