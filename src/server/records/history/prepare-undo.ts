import type { Field } from "../../../model/entity.ts";
import type { RecordData, StoredRecord } from "../../../model/record.ts";
import { formatMoment } from "../../../record/moment.ts";
import type { ChangedField, KeptChange } from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import { imagesWithOrigin } from "../../images/image-origin.ts";
import { imageNamesIn, missingImages } from "../../images/resolve-images.ts";
import type { StoreView } from "../../store/store.ts";
import { deleteStored } from "../delete-record.ts";
import type { EntityRuntime } from "../entity-runtime.ts";
import { isUnchanged } from "../is-unchanged.ts";
import type { WriteContext } from "../record-rules.ts";
import { rightsOf } from "../rights/entity-rights.ts";
import { shownAuthor } from "../rights/seen-account.ts";
import { visibleRecord } from "../rights/visible-record.ts";
import { mustHaveRight } from "../rights/write-rights.ts";
import { refuseProtected, savePolicy, updateStored } from "../save-record.ts";
import { checkWrite } from "../write-pipeline.ts";
import { bytesOf, type PreparedWrite, sayOf } from "./many-writes.ts";
import { fieldLabels } from "./not-restored.ts";
import { checkRestore, type Restore, restoreBinned } from "./restore-record.ts";
import { convertedValues } from "./stored-values.ts";
import { namesFor } from "./titles.ts";
import type { UndoStep } from "./undo-steps.ts";

/** An undone entry, with all that its write needs. */
export interface ReadyUndo extends PreparedWrite {
  readonly step: UndoStep;
  /** The write leaves out fields that were changed again. */
  readonly kept?: KeptChange;
  /** Of the values that are written. */
  readonly size: number;
  /** Where a deleted record comes back. */
  readonly restore?: Restore;
}

/** All that can be done before the transaction. Throws ApiError. */
export function prepareUndo(context: WriteContext, step: UndoStep): Promise<ReadyUndo> {
  const { kind } = step.entry;
  if (kind === "purge") return Promise.reject(new ApiError("NOT_UNDONE", { key: "server.purgeNotUndone" }));
  if (kind === "update") return prepareUpdate(context, step);
  return kind === "delete" ? prepareRestore(context, step) : prepareDeletion(context, step);
}

async function prepareDeletion(context: WriteContext, step: UndoStep): Promise<ReadyUndo> {
  const { target, entry } = step;
  return {
    step,
    target,
    size: 0,
    async run(transaction) {
      const stored = await visibleRecord(context, transaction, target, entry._id);
      if (stored._version !== entry.version)
        throw new ApiError("NOT_UNDONE", {
          message: await changedSince(context, transaction, target, stored),
        });
      refuseProtected(stored, "server.protectedDeletion");
      await deleteStored(context, transaction, target, stored, context.effects.now());
    },
  };
}

async function prepareRestore(context: WriteContext, step: UndoStep): Promise<ReadyUndo> {
  const { target, entry } = step;
  const restore = await checkRestore(context, target, entry._id);
  return {
    step,
    target,
    size: bytesOf(restore.write.record),
    policy: restore.write.policy,
    restore,
    run: (transaction) => restoreBinned(context, transaction, target, restore),
  };
}

async function prepareUpdate(context: WriteContext, step: UndoStep): Promise<ReadyUndo> {
  const { target, entry } = step;
  const whole = (await context.store.read((view) => view.journalEntry(entry.position))) ?? entry;
  const stored = await context.store.read((view) => visibleRecord(context, view, target, entry._id));
  refuseProtected(stored);
  const before = await convertedValues(target, whole.before);
  const names = Object.keys(before);
  const isSecret = ({ name, schema }: Field) =>
    entry.secrets.includes(name) || (schema.writeOnly === true && Object.hasOwn(whole.before, name));
  if (names.length === 0 && target.fields.some(isSecret))
    throw new ApiError("NOT_UNDONE", { key: "server.keptSecret" });
  const rights = rightsOf(context.account, target);
  mustHaveRight(rights, "edit", stored);
  // What one may not see would be dropped from the change in silence.
  if (names.some((name) => !rights.edits.has(name)))
    throw new ApiError("FORBIDDEN", { key: "server.recordRight" });
  const after = await convertedValues(target, whole.after);
  const { open: unchanged, blocked } = splitFields(target, { before, after, stored });
  if (unchanged.length === 0 && blocked.length === 0)
    throw new ApiError("NOT_UNDONE", {
      message: await context.store.read((view) => changedSince(context, view, target, stored)),
    });
  const lost = await fieldsOfLostPictures(context, step, unchanged, before);
  const open = unchanged.filter((field) => !lost.includes(field));
  const stays = { after, stored, blocked, lost };
  const kept =
    open.length === unchanged.length && blocked.length === 0
      ? undefined
      : await keptFields(context, step, stays);
  if (open.length === 0 && kept !== undefined)
    throw new ApiError("NOT_UNDONE", { message: kept.reason, kept: [kept] });
  const values = Object.fromEntries(open.map(({ name }) => [name, before[name] ?? null]));
  const write = await checkWrite(context, target, savePolicy(target, context, stored), values);
  return {
    step,
    target,
    size: bytesOf(write.record),
    policy: write.policy,
    ...(kept === undefined ? {} : { kept: { ...kept, partly: true } }),
    async run(transaction) {
      const now = await visibleRecord(context, transaction, target, entry._id);
      if (now.updatedAt !== stored.updatedAt)
        throw new ApiError("NOT_UNDONE", { message: await changedSince(context, transaction, target, now) });
      await updateStored(context, transaction, target, write, now);
    },
  };
}

