import type { StoredRecord } from "../../../model/record.ts";
import {
  type BinAnswer,
  type ChangedField,
  type HistoryAnswer,
  type HistoryEntry,
  RECORD_CHANGES,
} from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import { type Answer, type ApiRequest, holdsAny, pathPart } from "../../http/request.ts";
import { imagesWithOrigin } from "../../images/image-origin.ts";
import type { JournalEntry, JournalQuery } from "../../store/journal.ts";
import type { StoreView } from "../../store/store.ts";
import { badQuery } from "../bad-query.ts";
import type { EntityRuntime, EntityRuntimes } from "../entity-runtime.ts";
import { type EntityRights, rightsOf, sees } from "../rights/entity-rights.ts";
import { seesAccount } from "../rights/seen-account.ts";
import { recordBefore } from "./restore-record.ts";
import { convertedValues } from "./stored-values.ts";
import { namesFor } from "./titles.ts";

const MAX_PAGE = 100;
const DEFAULT_PAGE = 20;

/**
 * `GET JOURNAL_PATHS.journal`: entries, the latest first, as far as the reader may see the records and their fields today. Without the
 * address of a record only for who holds the config's permission. Throws FORBIDDEN, NOT_FOUND, BAD_REQUEST.
 */
export async function answerHistory(all: EntityRuntimes, request: ApiRequest): Promise<Answer> {
  const query = readQuery(request);
  const { app } = all.config;
  const isOfRecord = query.table !== undefined && query._id !== undefined;
  const permission = app.history?.permission;
  if (!isOfRecord && (permission === undefined || !holdsAny(request.account, [permission])))
    throw new ApiError("FORBIDDEN");
  const body = await request.store.read(async (view): Promise<HistoryAnswer> => {
    const { entries, next } = await view.journal(query);
    const reader = makeReader(all, request, view);
    const shown: HistoryEntry[] = [];
    for (const entry of entries) shown.push(...(await reader.shown(entry)));
    if (isOfRecord && shown.length === 0) await reader.mustSee(query.table ?? "", query._id ?? "");
    return { entries: shown, ...(next === undefined ? {} : { next }) };
  });
  return { status: 200, body };
}

/** `GET JOURNAL_PATHS.journal/{position}`: the entry with its long values, for who may see its record. Throws NOT_FOUND. */
export async function answerEntry(all: EntityRuntimes, request: ApiRequest): Promise<Answer> {
  const position = Number(pathPart(request, "position"));
  const found = await request.store.read(async (view) => {
    const entry = Number.isSafeInteger(position) ? await view.journalEntry(position) : undefined;
    return entry === undefined ? [] : makeReader(all, request, view).shown({ ...entry, long: [] });
  });
  const [body] = found;
  if (body === undefined) throw new ApiError("NOT_FOUND");
  return { status: 200, body };
}

/** `GET JOURNAL_PATHS.bin`: the deleted records of an entity, for who may delete such. Throws FORBIDDEN, BAD_REQUEST. */
export async function answerBin(all: EntityRuntimes, request: ApiRequest): Promise<Answer> {
  const { query } = request;
  const target = all.entities.get(query.get("entity") ?? "");
  if (target === undefined) throw badQuery("entity");
  const rights = rightsOf(request.account, target);
  if (rights.access !== "full" || !rights.may.delete) throw new ApiError("FORBIDDEN");
  const [before, limit] = [numberIn(request, "before"), limitIn(request)];
  const body = await request.store.read(async (view): Promise<BinAnswer> => {
    const found = await view.bin(target.entity.id, before, limit);
    const reader = makeReader(all, request, view);
    const seen: { record: StoredRecord; until: string; entry: JournalEntry }[] = [];
    for (const { entry, until } of found) {
      const record = await recordBefore(target, entry);
      if (sees(rights, record)) seen.push({ record, until, entry });
    }
    const titles = await namesFor(
      request,
      view,
      target,
      seen.map(({ record }) => record),
    );
    const records = [];
    for (const [index, { record, until, entry }] of seen.entries()) {
      const { by } = await reader.author(entry);
      const title = titles[index] ?? "";
      records.push({ _id: record._id, title, until, deletedAt: entry.at, deletedBy: by });
    }
    const last = found.length === limit ? found.at(-1)?.entry.position : undefined;
    return { records, ...(last === undefined ? {} : { next: last }) };
  });
  return { status: 200, body };
}

