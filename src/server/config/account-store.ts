import type { PlainFilter } from "../../model/filter.ts";
import type { StoredRecord } from "../../model/record.ts";
import type { Account } from "../http/request.ts";
import { cutRecord } from "../records/complete-record.ts";
import { type EntityRuntimes, type ReadAccess, readAccess } from "../records/entity-runtime.ts";
import type { Store, StoreListQuery, StoreView } from "../store/store.ts";

type Without = StoreListQuery["without"];

/**
 * The store as this account may read it with the served config: hidden records do not exist, unreadable fields are empty
 * and never sorted or searched by. It has no referrers and no users of images: only deletions ask for them.
 */
export function accountStore(store: Store, { entities }: EntityRuntimes, account: Account): Store {
  return { ...store, read: (work) => store.read((view) => work(accountView(view, entities, account))) };
}

function accountView(view: StoreView, entities: EntityRuntimes["entities"], account: Account): StoreView {
  const rights = (table: string) => {
    const target = entities.get(table);
    const access = target && readAccess(account, target);
    return { access, hidden: target?.rules.hidden?.({ account }) };
  };
  const seen = (table: string, records: readonly StoredRecord[]): StoredRecord[] => {
    const { access, hidden } = rights(table);
    if (access === undefined) return [];
    const isHidden = (record: StoredRecord) => hidden?.values.includes(String(record[hidden.field])) === true;
    return records.filter((record) => !isHidden(record)).map((record) => cut(record, access));
  };
  /** What of a query the account may ask; undefined: nothing. */
  const mayAsk = (table: string, query: StoreListQuery): StoreListQuery | undefined => {
    const { access, hidden } = rights(table);
    const { without, filter = [], searchAny } = query;
    // A list can hide by one field only.
    const isBoth = hidden !== undefined && without !== undefined && hidden.field !== without.field;
    if (access === undefined || isBoth) return undefined;
    if (!mayFilter(access, filter) || !mayFilter(access, searchAny?.or ?? [])) return undefined;
    const both = union(hidden, without);
    const asked = access === "full" ? query : narrowQuery(query, (field) => access.has(field));
    return { ...asked, ...(both ? { without: both } : {}) };
  };
  const one = (table: string, record: StoredRecord | undefined) => record && seen(table, [record])[0];
  return {
    ...view,
    async list(table, query) {
      const { access } = rights(table);
      const asked = mayAsk(table, query);
      if (access === undefined || asked === undefined) return { records: [], total: 0 };
      const answer = await view.list(table, asked);
      return { ...answer, records: answer.records.map((record) => cut(record, access)) };
    },
    async listIds(table, query) {
      const asked = mayAsk(table, query);
      return asked === undefined ? [] : view.listIds(table, asked);
    },
    get: async (table, id) => one(table, await view.get(table, id)),
    getMany: async (table, ids) => seen(table, await view.getMany(table, ids)),
    walk: async (table, after, limit) => seen(table, await view.walk(table, after, limit)),
    findBy: async (table, column, value) => one(table, await view.findBy(table, column, value)),
    async count(table, filter) {
      const { access, hidden } = rights(table);
      return access === "full" && hidden === undefined ? view.count(table, filter) : 0;
    },
    referrers: async () => ({ first: [], count: 0 }),
    imageUsers: async () => [],
  };
}

function mayFilter(access: ReadAccess, filter: PlainFilter): boolean {
  return access === "full" || filter.every(({ field }) => access.has(field));
}

function union(one: Without, other: Without): Without {
  if (one === undefined || other === undefined) return one ?? other;
  return { field: one.field, values: [...new Set([...one.values, ...other.values])] };
}

/** The query with newest first in place of another sort, and without another search, or one in other fields too. */
export function narrowQuery(
  { sort, search, searchAny, ...query }: StoreListQuery,
  maySort: (field: string) => boolean,
  maySearch = maySort,
): StoreListQuery {
  return {
    ...query,
    sort: maySort(sort.field) ? sort : { field: "createdAt", order: "desc" },
    ...(search !== undefined && maySearch(search.field) ? { search } : {}),
    ...(searchAny?.fields.every(maySearch) === true ? { searchAny } : {}),
  };
}

function cut(record: StoredRecord, access: ReadAccess): StoredRecord {
  if (access === "full") return record;
  const { _id, createdAt } = record;
  const own = { _id, createdAt, updatedAt: createdAt, updatedBy: null, isProtected: false };
  return { ...cutRecord(record, access), ...own };
}
