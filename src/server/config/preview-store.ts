import type { Json, StoredRecord } from "../../model/record.ts";
import type { ColumnShape, Store, StoreListQuery, StoreView, TableShape } from "../store/store.ts";

/**
 * A store as a draft of the config would see it, to read from only: the stored records with their values converted to the
 * draft's kinds (one that cannot be converted is shown as it is, what would be saved is refused for it; a secret, never) and
 * new fields at their default. What the served config does not keep ready cannot be asked: an entity that it does not have
 * is empty, a list sorted by what it does not sort by has the newest first, a search in what it does not search finds
 * everything, a unique value that it does not keep is not found. A list that is to hide records by what it cannot hide by
 * is empty.
 */
export function previewStore(store: Store, draft: readonly TableShape[]): Store {
  const wanted = new Map(draft.map((shape) => [shape.table, shape]));
  const sides = (table: string): Sides => ({
    stored: store.appliedShapes().find((shape) => shape.table === table),
    drafted: wanted.get(table),
  });
  const refuse = () => Promise.reject(new Error("A draft of the config is only looked at."));
  return {
    applyShapes: refuse,
    resume: refuse,
    trouble: () => store.trouble(),
    unconvertible: (tables) => store.unconvertible(tables),
    appliedShapes: () => draft,
    read: (work) => store.read((view) => work(previewView(view, sides))),
    write: refuse,
    maintain: refuse,
    close: refuse,
  };
}

/** So long values are converted between two turns of everyone else. */
const MAX_SLICE_MS = 10;

/** A table as it is stored, and as the draft has it. */
interface Sides {
  readonly stored: TableShape | undefined;
  readonly drafted: TableShape | undefined;
}

function previewView(view: StoreView, sides: (table: string) => Sides): StoreView {
  /** Reads where both have the table. The draft's own mistakes are as loud as those of any caller. */
  const asking = async <T>(
    table: string,
    none: T,
    ask: (stored: TableShape, show: Show) => Promise<T>,
  ): Promise<T> => {
    const { stored, drafted } = sides(table);
    if (drafted === undefined) throw new Error(`The draft has no table ${JSON.stringify(table)}.`);
    return stored === undefined ? none : ask(stored, showing(stored, drafted));
  };
  /** Records of a list with what the stored lists leave out, where the draft's do not. */
  const whole = async (table: string, records: StoredRecord[]): Promise<StoredRecord[]> => {
    const { stored, drafted } = sides(table);
    const isLeftOut = (shape: TableShape | undefined, name: string) =>
      shape?.columns.find((column) => column.name === name)?.unlisted === true;
    if (!drafted?.columns.some(({ name, unlisted }) => unlisted !== true && isLeftOut(stored, name)))
      return records;
    const read: StoredRecord[] = [];
    for (const record of records) {
      // What lists leave out is long: others come between.
      await new Promise((resolve) => setImmediate(resolve));
      read.push((await view.get(table, record._id)) ?? record);
    }
    return read;
  };
  const one = async (record: Promise<StoredRecord | undefined>, show: Show) => {
    const found = await record;
    return found === undefined ? undefined : show(found);
  };
  return {
    list: (table, query) =>
      asking(table, { records: [], total: 0 }, async (stored, show) => {
        const { without } = query;
        if (without !== undefined && !stored.filters.includes(without.field))
          return { records: [], total: 0 };
        const { records, total } = await view.list(table, listable(stored, query));
        return { records: await showAll(await whole(table, records), show), total };
      }),
    get: (table, id) => asking(table, undefined, (_, show) => one(view.get(table, id), show)),
    getMany: (table, ids) =>
      asking(table, [], async (_, show) => showAll(await whole(table, await view.getMany(table, ids)), show)),
    walk: (table, after, limit) =>
      asking(table, [], async (_, show) => showAll(await view.walk(table, after, limit), show)),
    findBy: (table, column, value) =>
      asking(table, undefined, async (stored, show) =>
        stored.unique.includes(column) ? one(view.findBy(table, column, value), show) : undefined,
      ),
    count: (table, where) =>
      asking(table, 0, async (stored) =>
        where === undefined || stored.filters.includes(where.field) ? view.count(table, where) : 0,
      ),
    async referrers(table, id, limit) {
      const none = { first: [], count: 0 };
      const found = await asking(table, none, () => view.referrers(table, id, limit));
      return {
        ...found,
        first: found.first.filter((referrer) => sides(referrer.table).drafted !== undefined),
      };
    },
    session: (tokenHash) => view.session(tokenHash),
    sessionAccount: (tokenHash, table) =>
      asking(table, undefined, async (_, show) => {
        const found = await view.sessionAccount(tokenHash, table);
        return found && { ...found, record: await show(found.record) };
      }),
    image: (fileName) => view.image(fileName),
    imageBytes: (fileName, size) => view.imageBytes(fileName, size),
    imagesOf: (table, id) => view.imagesOf(table, id),
    imageUsers: (fileName, after, limit) => view.imageUsers(fileName, after, limit),
    setting: (key) => view.setting(key),
    settings: (prefix) => view.settings(prefix),
  };
}

/** The query with what of it the stored table can answer. */
function listable(stored: TableShape, { sort, search, ...query }: StoreListQuery): StoreListQuery {
  return {
    ...query,
    sort: stored.sorts.includes(sort.field) ? sort : { field: "createdAt", order: "desc" },
    ...(search !== undefined && stored.search.includes(search.field) ? { search } : {}),
  };
}

type Show = (record: StoredRecord) => Promise<StoredRecord>;

async function showAll(records: readonly StoredRecord[], show: Show): Promise<StoredRecord[]> {
  const shown: StoredRecord[] = [];
  let since = performance.now();
  for (const record of records) {
    shown.push(await show(record));
    if (performance.now() - since < MAX_SLICE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
  return shown;
}

/** A stored record as the draft has it. */
function showing(stored: TableShape, drafted: TableShape): Show {
  const kinds = new Map(stored.columns.map(({ name, kind }) => [name, kind]));
  const become = async (column: ColumnShape, value: Json | undefined): Promise<Json> => {
    const kind = kinds.get(column.name);
    if (kind === undefined) return column.default ?? null;
    if (value === undefined || value === null || column.reveals?.(kind) === true) return null;
    if (kind === column.kind) return value;
    return (await column.convert(value)) ?? value;
  };
  return async (record) => {
    const { _id, createdAt, updatedAt, updatedBy, isProtected } = record;
    const shown: Record<string, Json> = {};
    for (const column of drafted.columns) shown[column.name] = await become(column, record[column.name]);
    return { ...shown, _id, createdAt, updatedAt, updatedBy, isProtected };
  };
}