function readQuery(request: ApiRequest): JournalQuery {
  const { query } = request;
  const text = (name: string) => query.get(name) || undefined;
  const kind = text("kind");
  const known = RECORD_CHANGES.find((one) => one === kind);
  if (kind !== undefined && known === undefined) throw badQuery("kind");
  const moment = (name: string) => {
    const given = text(name);
    if (given !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(given))
      throw badQuery(name);
    return given;
  };
  const asked = {
    table: text("entity"),
    _id: text("id"),
    accountId: text("by"),
    changeId: text("change"),
    kind: known,
    from: moment("from"),
    until: moment("until"),
    before: numberIn(request, "before"),
  };
  if (asked._id !== undefined && asked.table === undefined) throw badQuery("entity");
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), limit: limitIn(request) };
}

function numberIn(request: ApiRequest, name: string): number | undefined {
  const given = request.query.get(name);
  if (given === null || given === "") return undefined;
  if (!/^\d{1,15}$/.test(given)) throw badQuery(name);
  return Number(given);
}

function limitIn(request: ApiRequest): number {
  const limit = numberIn(request, "limit") ?? DEFAULT_PAGE;
  if (limit < 1 || limit > MAX_PAGE) throw badQuery("limit");
  return limit;
}

/** Shows entries to one reader; each record and account is looked up once. */
function makeReader(all: EntityRuntimes, request: ApiRequest, view: StoreView) {
  const { entities } = all;
  const { account } = request;
  const records = new Map<string, Promise<SeenRecord | undefined>>();
  const accounts = new Map<string, Promise<boolean>>();

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
    const record = (await view.get(table, id)) ?? (await lastOf(target, id));
    if (record === undefined || !sees(rights, record)) return undefined;
    const [title = ""] = await namesFor(request, view, target, [record]);
    return { target, rights, title };
  }

  /** A deleted record as it was. */
  async function lastOf(target: EntityRuntime, _id: string): Promise<StoredRecord | undefined> {
    const { entries } = await view.journal({ table: target.entity.id, _id, kind: "delete", limit: 1 });
    return entries[0] && recordBefore(target, entries[0]);
  }

  async function isSeenAccount(id: string): Promise<boolean> {
    return seesAccount(all, account, await view.get(all.config.app.accounts.entity, id));
  }

  async function author(entry: JournalEntry): Promise<{ by: string | null; byId: string | null }> {
    const { account: by } = entry;
    if (by === null) return { by: null, byId: null };
    const isSeen = accounts.get(by._id) ?? isSeenAccount(by._id);
    accounts.set(by._id, isSeen);
    return (await isSeen) ? { by: by.name, byId: by._id } : { by: null, byId: null };
  }

  return {
    author,
    /** Throws NOT_FOUND. */
    async mustSee(table: string, id: string): Promise<void> {
      if ((await seen(table, id)) === undefined) throw new ApiError("NOT_FOUND");
    },
    /** The entry in a list, or nothing where the reader does not see its record. */
    async shown(entry: JournalEntry): Promise<HistoryEntry[]> {
      const { position, changeId, kind, table: entity, _id, version, at } = entry;
      const record = await seen(entity, _id);
      if (record === undefined) return [];
      const { target, rights, title } = record;
      const fields = await changedFields(target, rights, entry);
      return [
        { position, changeId, kind, entity, _id, title, version, at, ...(await author(entry)), fields },
      ];
    },
  };
}

/** A record as it is, or as it was when it was deleted. */
interface SeenRecord {
  readonly target: EntityRuntime;
  readonly rights: EntityRights;
  readonly title: string;
}

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
  return own.flatMap(({ name }): ChangedField[] => {
    if (entry.secrets.includes(name)) return [{ field: name, secret: true }];
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
