import type { StoredRecord } from "../../../model/record.ts";
import { isAllowed } from "../../../record/rights.ts";
import { FIELDS, walkValue } from "../../../record/walk.ts";
import {
  type ChangedField,
  type HistoryEntry,
  type HistoryEvent,
  JOURNAL_EVENTS,
  RECORD_CHANGES,
  type RecordChange,
} from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import { type ApiRequest, editsConfig, holdsAny } from "../../http/request.ts";
import { imagesWithOrigin } from "../../images/image-origin.ts";
import { EVENTS_TABLE, type JournalEntry } from "../../store/journal.ts";
import type { StoreView } from "../../store/store.ts";
import type { EntityRuntime, EntityRuntimes } from "../entity-runtime.ts";
import { type EntityRights, isKeptNothing, rightsOf, sees } from "../rights/entity-rights.ts";
import { seesAuthor } from "../rights/seen-account.ts";
import { convertedValues, lastKnown } from "./stored-values.ts";
import { namesFor } from "./titles.ts";

const MAX_COUNTED = 100;

/** Whether the account may read the changes of all records that it sees. */
export function readsJournal({ config }: EntityRuntimes, { account }: Pick<ApiRequest, "account">): boolean {
  const permission = config.app.history?.permission;
  return permission !== undefined && holdsAny(account, [permission]);
}

/** Shows entries to one reader; each record and account is looked up once. */
export function makeReader(all: EntityRuntimes, request: ApiRequest, view: StoreView) {
  const { entities, config } = all;
  const { account } = request;
  const records = new Map<string, Promise<SeenRecord | undefined>>();
  const accounts = new Map<string, Promise<boolean>>();
  const counts = new Map<string, Promise<SeenTogether>>();
  const names = new Map<string, Promise<string | undefined>>();

  const seen = (table: string, id: string) => {
    const key = JSON.stringify([table, id]);
    const known = records.get(key) ?? find(table, id);
    records.set(key, known);
    return known;
  };

  async function find(table: string, id: string): Promise<SeenRecord | undefined> {
    const target = entities.get(table);
    const rights = target && rightsOf(account, target);
    if (target === undefined || rights?.access !== "full") return undefined;
    const { record, isStored, isPurged } = await lastKnown(view, target, id);
    if (isPurged) {
      // Whether it was one of those that the reader sees is not known any more, nor its name: the id tells it from others.
      return isKeptNothing(rights)
        ? { target, rights, title: id, record: undefined, isBinned: false }
        : undefined;
    }
    if (record === undefined || !sees(rights, record)) return undefined;
    const [title = ""] = await namesFor(request, view, target, [record]);
    const isBinned = !isStored && (await view.binned(table, id)) !== undefined;
    return { target, rights, title, record, isBinned };
  }

  function isSeenAccount(id: string): Promise<boolean> {
    const isSeen = accounts.get(id) ?? seesAuthor(request, view, all, id);
    accounts.set(id, isSeen);
    return isSeen;
  }

  async function author({ account: by }: JournalEntry): Promise<{ by: string | null; byId: string | null }> {
    return by !== null && (await isSeenAccount(by._id))
      ? { by: by.name, byId: by._id }
      : { by: null, byId: null };
  }

  /** How many records of a change the reader sees; more than a page of them are not counted. */
  function seenTogether(changeId: string): Promise<SeenTogether> {
    const count = counts.get(changeId) ?? countSeen(changeId);
    counts.set(changeId, count);
    return count;
  }

  async function countSeen(changeId: string): Promise<SeenTogether> {
    // What is older than change ids has none.
    const { entries, next } =
      changeId === ""
        ? { entries: [], next: undefined }
        : await view.journal({ changeId, limit: MAX_COUNTED });
    const found = new Set<string>();
    for (const { table, _id } of entries)
      if ((await seen(table, _id)) !== undefined) found.add(JSON.stringify([table, _id]));
    return { count: found.size, isMore: next !== undefined };
  }

  async function namesIn(
    { fields }: EntityRuntime,
    changes: readonly ChangedField[],
  ): Promise<Record<string, string>> {
    const names: Record<string, string> = {};
    for (const { field: name, was, now } of changes) {
      const field = fields.find((one) => one.name === name);
      if (field === undefined) continue;
      for (const value of [was, now])
        for (const { field: inner, value: id } of walkValue(FIELDS, field, value)) {
          const referred = inner.reference && entities.get(inner.reference.entity);
          const name = referred && typeof id === "string" ? await nameOf(referred, id) : undefined;
          if (name !== undefined) names[String(id)] = name;
        }
    }
    return names;
  }

  /** undefined: the reader may not see it, or nobody knows it any more. */
  function nameOf(target: EntityRuntime, id: string): Promise<string | undefined> {
    const key = JSON.stringify([target.entity.id, id]);
    const name = names.get(key) ?? findName(target, id);
    names.set(key, name);
    return name;
  }

  async function findName(target: EntityRuntime, id: string): Promise<string | undefined> {
    const { record } = await lastKnown(view, target, id);
    if (record === undefined || !sees(rightsOf(account, target), record)) return undefined;
    return (await namesFor(request, view, target, [record]))[0];
  }

  return {
    author,
    isSeenAccount,
    /** What the reader may do with a record that it sees, or saw before it was deleted. */
    rightsTo: async (table: string, id: string) => (await seen(table, id))?.rights,
    /** Throws NOT_FOUND. */
    async mustSee(table: string, id: string): Promise<void> {
      if ((await seen(table, id)) === undefined) throw new ApiError("NOT_FOUND");
    },
    /** The entry in a list, or nothing where the reader does not see its record. */
    async shown(entry: JournalEntry): Promise<HistoryEntry[]> {
      const { position, changeId, table: entity, _id, version, at } = entry;
      const kind = RECORD_CHANGES.find((one) => one === entry.kind);
      const record = kind && (await seen(entity, _id));
      if (kind === undefined || record === undefined) return [];
      const { target, rights, title, isBinned } = record;
      const fields = await changedFields(target, rights, entry);
      const own = { position, changeId, kind, entity, _id, title, version, at, fields };
      const undoable = isUndoable(record, kind, entry) ? ({ undoable: true } as const) : {};
      const [{ count, isMore }, names] = [await seenTogether(changeId), await namesIn(target, fields)];
      return [
        {
          ...own,
          ...(await author(entry)),
          ...undoable,
          ...(isBinned ? { binned: true } : {}),
          ...(entry.undoes === undefined ? {} : { undoes: entry.undoes }),
          ...(count > 1 ? { together: count, ...(isMore ? { togetherIsMore: true } : {}) } : {}),
          ...(Object.keys(names).length > 0 ? { names } : {}),
        },
      ];
    },
    /** The entry of an event in a list, or nothing where it is about an account that the reader does not see. */
    async shownEvent(entry: JournalEntry): Promise<HistoryEvent[]> {
      const { position, changeId, at, files } = entry;
      const kind = JOURNAL_EVENTS.find((one) => one === entry.kind);
      if (kind === undefined || entry.table !== EVENTS_TABLE) return [];
      const isOfConfig = kind === "config";
      if (!isOfConfig && !(await isSeenAccount(entry._id))) return [];
      const isEditor = account !== undefined && editsConfig(config.app, account);
      const named = isEditor && files !== undefined ? { files } : {};
      return [{ position, changeId, kind, at, ...(await author(entry)), ...named }];
    },
  };
}