/** Those that had pictures which nothing brings back: they stay as they are. */
async function fieldsOfLostPictures(
  { store }: WriteContext,
  { entry: { table, _id } }: UndoStep,
  fields: readonly Field[],
  before: RecordData,
): Promise<readonly Field[]> {
  const pictured = fields.filter((field) => imageNamesIn(field, before).length > 0);
  // Of a thousand records none is asked for in vain.
  if (pictured.length === 0) return [];
  return store.read(async (view) => {
    const lost: Field[] = [];
    for (const field of pictured) {
      const missing = await missingImages(view, imageNamesIn(field, before), { table, _id });
      if (missing.length > 0) lost.push(field);
    }
    return lost;
  });
}

interface Sides {
  readonly before: RecordData;
  readonly after: RecordData;
  readonly stored: StoredRecord;
}

/** The changed fields: those that are as the change left them, and those that are neither that nor what they were before it. */
function splitFields({ fields }: EntityRuntime, { before, after, stored }: Sides) {
  const is = (values: RecordData, field: Field) =>
    isUnchanged(field, values[field.name] ?? null, stored[field.name]);
  const changed = fields.filter(({ name }) => Object.hasOwn(before, name));
  const newer = changed.filter((field) => !is(after, field));
  return {
    open: changed.filter((field) => is(after, field)),
    blocked: newer.filter((field) => !is(before, field)),
  };
}

/** Longer values are not told: there may be a thousand records of them. */
const MAX_TOLD_LENGTH = 4096;

interface Stays extends Omit<Sides, "before"> {
  /** Changed again since. */
  readonly blocked: readonly Field[];
  /** Their pictures are gone. */
  readonly lost: readonly Field[];
}

/** The fields that stand in the way, all of which may be changed by the account, and so be seen. */
async function keptFields(
  context: WriteContext,
  { target, entry }: UndoStep,
  { after, stored, blocked, lost }: Stays,
): Promise<KeptChange> {
  const shown = (values: RecordData) => imagesWithOrigin(target.imageOrigin, blocked, values);
  const [left, now] = [shown(after), shown(stored)];
  const fields = blocked.map(({ name }): ChangedField => {
    const told = { was: left[name] ?? null, now: now[name] ?? null };
    return { field: name, ...(JSON.stringify(told).length > MAX_TOLD_LENGTH ? { long: true } : told) };
  });
  const gone = lost.length === 0 ? [] : [sayOf(target)("server.lostPictures", fieldLabels(target, lost))];
  return context.store.read(async (view) => {
    const changed =
      blocked.length === 0 ? [] : [await changedAgain(context, view, { target, entry }, stored, blocked)];
    const [title = ""] = await namesFor(context, view, target, [stored]);
    const told = fields.length === 0 ? {} : { fields };
    return { entity: entry.table, _id: entry._id, title, reason: [...changed, ...gone].join(" "), ...told };
  });
}

/** So many later changes of the record are searched for the last one of the fields. */
const MAX_SEARCHED = 100;

/** Who changed the fields last, which need not be who changed the record last. */
async function changedAgain(
  context: WriteContext,
  view: StoreView,
  { target, entry }: UndoStep,
  stored: StoredRecord,
  fields: readonly Field[],
): Promise<string> {
  const { table, _id, position: after } = entry;
  const { entries } = await view.journal({ table, _id, after, limit: MAX_SEARCHED });
  const last = entries.find(({ before, long }) =>
    fields.some(({ name }) => Object.hasOwn(before, name) || long.includes(name)),
  );
  const changed = last && {
    updatedAt: last.at,
    updatedBy: last.account?.name ?? null,
    updatedById: last.account?._id ?? null,
  };
  const { fields: labels } = fieldLabels(target, fields);
  return changedSince(context, view, target, { ...stored, ...changed }, labels);
}

/** @param fields those that were changed, where it is known which */
async function changedSince(
  context: WriteContext,
  view: StoreView,
  target: EntityRuntime,
  stored: StoredRecord,
  fields?: string,
): Promise<string> {
  const say = sayOf(target);
  const by = await shownAuthor(context, view, target, stored);
  const values = { by: by ?? say("history.someone"), at: formatMoment(stored.updatedAt, target.config.app) };
  return fields === undefined
    ? say("server.changedSince", values)
    : say("server.changedFields", { ...values, fields });
}
