import type { Entity } from "../../model/entity.ts";
import type { ListView } from "../../model/list/list-view.ts";
import { MAX_LIMIT } from "../../model/list/list-view.ts";
import { plainFilter } from "../../record/filter.ts";
import { parseListFilter } from "../../wire/list-filter-query.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../http/request.ts";
import type { StoreListQuery } from "../store/store.ts";
import { findReferred, searchedFor } from "./asked-search.ts";
import { badQuery } from "./bad-query.ts";
import { cutRecord } from "./complete-record.ts";
import {
  answerOf,
  type EntityRuntime,
  type ReadAccess,
  readAccess,
  visibleRecord,
} from "./entity-runtime.ts";
import { expandReferences } from "./expand-references.ts";
import { filterFor, findView } from "./list-views.ts";
import type { WriteServices } from "./record-rules.ts";

/** `GET` of a list: a page of records and how many there are. */
export async function answerList(
  target: EntityRuntime,
  { effects }: WriteServices,
  request: ApiRequest,
): Promise<Answer> {
  const { config, entity, rules } = target;
  const access = mustRead(target, request);
  const { pageSize } = config.app.limits;
  const now = effects.now();
  const view = viewOf(request, entity, access);
  const asked = listFilter(request, target, access, now);
  const filter = view?.filter === undefined ? [] : await filterFor(view.filter, target, request, now);
  const query = {
    ...listRequest(request.query, entity, access, pageSize, view),
    ...(filter.length === 0 ? asked : { filter: [...filter, ...(asked.filter ?? [])] }),
  };
  const without = rules.hidden?.(request);
  const search = searchedFor(request.query, entity, (field) => mayUse(access, field));
  const body = await request.store.read(async (view) => {
    const { isPartial, ...asked } = await findReferred(view, target, request, search);
    const page = await view.list(entity.id, {
      ...query,
      ...asked,
      ...(without === undefined ? {} : { without }),
    });
    const records = page.records.map((record) => answerOf(target, record, target.listedFields));
    const shown =
      access === "full"
        ? await expandReferences(request, view, target, records)
        : records.map((record) => cutRecord(record, access));
    const { records: _, ...counted } = page;
    return { [entity.listKey]: shown, ...counted, ...(isPartial === true ? { isPartial } : {}) };
  });
  return { status: 200, body };
}

/** `GET` of one record: every reference is the plain id. */
export async function answerRecord(target: EntityRuntime, request: ApiRequest): Promise<Answer> {
  const access = mustRead(target, request);
  const id = pathPart(request, "id");
  const stored = await request.store.read((view) => visibleRecord(request, view, target, id));
  const record = answerOf(target, stored);
  return { status: 200, body: access === "full" ? record : cutRecord(record, access) };
}

/** Throws FORBIDDEN. */
function mustRead(target: EntityRuntime, { account }: ApiRequest): ReadAccess {
  const access = readAccess(account, target);
  if (access === undefined) throw new ApiError("FORBIDDEN");
  return access;
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
  entity: Entity,
  access: ReadAccess,
  pageSize: number,
  view: ListView | undefined,
): Omit<StoreListQuery, "without"> {
  const page = Math.min(wholeNumber(query, "page", 1, Number.MAX_VALUE), LAST_PAGE);
  const limit = wholeNumber(query, "limit", pageSize, MAX_LIMIT);
  return { offset: (page - 1) * limit, limit, sort: sortOf(query, entity, access, view) };
}

function wholeNumber(query: URLSearchParams, name: string, unset: number, max: number): number {
  const text = query.get(name) ?? "";
  if (text === "") return unset;
  const value = WHOLE_NUMBER.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw badQuery(name);
  return value;
}

/** The view that is asked for. Throws BAD_REQUEST in the same words for one that there is not and for another role's. */
function viewOf({ query, account }: ApiRequest, entity: Entity, access: ReadAccess): ListView | undefined {
  const id = query.get("view") ?? "";
  if (id === "") return undefined;
  const view = findView(entity, id, account, access);
  if (view === undefined) throw badQuery("view");
  return view;
}

function sortOf(
  query: URLSearchParams,
  entity: Entity,
  access: ReadAccess,
  view: ListView | undefined,
): StoreListQuery["sort"] {
  const field = query.get("sortField") ?? "";
  const order = query.get("sortOrder") ?? "";
  if (field === "" || order === "") {
    const defaultSort = view?.sort ?? entity.list.defaultSort;
    // Newest first is open to everybody: the `_id`s reveal it anyway.
    return mayUse(access, defaultSort.field) ? defaultSort : { field: "createdAt", order: "desc" };
  }
  if (order !== "asc" && order !== "desc") throw badQuery("sortOrder");
  const column = entity.list.columns.find((one) => one.field === field && one.sortable);
  if (column === undefined || !mayUse(access, field)) throw badQuery("sortField");
  return { field, order };
}

/** The declared filters that a request names, for a page of the list. Throws BAD_REQUEST, also for a field that the account may not read. */
function listFilter(
  { account, query }: ApiRequest,
  { config: { app }, entity }: EntityRuntime,
  access: ReadAccess,
  now: Date,
): Pick<StoreListQuery, "filter"> {
  const filters = entity.list.filters.filter(({ field }) => mayUse(access, field));
  const { filter, refused } = parseListFilter(query, filters);
  if (refused !== undefined) throw badQuery(refused);
  if (filter.length === 0) return {};
  const isMoment = (name: string) =>
    filters.some(({ field, isMoment }) => field === name && isMoment === true);
  const asking = { account: account && { _id: account._id }, now, timeZone: app.timeZone };
  return { filter: plainFilter(filter, isMoment, asking) };
}

/** A dotted field reaches into another record: it takes full access. */
function mayUse(access: ReadAccess, field: string): boolean {
  return access === "full" || access.has(field);
}
