import type { StoredRecord } from "../../../model/record.ts";
import { ownValue } from "../../../record/json.ts";
import { isAllowed } from "../../../record/rights.ts";
import type { PurgeAnswer } from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Answer, ApiRequest } from "../../http/request.ts";
import type { StoreView } from "../../store/store.ts";
import type { EntityRuntime, EntityRuntimes } from "../entity-runtime.ts";
import type { Writer, WriteServices } from "../record-rules.ts";
import { type EntityRights, rightsOf, sees } from "../rights/entity-rights.ts";
import { recordBefore } from "./stored-values.ts";

/** Entries that one transaction deletes the values of: a few milliseconds. */
const STEP = 200;
/** So many records are looked at by one request. */
const MAX_PURGED = 100;

/**
 * `POST JOURNAL_PATHS.purge`: deletes a record of the bin for good, or all up to a position, as far as the account may delete such.
 * The journal keeps that there were changes, when and by whom, without values. Throws FORBIDDEN, NOT_FOUND.
 */
export async function answerPurge(
  { entities }: EntityRuntimes,
  { effects }: WriteServices,
  request: ApiRequest,
): Promise<Answer> {
  const [entity, id, upTo] = ["entity", "_id", "upTo"].map((key) => ownValue(request.body, key));
  if (typeof entity !== "string") throw new ApiError("BAD_REQUEST");
  const target = entities.get(entity);
  if (target === undefined) throw new ApiError("NOT_FOUND");
  const rights = rightsOf(request.account, target);
  if (rights.access !== "full" || !rights.may.delete) throw new ApiError("FORBIDDEN");
  if (typeof id === "string") {
    await purgeRecord({ request, target, rights, turn: effects.turn }, id);
    const body: PurgeAnswer = { purged: 1 };
    return { status: 200, body };
  }
  if (id !== undefined || typeof upTo !== "number" || !Number.isSafeInteger(upTo))
    throw new ApiError("BAD_REQUEST");
  return { status: 200, body: await purgeAll({ request, target, rights, turn: effects.turn }, upTo) };
}

interface Purge {
  readonly request: ApiRequest;
  readonly target: EntityRuntime;
  readonly rights: EntityRights;
  readonly turn: WriteServices["effects"]["turn"];
}

/** In steps, between which others write. Throws NOT_FOUND, FORBIDDEN. */
async function purgeRecord({ request, target, rights, turn }: Purge, id: string): Promise<void> {
  const table = target.entity.id;
  for (let isGone = false, isBegun = false; !isGone; isBegun = true) {
    if (isBegun) await turn();
    isGone = await request.store.write(async (transaction) => {
      const binned = await transaction.binned(table, id);
      // Meanwhile somebody else has deleted or restored it.
      if (binned === undefined && isBegun) return true;
      const record = binned && (await recordBefore(target, binned.entry));
      if (record === undefined || !sees(rights, record)) throw new ApiError("NOT_FOUND");
      if (!(await mayPurge(request, transaction, target, record))) throw new ApiError("FORBIDDEN");
      return transaction.purge(table, id, STEP);
    });
  }
}

/** Whether the account may delete a record of the bin for good: it must be able to delete such a record. */
export async function mayPurge(
  request: Writer,
  view: StoreView,
  target: EntityRuntime,
  record: StoredRecord,
): Promise<boolean> {
  const rights = rightsOf(request.account, target);
  if (!rights.may.delete || !isAllowed(rights, "delete", record)) return false;
  return (await target.rules.mayDelete?.(request, view, record)) ?? true;
}

/** The last deleted first; leaves out what the account may not delete. */
async function purgeAll(purge: Purge, upTo: number): Promise<PurgeAnswer> {
  const { request, target, rights, turn } = purge;
  const found = await request.store.read((view) => view.bin(target.entity.id, upTo + 1, MAX_PURGED));
  let purged = 0;
  for (const { entry } of found) {
    const record = await recordBefore(target, entry);
    if (!sees(rights, record)) continue;
    try {
      await purgeRecord(purge, record._id);
      purged += 1;
    } catch (error) {
      // It has left the bin meanwhile, or stays there.
      if (!(error instanceof ApiError && ["NOT_FOUND", "FORBIDDEN"].includes(error.code))) throw error;
    }
    await turn();
  }
  const last = found.length === MAX_PURGED ? found.at(-1)?.entry.position : undefined;
  return { purged, ...(last === undefined ? {} : { next: last - 1 }) };
}
