import type { MessageName } from "../../model/message-keys.ts";
import type { RecordData, StoredRecord } from "../../model/record.ts";
import { isObject } from "../../record/json.ts";
import { ownValues } from "../../record/rights.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../http/request.ts";
import { imageEnd } from "../images/store-images.ts";
import type { StoreTransaction, StoreView } from "../store/store.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { createdBy } from "./history/created-record.ts";
import { pictureEnd } from "./history/kept-for.ts";
import { mergeVersions } from "./merge-versions.ts";
import type { WriteContext, WriteServices } from "./record-rules.ts";
import { rightsOf } from "./rights/entity-rights.ts";
import { answerOf, visibleRecord } from "./rights/visible-record.ts";
import { mustHaveRight, refuseOutside, withoutUneditable } from "./rights/write-rights.ts";
import { isSeenVersion, refuseStale, seenVersion, versionHeadersFor } from "./seen-version.ts";
import {
  type CheckedWrite,
  checkWrite,
  finalizeWrite,
  insertNew,
  judgeRecord,
  refuseDuplicates,
  updatedBy,
  type WritePolicy,
} from "./write-pipeline.ts";

/** `POST`: 201 with the stored record; 200 where an attempt with the same key has created it. */
export async function answerCreate(
  target: EntityRuntime,
  services: WriteServices,
  request: ApiRequest,
): Promise<Answer> {
  const context = { ...request, ...services };
  const rights = rightsOf(request.account, target);
  mustHaveRight(rights, "create", undefined);
  const answer = (status: 200 | 201, stored: StoredRecord): Answer => ({
    status,
    body: answerOf(target, stored, rights),
    ...versionHeadersFor(rights, stored),
  });
  const createdEarlier = (view: StoreView) => createdBy(request, view, target, request.keyedChange);
  // First of all: now its own values are taken.
  const earlier = await request.store.read(createdEarlier);
  if (earlier !== undefined) return answer(200, earlier);
  const write = await checkWrite(context, target, savePolicy(target, context, undefined), bodyOf(request));
  const _id = context.effects.newId();
  return refuseDuplicates(target, write.policy, () =>
    context.store.write(async (transaction) => {
      // Two attempts may come at once.
      const meanwhile = await createdEarlier(transaction);
      if (meanwhile !== undefined) return answer(200, meanwhile);
      return answer(201, await insertNew(context, transaction, target, write, { _id }));
    }),
  );
}

/**
 * `PUT`: 200 with the record. After another write in between, the merge is repeated on the newer record: no change is lost. With
 * `If-Match`, what others changed since that version stays, as far as the sender did not change the same.
 */
export async function answerUpdate(
  target: EntityRuntime,
  services: WriteServices,
  request: ApiRequest,
): Promise<Answer> {
  const context = { ...request, ...services };
  const id = pathPart(request, "id");
  const seen = seenVersion(request);
  const rights = rightsOf(request.account, target);
  const check: CheckUpdate = async (view, stored) => {
    refuseProtected(stored);
    let body = bodyOf(request);
    const met = { writer: request, view, target, stored };
    if (seen.version === undefined) await refuseStale(seen, met, "server.stale");
    else if (!isSeenVersion(seen, stored))
      body = await mergeVersions(met, rights, { seen: seen.version, body });
    mustHaveRight(rights, "edit", stored);
    const isWhole = seen.version === undefined;
    return checkWrite(context, target, { ...savePolicy(target, context, stored), isWhole }, body);
  };
  for (;;) {
    const stored = await request.store.read((view) => visibleRecord(request, view, target, id));
    const write = await request.store.read((view) => check(view, stored));
    const written = await refuseDuplicates(target, write.policy, () =>
      storeUpdate(context, target, stored, write, check),
    );
    if (written !== undefined)
      return { status: 200, body: answerOf(target, written, rights), ...versionHeadersFor(rights, written) };
  }
}

type CheckUpdate = (view: StoreView, stored: StoredRecord) => Promise<CheckedWrite>;

/**
 * For accounts with rights: the fields that they may see may be given, and the entity's rules apply. What they may not see
 * stays as it is, and is not asked of them.
 */
