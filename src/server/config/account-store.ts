import type { StoredRecord } from "../../model/record.ts";
import type { Account } from "../http/request.ts";
import { cutRecord } from "../records/complete-record.ts";
import { type EntityRuntimes, type ReadAccess, readAccess } from "../records/entity-runtime.ts";
import type { Store, StoreListQuery, StoreView } from "../store/store.ts";

type Without = StoreListQuery["without"];

/** What an account sees of a table. */
interface Sight {
  readonly access: ReadAccess;
  /** Which records it does not see. */
  readonly hidden: Without;
}

/**
 * The store as this account may read it with what is served, whatever is asked of it: records that it does not see are not
 * there, fields that it may not read are empty, and nothing is sorted or searched by them. Nothing tells who refers to a
 * record or uses an image: only whoever deletes it asks.
 */
export function accountStore(store: Store, { entities }: EntityRuntimes, account: Account): Store {
  const sight = (table: string): Sight => {
    const found = entities.get(table);
    return {
      access: found === undefined ? undefined : readAccess(account, found),
      hidden: found?.rules.hidden?.({ account }),
    };
  };
  return { ...store, read: (work) => store.read((view) => work(accountView(view, sight))) };
}

function accountView(view: StoreView, sight: (table: string) => Sight): StoreView {
  const several = async (table: string, found: Promise<StoredRecord[]>) => {
    const { access, hidden } = sight(table);
    if (access === undefined) return [];
    const isSeen = (record: StoredRecord) =>
      hidden === undefined || !hidden.values.includes(String(record[hidden.field]));
    return (await found).filter(isSeen).map((record) => cut(record, access));
  };
  const one = async (table: string, found: Promise<StoredRecord | undefined>) =>
    (
      await several(
        table,
        found.then((record) => (record === undefined ? [] : [record])),
      )
    )[0];
  return {
    ...view,
    async list(table, query) {
      const { access, hidden } = sight(table);
      const { without } = query;
      // a list hides by one field alone
      const isBoth = hidden !== undefined && without !== undefined && hidden.field !== without.field;
      if (access === undefined || isBoth) return { records: [], total: 0 };
      const both = union(hidden, without);
      const asked = access === "full" ? query : readable(query, access);
      const { records, total } = await view.list(table, { ...asked, ...(both ? { without: both } : {}) });
      return { records: records.map((record) => cut(record, access)), total };
    },
    get: (table, id) => one(table, view.get(table, id)),
    getMany: (table, ids) => several(table, view.getMany(table, ids)),
    walk: (table, after, limit) => several(table, view.walk(table, after, limit)),
    findBy: (table, column, value) => one(table, view.findBy(table, column, value)),
    async count(table, where) {
      const { access, hidden } = sight(table);
      return access === "full" && hidden === undefined ? view.count(table, where) : 0;
    },
    referrers: async () => ({ first: [], count: 0 }),
    imageUsers: async () => [],
  };
}

function union(one: Without, other: Without): Without {
  if (one === undefined || other === undefined) return one ?? other;
  return { field: one.field, values: [...new Set([...one.values, ...other.values])] };
}

/** The query with what of it shows no more than these fields. */
function readable({ sort, search, ...query }: StoreListQuery, fields: ReadonlySet<string>): StoreListQuery {
  return {
    ...query,
    sort: fields.has(sort.field) ? sort : { field: "createdAt", order: "desc" },
    ...(search !== undefined && fields.has(search.field) ? { search } : {}),
  };
}

function cut(record: StoredRecord, access: "full" | ReadonlySet<string>): StoredRecord {
  if (access === "full") return record;
  const { _id, createdAt } = record;
  const own = { _id, createdAt, updatedAt: createdAt, updatedBy: null, isProtected: false };
  return { ...cutRecord(record, access), ...own };
}
