import { type RecordData, type StoredRecord, SYSTEM_FIELDS } from "../../../model/record.ts";
import { isEmpty, ownValue } from "../../../record/json.ts";
import type { RestoreAnswer } from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Answer, ApiRequest } from "../../http/request.ts";
import type { StoreTransaction, StoreView } from "../../store/store.ts";
import type { EntityRuntime, EntityRuntimes } from "../entity-runtime.ts";
import type { WriteContext, WriteServices } from "../record-rules.ts";
import { type EntityRights, rightsOf, sees } from "../rights/entity-rights.ts";
import { answerOf } from "../rights/visible-record.ts";
import { mustHaveRight, refuseOutside } from "../rights/write-rights.ts";
import { seenVersion, versionHeadersFor } from "../seen-version.ts";
import {
  type CheckedWrite,
  checkWrite,
  insertNew,
  judgeRecord,
  refuseDuplicates,
  type WritePolicy,
} from "../write-pipeline.ts";
import { sayOf } from "./many-writes.ts";
import { fieldLabels, lostPictures } from "./not-restored.ts";
import { answerVersion } from "./restore-version.ts";
import { recordBefore } from "./stored-values.ts";

/**
 * `POST JOURNAL_PATHS.restore`: 200 with the record, which was in the bin, and what of it could not be restored. Who may delete such a
 * record may restore it.
 */
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
  const position = ownValue(request.body, "position");
  if (typeof position === "number")
    return answerVersion(context, target, {
      id,
      position,
      seen: { ...seenVersion(request), isTagged: true },
    });
  const restore = await checkRestore(context, target, id);
  const stored = await refuseDuplicates(target, restore.write.policy, () =>
    request.store.write((transaction) => restoreBinned(context, transaction, target, restore)),
  );
  const rights = rightsOf(request.account, target);
  const body: RestoreAnswer = {
    record: answerOf(target, stored, rights),
    notRestored: notRestored(target, rights, restore, stored),
  };
  return { status: 200, body, ...versionHeadersFor(rights, stored) };
}

/** What of the record did not come back, in the words of the entity, for people. */
export function notRestored(
  target: EntityRuntime,
  rights: EntityRights,
  { write, retired, secrets }: Restore,
  stored: StoredRecord,
): readonly string[] {
  const say = sayOf(target);
  const empty = target.fields.filter(({ name }) => rights.views.has(name) && secrets.includes(name));
  return [
    ...lostPictures(target, rights, write, stored),
    ...(empty.length === 0 ? [] : [say("server.lostSecrets", fieldLabels(target, empty))]),
    ...(retired === 0 ? [] : [say("server.retiredFields", { count: retired })]),
  ];
}

export interface Restore {
  readonly deleted: StoredRecord;
  /** Of the deletion in the journal. */
  readonly position: number;
  /** How many fields had a value that the config has no more: whether they were secret is not known, so their values stay out. */
  readonly retired: number;
  /** Fields whose values are told to nobody, and so not kept either. */
  readonly secrets: readonly string[];
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
  if (whole === undefined) return undefined;
  const isKnown = new Set<string>([...SYSTEM_FIELDS, ...target.fields.map(({ name }) => name)]);
  const retired = Object.entries(whole.before).filter(
    ([name, value]) => !isKnown.has(name) && !isEmpty(value),
  );
  return {
    deleted: await recordBefore(target, whole),
    position: whole.position,
    retired: retired.length,
    secrets: whole.secrets,
  };
}

/** All that was stored returns, whoever may see it; only secrets are gone, as if they had been left blank on an edit. */
function restorePolicy(target: EntityRuntime, writer: WriteContext, deleted: StoredRecord): WritePolicy {
  const { fields, rules } = target;
  const rights = rightsOf(writer.account, target);
  return {
    given: fields.filter(({ schema }) => schema.writeOnly !== true),
    restored: deleted._id,
    // Its other values are worth more than a picture that nothing brings back, unless that is required.
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
