import type { Filter } from "../../model/filter.ts";
import { type ListView, MAX_LIMIT } from "../../model/list/list-view.ts";
import { EXPAND } from "../../wire/expand-query.ts";
import { parseListFilter } from "../../wire/list-filter-query.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../http/request.ts";
import type { StoreListQuery } from "../store/store-queries.ts";
import { findReferred, searchedFor } from "./asked-search.ts";
import { badQuery } from "./bad-query.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { expandReferences } from "./expand-references.ts";
import { filterFor, findView, type SeenPaths } from "./list-views.ts";
import { allFilters } from "./referring/inverse-filters.ts";
import { type EntityRights, listedFor, maySortBy, mayUse, rightsOf } from "./rights/entity-rights.ts";
import { seenAccountsHeader } from "./rights/seen-account.ts";
import { answerOf, visibleRecord } from "./rights/visible-record.ts";
import { versionHeadersFor } from "./seen-version.ts";

/** `GET` of a list: a page of records and how many there are. */
export async function answerList(target: EntityRuntime, request: ApiRequest): Promise<Answer> {
  const { entity, listedFields } = target;
  const rights = mustRead(target, request);
  const seen: SeenPaths = {
    mayName: (path) => mayUse(request.account, target, rights, path),
    maySort: (path) => maySortBy(request.account, target, rights, path),
  };
  const view = viewOf(request, target, rights, seen);
  const filter = [...(view?.filter ?? []), ...listFilter(request, target, seen)];
  const query = {
    ...listRequest(request.query, target, seen, view),
    ...listedFor(rights, filterFor(filter, target, request)),
  };
  const search = searchedFor(request.query, entity, seen.mayName);
  const answer = await request.store.read(async (view) => {
    const { isPartial, ...asked } = await findReferred(view, target, request, search);
    const page = await view.list(entity.id, { ...query, ...asked });
    const records = page.records.map((record) => answerOf(target, record, rights, listedFields));
    const isWhole = rights.access === "full";
    const shown = await expandReferences(request, view, isWhole ? target : titleOnly(target), records);
    const { records: _, ...counted } = page;
    const body = { [entity.listKey]: shown, ...counted, ...(isPartial === true ? { isPartial } : {}) };
    return { body, headers: isWhole ? await seenAccountsHeader(request, view, target, page.records) : {} };
  });
  return { status: 200, ...answer };
}

/** What names a record to whoever reads it through references alone, and where one that is chosen is named. */
function titleOnly({ titleExpansions, entities }: EntityRuntime) {
  return { expansions: titleExpansions, entities };
}

/** `GET` of one record: every reference is the plain id, but where `EXPAND` asks for those that the title leads through. */
export async function answerRecord(target: EntityRuntime, request: ApiRequest): Promise<Answer> {
  const rights = mustRead(target, request);
  const id = pathPart(request, "id");
  const expand = request.query.get(EXPAND.name) ?? "";
  if (expand !== "" && expand !== EXPAND.title) throw badQuery(EXPAND.name);
  return request.store.read(async (view) => {
    const stored = await visibleRecord(request, view, target, id);
    const { headers } = versionHeadersFor(rights, stored);
    const seen = headers && (await seenAccountsHeader(request, view, target, [stored]));
    const record = answerOf(target, stored, rights);
    const [body] =
      expand === "" ? [record] : await expandReferences(request, view, titleOnly(target), [record]);
    return { status: 200, body, headers: { ...headers, ...seen } };
  });
}

/** Throws FORBIDDEN. */
function mustRead(target: EntityRuntime, { account }: ApiRequest): EntityRights {
  const rights = rightsOf(account, target);
  if (rights.access === "none") throw new ApiError("FORBIDDEN");
  return rights;
}

/** More than any table has; keeps the offset in the range of every engine. */
const LAST_PAGE = 1_000_000_000;
const WHOLE_NUMBER = /^\d+$/;

/**
 * What a list request asks of the store. Empty values count as absent. Throws BAD_REQUEST for a sort or search that the
 * list does not offer, or by a field that the account may not read.
 */
function listRequest(
  query: URLSearchParams,
  { config, entity: { list } }: EntityRuntime,
  seen: SeenPaths,
  view: ListView | undefined,
): Omit<StoreListQuery, "without"> {
  const { pageSize } = config.app.limits;
  const page = Math.min(wholeNumber(query, "page", 1, Number.MAX_VALUE), LAST_PAGE);
  const limit = wholeNumber(query, "limit", pageSize, MAX_LIMIT);
  return { offset: (page - 1) * limit, limit, sort: sortOf(query, list, seen, view) };
}

function wholeNumber(query: URLSearchParams, name: string, unset: number, max: number): number {
  const text = query.get(name) ?? "";
  if (text === "") return unset;
  const value = WHOLE_NUMBER.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw badQuery(name);
  return value;
}

/** The view that is asked for. Throws BAD_REQUEST in the same words for one that there is not and for another role's. */
function viewOf(
  { query, account }: ApiRequest,
  { entity }: EntityRuntime,
  { access }: EntityRights,
  seen: SeenPaths,
): ListView | undefined {
  const id = query.get("view") ?? "";
  if (id === "") return undefined;
  const found = account === undefined || access !== "full" ? undefined : findView(entity, id, account, seen);
  if (found === undefined) throw badQuery("view");
  return found;
}

function sortOf(
  query: URLSearchParams,
  list: EntityRuntime["entity"]["list"],
  { maySort }: SeenPaths,
  view: ListView | undefined,
): StoreListQuery["sort"] {
  const field = query.get("sortField") ?? "";
  const order = query.get("sortOrder") ?? "";
  if (field === "" || order === "") {
    const defaultSort = view?.sort ?? list.defaultSort;
    // Newest first is open to everybody: the `_id`s reveal it anyway.
    return maySort(defaultSort.field) ? defaultSort : { field: "createdAt", order: "desc" };
  }
  if (order !== "asc" && order !== "desc") throw badQuery("sortOrder");
  const column = list.columns.find((one) => one.field === field && one.sortable);
  if (column === undefined || !maySort(field)) throw badQuery("sortField");
  return { field, order };
}

/**
 * The filters that a request names: declared ones, and those of inverse lists. Throws BAD_REQUEST, also for a field that the
 * account may not read.
 */
function listFilter(
  { query }: ApiRequest,
  { config, entity }: EntityRuntime,
  { mayName }: SeenPaths,
): Filter {
  const filters = allFilters(config, entity).filter(({ field }) => mayName(field));
  const { filter, refused } = parseListFilter(query, filters);
  if (refused !== undefined) throw badQuery(refused);
  return filter;
}
