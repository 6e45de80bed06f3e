import type { StoredRecord } from "../../../model/record.ts";
import { isAllowed } from "../../../record/rights.ts";
import {
  type BinAnswer,
  type HistoryAnswer,
  type HistoryEntry,
  type HistoryEvent,
  JOURNAL_EVENTS,
  RECORD_CHANGES,
} from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../../http/request.ts";
import { turnWhenDue } from "../../in-turns.ts";
import type { JournalEntry, JournalPage, JournalQuery } from "../../store/journal.ts";
import { badQuery } from "../bad-query.ts";
import type { EntityRuntimes } from "../entity-runtime.ts";
import { rightsOf, sees } from "../rights/entity-rights.ts";
import { binnedImageName } from "./binned-image.ts";
import { makeReader, readsJournal } from "./history-reader.ts";
import { mayPurge } from "./purge-records.ts";
import { recordBefore } from "./stored-values.ts";
import { namesFor } from "./titles.ts";

const MAX_PAGE = 100;
const DEFAULT_PAGE = 20;

/**
 * `GET JOURNAL_PATHS.journal`: entries, the latest first, as far as the reader may see the records and their fields today. Without the
 * address of a record only for who holds the config's permission. Throws FORBIDDEN, NOT_FOUND, BAD_REQUEST.
 */
export async function answerHistory(all: EntityRuntimes, request: ApiRequest): Promise<Answer> {
  const query = readQuery(request);
  const isOfRecord = query.table !== undefined && query._id !== undefined;
  if (!isOfRecord && !readsJournal(all, request)) throw new ApiError("FORBIDDEN");
  const body = await request.store.read(async (view): Promise<HistoryAnswer> => {
    const reader = makeReader(all, request, view);
    // Which entries an account made tells who it is.
    const isAnswered = query.accountId === undefined || (await reader.isSeenAccount(query.accountId));
    const { entries, next }: JournalPage = isAnswered ? await view.journal(query) : { entries: [] };
    const shown: (HistoryEntry | HistoryEvent)[] = [];
    const turn = turnWhenDue();
    for (const entry of entries) {
      shown.push(...(await reader.shown(entry)), ...(await reader.shownEvent(entry)));
      await turn();
    }
    if (isOfRecord && shown.length === 0) await reader.mustSee(query.table ?? "", query._id ?? "");
    return { entries: shown, ...(next === undefined ? {} : { next }) };
  });
  return { status: 200, body };
}

/** `GET JOURNAL_PATHS.journal/{position}`: the entry with its long values, for who may see its record. Throws NOT_FOUND. */
export async function answerEntry(all: EntityRuntimes, request: ApiRequest): Promise<Answer> {
  const position = Number(pathPart(request, "position"));
  const found = await request.store.read(async (view) => {
    if (!Number.isSafeInteger(position)) return [];
    const reader = makeReader(all, request, view);
    const [entry] = (await view.journal({ before: position + 1, limit: 1 })).entries;
    if (entry?.position !== position || (await reader.shown(entry)).length === 0) return [];
    // Long values cost time to read: only for who may see them.
    const whole = entry.long.length > 0 ? await view.journalEntry(position) : entry;
    return whole === undefined ? [] : reader.shown({ ...whole, long: [] });
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
      const image = binnedImageName(target, rights, record);
      const { position, at: deletedAt } = entry;
      const shown = image === undefined ? {} : { image };
      const ways = {
        ...(isAllowed(rights, "delete", record) ? ({ restorable: true } as const) : {}),
        ...((await mayPurge(request, view, target, record)) ? ({ purgeable: true } as const) : {}),
      };
      records.push({ _id: record._id, position, title, ...shown, until, deletedAt, deletedBy: by, ...ways });
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
  const known = [...RECORD_CHANGES, ...JOURNAL_EVENTS].find((one) => one === kind);
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
