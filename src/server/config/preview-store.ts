import type { PlainFilter } from "../../model/filter.ts";
import { type Json, type StoredRecord, SYSTEM_FIELDS } from "../../model/record.ts";
import { splitPath } from "../../record/path.ts";
import { REAL_TURNS, turnWhenDue } from "../in-turns.ts";
import { sampleValue } from "../store/sample-value.ts";
import type { Store, StoreView } from "../store/store.ts";
import type { StoreGroupsQuery, StoreListQuery } from "../store/store-queries.ts";
import type { ColumnShape, TableShape } from "../store/table-shape.ts";
import { narrowQuery } from "./account-store.ts";

/**
 * A read-only store as a draft of the config would see it: stored values are converted to the draft's kinds, new fields have
 * their default. A value that cannot be converted is shown as it is, a sample's as it would be replaced, a secret never.
 * The store has indexes for the served config only, so that a new entity is empty, a new sort is newest first, a new search
 * finds everything, a value that is newly unique is not found, and a list that must hide records by a field without an index
 * is empty. What changes its kind is in no groups.
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
    measure: (now) => store.measure(now),
    trouble: () => store.trouble(),
    watch: (listener) => store.watch(listener),
    unconvertible: (tables) => store.unconvertible(tables),
    appliedShapes: () => draft,
    read: (work) => store.read((view) => work(previewView(view, sides))),
    write: refuse,
    maintain: refuse,
    close: refuse,
  };
}

/** A table as it is stored, and as the draft has it. */
interface Sides {
  readonly stored: TableShape | undefined;
  readonly drafted: TableShape | undefined;
}

function previewView(view: StoreView, sides: (table: string) => Sides): StoreView {
  /** Reads a table of both sides; `none` if it is not stored. Throws for a table that the draft does not have. */
  const asking = async <T>(
    table: string,
    none: T,
    ask: (stored: TableShape, show: Show) => Promise<T>,
  ): Promise<T> => {
    const { stored, drafted } = sides(table);
    if (drafted === undefined) throw new Error(`The draft has no table ${JSON.stringify(table)}.`);
    return stored === undefined ? none : ask(stored, showing(stored, drafted));
  };
  /** Adds the columns that stored lists leave out and the draft's do not. */
  const whole = async (table: string, records: StoredRecord[]): Promise<StoredRecord[]> => {
    const { stored, drafted } = sides(table);
    const isLeftOut = (shape: TableShape | undefined, name: string) =>
      shape?.columns.find((column) => column.name === name)?.unlisted === true;
    if (!drafted?.columns.some(({ name, unlisted }) => unlisted !== true && isLeftOut(stored, name)))
      return records;
    const read: StoredRecord[] = [];
    for (const record of records) {
      // Such values are long: other requests have a turn.
      await REAL_TURNS.turn();
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
        const asked = asStored(stored, query);
        if (asked === undefined) return { records: [], total: 0 };
        const answer = await view.list(table, asked);
        return { ...answer, records: await showAll(await whole(table, answer.records), show) };
      }),
    listIds: (table, query) =>
      asking(table, [], async (stored) => {
        const asked = asStored(stored, query);
        return asked === undefined ? [] : view.listIds(table, asked);
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
    count: (table, filter) =>
      asking(table, 0, async (stored) => (isStored(stored, filter) ? view.count(table, filter) : 0)),
    groups: (table, query) =>
      asking(table, { groups: [] }, async (stored) =>
        isGroupable(stored, sides(table).drafted, query) ? view.groups(table, query) : { groups: [] },
      ),
    referrerIds: async () => [],
    async referrers(table, id, limit, by) {
      const none = { first: [], count: 0 };
      const { first, count } = await asking(table, none, () => view.referrers(table, id, limit, by));
      return { first: first.filter((referrer) => sides(referrer.table).drafted !== undefined), count };
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
    // Of the served config: its values are not those that a draft shows.
    journal: async () => ({ entries: [] }),
    journalEntry: async () => undefined,
    bin: async () => [],
    binned: async () => undefined,
    binnedImageBytes: async () => undefined,
    preferences: (accountId) => view.preferences(accountId),
    setting: (key) => view.setting(key),
    settings: (prefix) => view.settings(prefix),
  };
}

/** A query cut to what the stored table can answer; undefined where that is nothing. */
function asStored(stored: TableShape, query: StoreListQuery): StoreListQuery | undefined {
  const { without, filter, searchAny } = query;
  if (without !== undefined && !stored.filters.includes(without.field)) return undefined;
  if (!isStored(stored, filter) || !isStored(stored, searchAny?.or)) return undefined;
  const isIn = (fields: readonly string[]) => (field: string) => fields.includes(field);
  return narrowQuery(query, isIn(stored.sorts), isIn(stored.search));
}

/** Whether the stored table has the fields of a filter. */
function isStored({ columns }: TableShape, filter: PlainFilter = []): boolean {
  const names: readonly string[] = [...SYSTEM_FIELDS, ...columns.map(({ name }) => name)];
  return filter.every(({ field }) => names.includes(splitPath(field)[0] ?? ""));
}

/** Values of another kind would have to be converted one by one, and secret ones would be told. */
function isGroupable(
  stored: TableShape,
  drafted: TableShape | undefined,
  { by, sum, filter, without }: StoreGroupsQuery,
): boolean {
  const columnOf = (shape: TableShape | undefined, path: string) => {
    const [first = ""] = splitPath(path);
    return shape?.columns.find(({ name }) => name === path || name === first);
  };
  const isSystem = (path: string) => SYSTEM_FIELDS.some((name) => name === path);
  const isSame = (path: string) =>
    isSystem(path) || columnOf(stored, path)?.kind === (columnOf(drafted, path)?.kind ?? "");
  const isHiding = without === undefined || stored.filters.includes(without.field);
  return isHiding && isStored(stored, filter) && isSame(by) && (sum === undefined || isSame(sum));
}

type Show = (record: StoredRecord) => Promise<StoredRecord>;

async function showAll(records: readonly StoredRecord[], show: Show): Promise<StoredRecord[]> {
  const shown: StoredRecord[] = [];
  const turn = turnWhenDue();
  for (const record of records) {
    shown.push(await show(record));
    await turn();
  }
  return shown;
}

/** A stored record as the draft has it. */
function showing(stored: TableShape, drafted: TableShape): Show {
  const kinds = new Map(stored.columns.map(({ name, kind }) => [name, kind]));
  const become = async (column: ColumnShape, record: StoredRecord): Promise<Json> => {
    const value = record[column.name];
    const kind = kinds.get(column.name);
    if (kind === undefined) return column.default ?? null;
    if (value === undefined || value === null || column.reveals?.(kind) === true) return null;
    if (kind === column.kind) return value;
    const converted = await column.convert(value);
    const { samples, label } = drafted;
    if (converted !== undefined || samples === undefined || !record.isProtected) return converted ?? value;
    const named = { _id: record._id, label: String(record[label] ?? "") };
    return (await sampleValue(samples, label, column, named)) ?? value;
  };
  return async (record) => {
    const { _id, createdAt, updatedAt, updatedBy, updatedById, isProtected, _version = 1 } = record;
    const shown: Record<string, Json> = {};
    for (const column of drafted.columns) shown[column.name] = await become(column, record);
    return { ...shown, _id, createdAt, updatedAt, updatedBy, updatedById, isProtected, _version };
  };
}
