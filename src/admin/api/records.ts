import type { ImageRecord, RecordData, StoredRecord } from "../../model/record.ts";
import { EXPAND } from "../../wire/expand-query.ts";
import { IDEMPOTENCY_HEADER } from "../../wire/idempotency-key.ts";
import { formatListQuery, type ListAnswer, type ListQuery } from "../../wire/list-query.ts";
import { API, PATHS } from "../../wire/paths.ts";
import type { ReferencedEntity } from "../../wire/views.ts";
import type { Client, Exchanged, SendOptions } from "./client.ts";
import { isRecord, readImages, readList } from "./read-answer.ts";

/** An entity whose records can be asked for: `OpenEntity.entity` and `ReferencedEntity`. */
export type CallableEntity = Pick<ReferencedEntity, "endpoints" | "listKey">;

export function listAddress(entity: CallableEntity, query: ListQuery): string {
  return `${API}${entity.endpoints.list}?${formatListQuery(query)}`;
}

/** A record as it is stored, and how a change of it says which one it was made from. */
export interface VersionedRecord {
  readonly record: StoredRecord;
  /** The `ETag` of its answer, for `If-Match`; undefined where something on the way took it out. */
  readonly version: string | undefined;
}

/** A record that was written. */
export interface WrittenRecord extends VersionedRecord {
  /** By which the write can be undone. */
  readonly changeId: string | undefined;
}

function recordAddress(entity: CallableEntity, id: string): string {
  return `${API}${entity.endpoints.record.replace("{id}", encodeURIComponent(id))}`;
}

export async function listRecords(
  client: Client,
  entity: CallableEntity,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<ListAnswer> {
  const { body, seenAccounts } = await client.exchange("GET", listAddress(entity, query), { signal });
  const { records, ...counted } = readList(body, entity.listKey);
  return { ...counted, records: records.map((one) => withSeenAuthor(one, seenAccounts)) };
}

export async function getRecord(
  client: Client,
  entity: CallableEntity,
  id: string,
  signal?: AbortSignal,
): Promise<StoredRecord> {
  return readWritten(await client.exchange("GET", recordAddress(entity, id), { signal })).record;
}

/** The same with what its title leads through, so that it can be named. */
export async function getNamedRecord(
  client: Client,
  entity: CallableEntity,
  id: string,
  signal?: AbortSignal,
): Promise<StoredRecord> {
  const address = `${recordAddress(entity, id)}?${EXPAND.name}=${EXPAND.title}`;
  return readWritten(await client.exchange("GET", address, { signal })).record;
}

/** The record as it is stored, with its version. */
export async function getVersion(
  client: Client,
  entity: CallableEntity,
  id: string,
  signal?: AbortSignal,
): Promise<VersionedRecord> {
  return readWritten(await client.exchange("GET", recordAddress(entity, id), { signal }));
}

/** @param key of all attempts to create this one record: where an earlier one did, it is answered as it is, with `isEarlier` */
export async function createRecord(
  client: Client,
  entity: CallableEntity,
  body: RecordData,
  key: string,
  signal: AbortSignal,
): Promise<WrittenRecord & { readonly isEarlier: boolean }> {
  const headers = { [IDEMPOTENCY_HEADER]: key };
  const answer = await client.exchange("POST", `${API}${entity.endpoints.list}`, { body, headers, signal });
  return { ...readWritten(answer), isEarlier: answer.status === 200 };
}

/**
 * Changes the fields of `changes`, made from the version `seen`: what others changed since stays. Where they changed the same,
 * the error STALE names the conflicts.
 */
export async function updateRecord(
  client: Client,
  entity: CallableEntity,
  seen: VersionedRecord,
  changes: RecordData,
  signal: AbortSignal,
): Promise<WrittenRecord> {
  const { record, version } = seen;
  const sent =
    version === undefined
      ? { body: { ...changes, updatedAt: record.updatedAt }, headers: ANY_VERSION }
      : { body: changes, headers: { "If-Match": version } };
  return readWritten(await client.exchange("PUT", recordAddress(entity, record._id), { ...sent, signal }));
}

/**
 * Deletes the version that was seen: a record that somebody changed meanwhile stays, with the error STALE. Answers by what
 * the deletion can be undone.
 */
export async function deleteRecord(
  client: Client,
  entity: CallableEntity,
  { _id, updatedAt }: StoredRecord,
  signal: AbortSignal,
): Promise<string | undefined> {
  const address = recordAddress(entity, _id);
  const options = { body: { updatedAt }, headers: ANY_VERSION, signal };
  return (await client.exchange("DELETE", address, options)).changeId;
}

/** Beside `updatedAt`, which is compared: a refusal names nobody whom this person may not see. */
const ANY_VERSION = { "If-Match": "*" };

export async function uploadImages(
  client: Client,
  files: readonly File[],
  options?: SendOptions,
): Promise<readonly ImageRecord[]> {
  return readImages(await client.upload(PATHS.upload, files, options));
}

export async function removeImage(client: Client, fileName: string): Promise<void> {
  await client.request("DELETE", `${PATHS.upload}/${encodeURIComponent(fileName)}`);
}

function readWritten({ body, version, changeId, seenAccounts }: Exchanged): WrittenRecord {
  if (!isRecord(body)) throw new TypeError("The server answered no record.");
  return { record: withSeenAuthor(body, seenAccounts), version, changeId };
}

/** Who may not be named is the system to people, in every place where a record tells who changed it. */
function withSeenAuthor(record: StoredRecord, seenAccounts: string | undefined): StoredRecord {
  const { updatedById: id } = record;
  const isSeen = seenAccounts === undefined || (id && seenAccounts.split(",").includes(id));
  return isSeen || !("updatedBy" in record) ? record : { ...record, updatedBy: null, updatedById: null };
}
