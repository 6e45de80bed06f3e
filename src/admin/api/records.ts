import type { ImageRecord, RecordData, StoredRecord } from "../../model/record.ts";
import { formatListQuery, type ListAnswer, type ListQuery } from "../../wire/list-query.ts";
import { API, PATHS } from "../../wire/paths.ts";
import type { ReferencedEntity } from "../../wire/views.ts";
import type { Client, SendOptions } from "./client.ts";
import { isRecord, readImages, readList } from "./read-answer.ts";

/** An entity whose records can be asked for: `OpenEntity.entity` and `ReferencedEntity`. */
export type CallableEntity = Pick<ReferencedEntity, "endpoints" | "listKey">;

export function listAddress(entity: CallableEntity, query: ListQuery): string {
  return `${API}${entity.endpoints.list}?${formatListQuery(query)}`;
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
  return readList(await client.request("GET", listAddress(entity, query), { signal }), entity.listKey);
}

export async function getRecord(
  client: Client,
  entity: CallableEntity,
  id: string,
  signal?: AbortSignal,
): Promise<StoredRecord> {
  return readRecord(await client.request("GET", recordAddress(entity, id), { signal }));
}

export async function createRecord(
  client: Client,
  entity: CallableEntity,
  body: RecordData,
  signal: AbortSignal,
): Promise<StoredRecord> {
  return readRecord(await client.request("POST", `${API}${entity.endpoints.list}`, { body, signal }));
}

export async function updateRecord(
  client: Client,
  entity: CallableEntity,
  id: string,
  body: RecordData,
  signal: AbortSignal,
): Promise<StoredRecord> {
  return readRecord(await client.request("PUT", recordAddress(entity, id), { body, signal }));
}

/** Deletes the version that was seen: a record that somebody changed meanwhile stays, with the error STALE. */
export async function deleteRecord(
  client: Client,
  entity: CallableEntity,
  { _id, updatedAt }: StoredRecord,
  signal: AbortSignal,
): Promise<void> {
  await client.request("DELETE", recordAddress(entity, _id), { body: { updatedAt }, signal });
}

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

function readRecord(answer: unknown): StoredRecord {
  if (!isRecord(answer)) throw new TypeError("The server answered no record.");
  return answer;
}