export function savePolicy(
  target: EntityRuntime,
  writer: WriteContext,
  stored: StoredRecord | undefined,
): WritePolicy {
  const { fields, rules } = target;
  const rights = rightsOf(writer.account, target);
  const secrets = fields.filter(({ schema }) => schema.writeOnly === true);
  return {
    given: fields.filter(({ name }) => rights.views.has(name)),
    stored,
    values(given) {
      const own = stored === undefined ? ownValues(rights) : {};
      const values = { ...own, ...withoutUneditable(target, rights, writer, given, stored) };
      // A password left blank on an edit stays as it is.
      if (stored !== undefined)
        for (const { name } of secrets) if (values[name] === null || values[name] === "") delete values[name];
      return rules.values?.(values, stored) ?? values;
    },
    asks: rights.views,
    judge: (hooked) => judgeRecord(target, stored, hooked, { asked: rights.views }),
    finish: (write) => rules.finish?.(writer, write) ?? write.record,
    async write(transaction, write) {
      const right = stored === undefined ? "create" : "edit";
      const now = writer.effects.now().toISOString();
      const times = { createdAt: stored?.createdAt ?? now, updatedAt: now };
      const by = updatedBy(writer.account);
      refuseOutside(target, rights, right, writer, { ...stored, ...write.record, ...times, ...by });
      await rules.write?.(writer, transaction, write);
    },
  };
}

export function bodyOf({ body = {} }: ApiRequest): RecordData {
  if (!isObject(body)) throw new ApiError("BAD_REQUEST");
  return body;
}

/** Answers undefined if the record has changed since it was read and the check is not for a transaction. */
function storeUpdate(
  context: WriteContext,
  target: EntityRuntime,
  read: StoredRecord,
  checked: CheckedWrite,
  check: CheckUpdate,
): Promise<StoredRecord | undefined> {
  return context.store.write(async (transaction) => {
    const stored = await visibleRecord(context, transaction, target, read._id);
    const isSame = stored.updatedAt === read.updatedAt;
    if (!isSame && !isCheckedAtOnce(target)) return undefined;
    const write = isSame ? checked : await check(transaction, stored);
    return updateStored(context, transaction, target, write, stored);
  });
}

/** Stores a checked change of a record inside a transaction. */
export async function updateStored(
  context: WriteContext,
  transaction: StoreTransaction,
  target: EntityRuntime,
  write: CheckedWrite,
  stored: StoredRecord,
): Promise<StoredRecord> {
  const { columns, images } = await finalizeWrite(context, transaction, target, write, stored);
  const now = context.effects.now();
  const changes = {
    ...changedColumns(target, columns, write.named),
    updatedAt: after(stored.updatedAt, now),
    ...updatedBy(context.account),
  };
  const { app } = target.config;
  const releasedUntil = imageEnd(now, app.limits.imageHours);
  await transaction.update(
    target.entity.id,
    stored._id,
    changes,
    images,
    releasedUntil,
    pictureEnd(app, now),
  );
  return { ...stored, ...changes, _version: (stored._version ?? 0) + 1 };
}

/**
 * Whether the check is fast and has no effects, so that a transaction may repeat it. Many updates of one record then share
 * commits; otherwise each commit makes all the others start again.
 */
function isCheckedAtOnce({ hooks, rules }: EntityRuntime): boolean {
  return hooks.length === 0 && rules.finish === undefined;
}

/** A secret that was not given stays. */
function changedColumns(
  { fields }: EntityRuntime,
  columns: RecordData,
  named: ReadonlySet<string>,
): RecordData {
  const changed = fields.filter(({ schema, name }) => schema.writeOnly !== true || named.has(name));
  return Object.fromEntries(changed.map(({ name }) => [name, columns[name] ?? null]));
}

/** Now, but later than before: `updatedAt` identifies a version. */
function after(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();
}

/** @param key what is said instead of "cannot be edited" */
export function refuseProtected(stored: StoredRecord, key?: MessageName): void {
  if (stored.isProtected) throw new ApiError("PROTECTED", key === undefined ? {} : { key });
}
