import type { StoredRecord } from "../../model/record.ts";
import type { Account } from "../http/request.ts";
import { cutRecord } from "../records/complete-record.ts";
import type { EntityRuntime, EntityRuntimes } from "../records/entity-runtime.ts";
import {
  type EntityRights,
  listedFor,
  maySortBy,
  mayUse,
  rightsOf,
  sees,
} from "../records/rights/entity-rights.ts";
import type { Store, StoreView } from "../store/store.ts";
import type { StoreListQuery } from "../store/store-queries.ts";

type Without = StoreListQuery["without"];

/**
 * The store as this account may read it with the served config: hidden records do not exist, unreadable fields are empty
 * and never sorted or searched by. It has no referrers and no users of images: only deletions ask for them.
 */
export function accountStore(store: Store, { entities }: EntityRuntimes, account: Account): Store {
  return { ...store, read: (work) => store.read((view) => work(accountView(view, entities, account))) };
}

function accountView(view: StoreView, entities: EntityRuntimes["entities"], account: Account): StoreView {
  const seen = (table: string, records: readonly StoredRecord[]): StoredRecord[] => {
    const target = entities.get(table);
    if (target === undefined) return [];
    const rights = rightsOf(account, target);
    if (rights.access === "none") return [];
    return records.filter((record) => sees(rights, record)).map((record) => cut(record, target, rights));
  };
  /** What of a query the account may ask; undefined: nothing. */
  const mayAsk = (table: string, query: StoreListQuery): StoreListQuery | undefined => {
    const target = entities.get(table);
    if (target === undefined) return undefined;
    const rights = rightsOf(account, target);
    if (rights.access === "none") return undefined;
    const { without, filter = [], searchAny } = query;
    const mayName = (path: string) => mayUse(account, target, rights, path);
    const maySort = (path: string) => maySortBy(account, target, rights, path);
    const { without: hidden, ...listed } = listedFor(rights, filter);
    // A list can hide by one field only.
    const isBoth = hidden !== undefined && without !== undefined && hidden.field !== without.field;
    if (isBoth || ![...filter, ...(searchAny?.or ?? [])].every(({ field }) => mayName(field)))
      return undefined;
    const both = union(hidden, without);
    return { ...narrowQuery(query, maySort, mayName), ...listed, ...(both ? { without: both } : {}) };
  };
  const one = (table: string, record: StoredRecord | undefined) => record && seen(table, [record])[0];
  return {
    async list(table, query) {
      const target = entities.get(table);
      const asked = mayAsk(table, query);
      if (target === undefined || asked === undefined) return { records: [], total: 0 };
      const answer = await view.list(table, asked);
      const rights = rightsOf(account, target);
      return { ...answer, records: answer.records.map((record) => cut(record, target, rights)) };
    },
    async listIds(table, query) {
      const asked = mayAsk(table, query);
      return asked === undefined ? [] : view.listIds(table, asked);
    },
    get: async (table, id) => one(table, await view.get(table, id)),
    getMany: async (table, ids) => seen(table, await view.getMany(table, ids)),
    walk: async (table, after, limit) => seen(table, await view.walk(table, after, limit)),
    findBy: async (table, column, value) => one(table, await view.findBy(table, column, value)),
    async count(table, filter = []) {
      const target = entities.get(table);
      if (target === undefined) return 0;
      const rights = rightsOf(account, target);
      const mayCount = rights.access === "full" && rights.without === undefined;
      if (!mayCount || !filter.every(({ field }) => mayUse(account, target, rights, field))) return 0;
      const all = [...rights.records.view, ...filter];
      return view.count(table, all.length === 0 ? undefined : all);
    },
    async groups(table, query) {
      const target = entities.get(table);
      if (target === undefined) return { groups: [] };
      const rights = rightsOf(account, target);
      const { by, sum, filter = [], without } = query;
      const named = [by, ...(sum === undefined ? [] : [sum]), ...filter.map(({ field }) => field)];
      const mayGroup =
        rights.access === "full" && named.every((path) => mayUse(account, target, rights, path));
      const { without: hidden, ...listed } = listedFor(rights, filter);
      const isBoth = hidden !== undefined && without !== undefined && hidden.field !== without.field;
      if (!mayGroup || isBoth) return { groups: [] };
      const both = union(hidden, without);
      return view.groups(table, { ...query, ...listed, ...(both ? { without: both } : {}) });
    },
    referrers: async () => ({ first: [], count: 0 }),
    referrerIds: async () => [],
    imageUsers: async () => [],
    // They tell nothing of records, or whoever asks checks the rights to the record.
    session: view.session,
    sessionAccount: view.sessionAccount,
    image: view.image,
    imageBytes: view.imageBytes,
    imagesOf: view.imagesOf,
    journal: view.journal,
    journalEntry: view.journalEntry,
    bin: view.bin,
    binned: view.binned,
    binnedImageBytes: view.binnedImageBytes,
    preferences: view.preferences,
    setting: view.setting,
    settings: view.settings,
  };
}

function union(one: Without, other: Without): Without {
  if (one === undefined || other === undefined) return one ?? other;
  return { field: one.field, values: [...new Set([...one.values, ...other.values])] };
}

/** The query, newest first where its sort is not allowed, and without its search where that looks into fields that are not allowed. */
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

function cut(record: StoredRecord, { fields }: EntityRuntime, { access, views }: EntityRights): StoredRecord {
  const { _id, createdAt } = record;
  if (access === "full") {
    const unseen = fields.filter(({ name }) => !views.has(name)).map(({ name }) => [name, null] as const);
    return unseen.length === 0 ? record : { ...record, ...Object.fromEntries(unseen) };
  }
  const own = {
    _id,
    createdAt,
    updatedAt: createdAt,
    updatedBy: null,
    updatedById: null,
    isProtected: false,
  };
  return { ...cutRecord(record, views), ...own };
}
