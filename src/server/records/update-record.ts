import type { StoredRecord } from "../../model/record.ts";
import { ApiError } from "../http/api-error.ts";
import { imageEnd } from "../images/prepare-image.ts";
import { type Answer, type ApiRequest, pathPart } from "../runtime/request.ts";
import { answerOf, type EntityRuntime, seenRecord } from "./entity-runtime.ts";
import { refuseDuplicates } from "./field-refusal.ts";
import { type PreparedWrite, prepareWrite } from "./prepare-write.ts";
import { refuseStale, seenVersion } from "./seen-version.ts";
import { changedColumns, settleWrite } from "./settle-write.ts";

/**
 * `PUT`: 200 with the record. The merge is of the record as read; where another write came between, it is done anew on
 * the newer record, so that nothing is lost of either; a request that says which version it saw is judged by that one.
 */
export async function updateRecord(request: ApiRequest, runtime: EntityRuntime): Promise<Answer> {
  const id = pathPart(request, "id");
  const seen = seenVersion(request);
  for (;;) {
    const stored = await request.store.read((view) => seenRecord(request, view, runtime, id));
    refuseProtected(stored);
    refuseStale(request, seen, stored, "server.stale");
    const prepared = await prepareWrite(request, runtime, stored);
    const written = await refuseDuplicates(request, runtime, () =>
      writeUpdate(request, runtime, prepared, stored),
    );
    if (written !== undefined) return { status: 200, body: answerOf(runtime, written) };
  }
}

/** undefined: the record is no longer the one that was read. */
function writeUpdate(
  request: ApiRequest,
  runtime: EntityRuntime,
  prepared: PreparedWrite,
  before: StoredRecord,
): Promise<StoredRecord | undefined> {
  const { store, effects, account } = request;
  return store.write(async (transaction) => {
    const stored = await seenRecord(request, transaction, runtime, before._id);
    if (stored.updatedAt !== before.updatedAt) return undefined;
    refuseProtected(stored);
    const settled = await settleWrite(request, transaction, runtime, prepared, stored);
    const now = effects.now();
    const changes = {
      ...changedColumns(runtime, settled.columns, prepared.named),
      updatedAt: after(stored.updatedAt, now),
      updatedBy: account?.username ?? null,
    };
    const releasedUntil = imageEnd(now, request.runtime.config.app.limits.imageHours);
    await transaction.update(runtime.entity.id, stored._id, changes, settled.images, releasedUntil);
    return { ...stored, ...changes };
  });
}

/** Now, but later than the time before: two writes within a millisecond must still be told apart. */
function after(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();
}

export function refuseProtected(stored: StoredRecord): void {
  if (stored.isProtected) throw new ApiError("PROTECTED");
}
