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
  const prepare = (stored: StoredRecord) => {
    refuseProtected(stored);
    refuseStale(request, seen, stored, "server.stale");
    return prepareWrite(request, runtime, stored);
  };
  for (;;) {
    const stored = await request.store.read((view) => seenRecord(request, view, runtime, id));
    const prepared = await prepare(stored);
    const written = await refuseDuplicates(request, runtime, () =>
      writeUpdate(request, runtime, { stored, prepared, prepare }),
    );
    if (written !== undefined) return { status: 200, body: answerOf(runtime, written) };
  }
}

interface Update {
  /** The record as it was read. */
  readonly stored: StoredRecord;
  /** What was prepared for it. */
  readonly prepared: PreparedWrite;
  prepare(stored: StoredRecord): Promise<PreparedWrite>;
}

/** undefined: the record is no longer the one that was read, and preparing anew is not for a transaction. */
function writeUpdate(
  request: ApiRequest,
  runtime: EntityRuntime,
  { stored: read, prepared, prepare }: Update,
): Promise<StoredRecord | undefined> {
  const { store, effects, account } = request;
  return store.write(async (transaction) => {
    const stored = await seenRecord(request, transaction, runtime, read._id);
    const isSame = stored.updatedAt === read.updatedAt;
    if (!isSame && !isPreparedAtOnce(runtime)) return undefined;
    refuseProtected(stored);
    const write = isSame ? prepared : await prepare(stored);
    const settled = await settleWrite(request, transaction, runtime, write, stored);
    const now = effects.now();
    const changes = {
      ...changedColumns(runtime, settled.columns, write.named),
      updatedAt: after(stored.updatedAt, now),
      updatedBy: account?.username ?? null,
    };
    const releasedUntil = imageEnd(now, request.runtime.config.app.limits.imageHours);
    await transaction.update(runtime.entity.id, stored._id, changes, settled.images, releasedUntil);
    return { ...stored, ...changes };
  });
}

/**
 * Whether preparing waits for nobody and leaves nothing behind, so that a transaction may do it: many who update one record
 * at once then share commits, where otherwise all but one of them would begin anew after each.
 */
function isPreparedAtOnce({ hooks, rules }: EntityRuntime): boolean {
  return hooks.length === 0 && rules.beforeWrite === undefined;
}

/** Now, but later than the time before: two writes within a millisecond must still be told apart. */
function after(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();
}

export function refuseProtected(stored: StoredRecord): void {
  if (stored.isProtected) throw new ApiError("PROTECTED");
}
