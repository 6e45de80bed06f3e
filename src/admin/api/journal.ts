import { isObject } from "../../record/json.ts";
import {
  type BinAnswer,
  type BinRecord,
  type HistoryAnswer,
  type HistoryEntry,
  type HistoryEvent,
  JOURNAL_EVENTS,
  JOURNAL_PATHS,
  type PurgeRequest,
  type RestoreRequest,
} from "../../wire/journal.ts";
import type { Client } from "./client.ts";
import type { VersionedRecord } from "./records.ts";

/** Which changes are asked for, by the names of the wire. */
export type HistoryQuery = Partial<
  Readonly<Record<"entity" | "id" | "by" | "kind" | "from" | "until" | "limit", string>>
>;

/** Changes of a record, the latest first. @param before `next` of the page before */
export async function getHistory(
  client: Client,
  record: { readonly entity: string; readonly id: string },
  before: number | undefined,
  signal: AbortSignal,
): Promise<{ readonly entries: readonly HistoryEntry[]; readonly next?: number }> {
  const { entries, ...next } = await getJournal(client, record, before, signal);
  return { entries: entries.filter(isEntry), ...next };
}

/** Changes of all records, and events, the latest first. @param before `next` of the page before */
export async function getJournal(
  client: Client,
  query: HistoryQuery,
  before: number | undefined,
  signal: AbortSignal,
): Promise<HistoryAnswer> {
  const page = before === undefined ? {} : { before: String(before) };
  const answer = await client.request("GET", addressOf(JOURNAL_PATHS.journal, { ...query, ...page }), {
    signal,
  });
  const entries = listIn(answer, "entries").filter((one) => isEntry(one) || isHistoryEvent(one));
  return { entries, ...nextIn(answer) };
}

/** A change with its long values. */
export async function getChange(client: Client, position: number): Promise<HistoryEntry> {
  const answer = await client.request("GET", `${JOURNAL_PATHS.journal}/${position}`);
  if (!isEntry(answer)) throw new TypeError("The server answered no change.");
  return answer;
}

export async function getBin(
  client: Client,
  entity: string,
  before: number | undefined,
  signal: AbortSignal,
  limit?: string,
): Promise<BinAnswer> {
  const page = {
    ...(before === undefined ? {} : { before: String(before) }),
    ...(limit === undefined ? {} : { limit }),
  };
  const answer = await client.request("GET", addressOf(JOURNAL_PATHS.bin, { entity, ...page }), { signal });
  return { records: listIn(answer, "records").filter(isBinRecord), ...nextIn(answer) };
}

/** Answers what of the record could not be restored, for people. */
export async function restoreRecord(
  client: Client,
  entity: string,
  id: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const answer = await client.request("POST", JOURNAL_PATHS.restore, { body: { entity, _id: id }, signal });
  return textsIn(answer, "notRestored");
}

/** The same of a record that is there: it becomes how it was after an entry. Refused where it is not the version that is shown. */
export async function restoreVersion(
  client: Client,
  entity: string,
  { record, version }: VersionedRecord,
  position: number,
  signal: AbortSignal,
): Promise<{ readonly notRestored: readonly string[]; readonly changeId: string | undefined }> {
  const body: RestoreRequest = { entity, _id: record._id, position };
  const headers = version === undefined ? {} : { "If-Match": version };
  const answer = await client.exchange("POST", JOURNAL_PATHS.restore, { body, headers, signal });
  return { notRestored: textsIn(answer.body, "notRestored"), changeId: answer.changeId };
}

/** Deletes a record of the bin for good. */
export async function purgeRecord(
  client: Client,
  entity: string,
  _id: string,
  signal: AbortSignal,
): Promise<void> {
  const body: PurgeRequest = { entity, _id };
  await client.request("POST", JOURNAL_PATHS.purge, { body, signal });
}

/** The same with all of an entity that were deleted up to a position. Answers how many there were. */
export async function purgeBin(
  client: Client,
  entity: string,
  upTo: number,
  signal: AbortSignal,
): Promise<number> {
  let purged = 0;
  let next: number | undefined = upTo;
  while (next !== undefined) {
    const body: PurgeRequest = { entity, upTo: next };
    const answer = await client.request("POST", JOURNAL_PATHS.purge, { body, signal });
    purged += isObject(answer) && typeof answer.purged === "number" ? answer.purged : 0;
    ({ next } = { next: undefined, ...nextIn(answer) });
  }
  return purged;
}

/** A small picture that the bin keeps for a record. */
export async function getBinnedImage(
  client: Client,
  { entity, _id, fileName }: { readonly entity: string; readonly _id: string; readonly fileName: string },
  signal: AbortSignal,
): Promise<Blob> {
  const path = addressOf(`${JOURNAL_PATHS.images}/${fileName}`, { entity, id: _id, size: "small" });
  const answer = await client.request("GET", path, { signal, binary: true });
  if (!(answer instanceof Blob)) throw new TypeError("The server answered no picture.");
  return answer;
}

function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}

function listIn(answer: unknown, key: string): readonly unknown[] {
  const list = isObject(answer) ? answer[key] : undefined;
  return Array.isArray(list) ? list : [];
}

const textsIn = (answer: unknown, key: string) =>
  listIn(answer, key).filter((one) => typeof one === "string");

function nextIn(answer: unknown): { readonly next?: number } {
  return isObject(answer) && typeof answer.next === "number" ? { next: answer.next } : {};
}

const hasTexts = (one: unknown, ...keys: readonly string[]): one is Readonly<Record<string, unknown>> =>
  isObject(one) && keys.every((key) => typeof one[key] === "string");

const isEntry = (one: unknown): one is HistoryEntry =>
  hasTexts(one, "changeId", "kind", "entity", "_id", "title", "at") &&
  typeof one.position === "number" &&
  Array.isArray(one.fields);

export const isHistoryEvent = (one: unknown): one is HistoryEvent =>
  hasTexts(one, "changeId", "kind", "at") &&
  typeof one.position === "number" &&
  JOURNAL_EVENTS.some((kind) => kind === one.kind);

const isBinRecord = (one: unknown): one is BinRecord =>
  hasTexts(one, "_id", "title", "until", "deletedAt") && typeof one.position === "number";
