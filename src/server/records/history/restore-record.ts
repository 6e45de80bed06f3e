import type { RecordData, StoredRecord } from "../../../model/record.ts";
import { ownValue } from "../../../record/json.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Answer, ApiRequest } from "../../http/request.ts";
import type { JournalEntry } from "../../store/journal.ts";
import type { StoreTransaction, StoreView } from "../../store/store.ts";
import type { EntityRuntime, EntityRuntimes } from "../entity-runtime.ts";
import type { WriteContext, WriteServices } from "../record-rules.ts";
import { rightsOf, sees } from "../rights/entity-rights.ts";
import { answerOf } from "../rights/visible-record.ts";
import { mustHaveRight, refuseOutside } from "../rights/write-rights.ts";
import { versionHeadersFor } from "../seen-version.ts";
import {
  type CheckedWrite,
  checkWrite,
  insertNew,
  judgeRecord,
  refuseDuplicates,
  type WritePolicy,
} from "../write-pipeline.ts";
import { convertedValues } from "./stored-values.ts";

/** `POST JOURNAL_PATHS.restore`: 200 with the record, which was in the bin. Who may delete such a record may restore it. */
export async function answerRestore(
  { entities }: EntityRuntimes,
  services: WriteServices,
  request: ApiRequest,
): Promise<Answer> {
  const [entity, id] = [ownValue(request.body, "entity"), ownValue(request.body, "_id")];
  if (typeof entity !== "string" || typeof id !== "string") throw new ApiError("BAD_REQUEST");
  const target = entities.get(entity);
  if (target === undefined) throw new ApiError("NOT_FOUND");
  const context = { ...request, ...services };
  const restore = await checkRestore(context, target, id);
  const stored = await refuseDuplicates(target, restore.write.policy, () =>
    request.store.write((transaction) => restoreBinned(context, transaction, target, restore)),
  );
  const rights = rightsOf(request.account, target);
  return { status: 200, body: answerOf(target, stored, rights), ...versionHeadersFor(rights, stored) };
}

export interface Restore {
  readonly deleted: StoredRecord;
  /** Of the deletion in the journal. */
  readonly position: number;
  readonly write: CheckedWrite;
}

/** The part before the transaction. Throws NOT_FOUND where nothing that the account sees is in the bin, FORBIDDEN, VALIDATION_ERROR. */
export async function checkRestore(
  context: WriteContext,
  target: EntityRuntime,
  id: string,
): Promise<Restore> {
  const found = await context.store.read((view) => deletedRecord(view, target, id));
  const rights = rightsOf(context.account, target);
  if (found === undefined || rights.access !== "full" || !sees(rights, found.deleted))
    throw new ApiError("NOT_FOUND");
  const { deleted } = found;
  mustHaveRight(rights, "delete", deleted);
  return {
    ...found,
    write: await checkWrite(context, target, restorePolicy(target, context, deleted), deleted),
  };
}

/** Throws NOT_FOUND where it is not in the bin any more, or by a later deletion, and what the entity's rules throw. */
export async function restoreBinned(
  context: WriteContext,
  transaction: StoreTransaction,
  target: EntityRuntime,
  { deleted, position, write }: Restore,
): Promise<StoredRecord> {
  const { _id, createdAt, isProtected } = deleted;
  const binned = await transaction.binned(target.entity.id, _id);
  if (binned?.entry.position !== position) throw new ApiError("NOT_FOUND");
  await transaction.unbinImages(target.entity.id, _id);
  const record = await insertNew(context, transaction, target, write, { _id, createdAt, isProtected });
  return (await transaction.get(target.entity.id, _id)) ?? record;
}

/** A record of the bin as it was, in the fields of today; undefined where it is not in the bin. */
async function deletedRecord(
  view: StoreView,
  target: EntityRuntime,
  id: string,
): Promise<Omit<Restore, "write"> | undefined> {
  const binned = await view.binned(target.entity.id, id);
  const whole = binned && (await view.journalEntry(binned.entry.position));
  return whole && { deleted: await recordBefore(target, whole), position: whole.position };
}

/** The record that an entry of a deletion tells of. */
export async function recordBefore(target: EntityRuntime, entry: JournalEntry): Promise<StoredRecord> {
  const { _id, before, at, version, account } = entry;
  return {
    ...(await convertedValues(target, before)),
    _id,
    createdAt: typeof before.createdAt === "string" ? before.createdAt : at,
    updatedAt: at,
    updatedBy: account?.name ?? null,
    updatedById: account?._id ?? null,
    isProtected: before.isProtected === true,
    _version: version,
  };
}

/** All that was stored returns, whoever may see it; only secrets are gone, as if they had been left blank on an edit. */
function restorePolicy(target: EntityRuntime, writer: WriteContext, deleted: StoredRecord): WritePolicy {
  const { fields, rules } = target;
  const rights = rightsOf(writer.account, target);
  return {
    given: fields.filter(({ schema }) => schema.writeOnly !== true),
    // Its other values are worth more than a picture that nothing brings back.
    dropsLostImages: true,
    judge: (hooked) => judgeRecord(target, deleted, hooked),
    async write(transaction, write) {
      const record: RecordData = { ...deleted, ...write.record };
      refuseOutside(
        target,
        { ...rights, records: { ...rights.records, create: [] } },
        "create",
        writer,
        record,
      );
      await rules.write?.(writer, transaction, write);
    },
  };
}
