import type { StoredRecord } from "../../model/record.ts";
import { isObject } from "../../record/json.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../http/request.ts";
import type { StoreTransaction } from "../store/store.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { binEnd } from "./history/kept-for.ts";
import type { Writer, WriteServices } from "./record-rules.ts";
import { refuseReferred } from "./referring/refuse-referred.ts";
import { rightsOf } from "./rights/entity-rights.ts";
import { visibleRecord } from "./rights/visible-record.ts";
import { mustHaveRight } from "./rights/write-rights.ts";
import { refuseProtected } from "./save-record.ts";
import { refuseStale, seenVersion } from "./seen-version.ts";

/** `DELETE`: 200; it is in the bin then, and its images are shown nowhere. A body may say which version of the record was seen. */
export async function answerDeletion(
  target: EntityRuntime,
  { effects }: WriteServices,
  request: ApiRequest,
): Promise<Answer> {
  const id = pathPart(request, "id");
  if (!isObject(request.body ?? {})) throw new ApiError("BAD_REQUEST");
  const seen = seenVersion(request);
  await request.store.write(async (transaction) => {
    const stored = await visibleRecord(request, transaction, target, id);
    refuseProtected(stored, "server.protectedDeletion");
    const met = { writer: request, view: transaction, target, stored };
    await refuseStale(seen, met, "server.staleDeletion");
    await deleteStored(request, transaction, target, stored, effects.now());
  });
  return { status: 200, body: { message: request.say("server.deleted") } };
}

/** Moves a record to the bin inside a transaction. Throws FORBIDDEN, REFERRED_TO and what the entity's rules throw. */
export async function deleteStored(
  request: Writer,
  transaction: StoreTransaction,
  target: EntityRuntime,
  stored: StoredRecord,
  now: Date,
): Promise<void> {
  mustHaveRight(rightsOf(request.account, target), "delete", stored);
  await target.rules.remove?.(request, transaction, stored);
  await refuseReferred(request, transaction, target, stored._id);
  await transaction.delete(target.entity.id, stored._id, binEnd(target.config.app, now));
}