interface SeenTogether {
  readonly count: number;
  /** The change has further entries, which are not counted. */
  readonly isMore: boolean;
}

/** A record as it is, or as it was when it was deleted. */
interface SeenRecord {
  readonly target: EntityRuntime;
  readonly rights: EntityRights;
  readonly title: string;
  /** undefined: it was deleted for good. */
  readonly record: StoredRecord | undefined;
  readonly isBinned: boolean;
}

/** As far as rights go: what the undoing refuses for other reasons, it explains. */
function isUndoable(
  { target, rights, record, isBinned }: SeenRecord,
  kind: RecordChange,
  { before, secrets, long }: JournalEntry,
): boolean {
  if (record === undefined || record.isProtected) return false;
  if (kind === "delete") return isBinned && mayDo(rights, "delete", record);
  if (isBinned || kind === "purge") return false;
  if (kind !== "update") return mayDo(rights, "delete", record);
  const values = new Set([...Object.keys(before), ...long].filter((name) => !secrets.includes(name)));
  const open = target.fields.filter(({ name, schema }) => values.has(name) && schema.writeOnly !== true);
  const changed = open.map(({ name }) => name);
  return (
    changed.length > 0 && mayDo(rights, "edit", record) && changed.every((name) => rights.edits.has(name))
  );
}

const mayDo = (rights: EntityRights, right: "edit" | "delete", record: StoredRecord) =>
  rights.may[right] && isAllowed(rights, right, record);

/** The changed fields that the reader may see, in the order of the config, with values as fields of today have them. */
async function changedFields(
  target: EntityRuntime,
  { views }: EntityRights,
  entry: JournalEntry,
): Promise<ChangedField[]> {
  const own = target.fields.filter(({ name }) => views.has(name));
  const [was, now] = [
    await convertedValues(target, entry.before),
    await convertedValues(target, entry.after),
  ];
  const shown = (values: typeof was) => imagesWithOrigin(target.imageOrigin, own, values);
  const [before, after] = [shown(was), shown(now)];
  const touched = new Set([...Object.keys(entry.before), ...Object.keys(entry.after), ...entry.long]);
  return own.flatMap(({ name, schema }): ChangedField[] => {
    const isSecret = schema.writeOnly === true && touched.has(name);
    if (isSecret || entry.secrets.includes(name)) return [{ field: name, secret: true }];
    if (entry.long.includes(name)) return [{ field: name, long: true }];
    const [hasBefore, hasAfter] = [Object.hasOwn(was, name), Object.hasOwn(now, name)];
    if (!hasBefore && !hasAfter) return [];
    return [
      {
        field: name,
        ...(hasBefore ? { was: before[name] ?? null } : {}),
        ...(hasAfter ? { now: after[name] ?? null } : {}),
      },
    ];
  });
}
