import type { Field } from "../../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../../model/record.ts";
import { ownValue } from "../../../record/json.ts";
import { formatMoment } from "../../../record/moment.ts";
import type { ChangedField, KeptChange, UndoAnswer } from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Answer, ApiRequest } from "../../http/request.ts";
import { imagesWithOrigin } from "../../images/image-origin.ts";
import { imageNamesIn, missingImages } from "../../images/resolve-images.ts";
import { EVENTS_TABLE, type JournalEntry } from "../../store/journal.ts";
import type { StoreView } from "../../store/store.ts";
import { deleteStored } from "../delete-record.ts";
import type { EntityRuntime, EntityRuntimes } from "../entity-runtime.ts";
import { isUnchanged } from "../is-unchanged.ts";
import type { WriteContext, WriteServices } from "../record-rules.ts";
import { rightsOf } from "../rights/entity-rights.ts";
import { shownAuthor } from "../rights/seen-account.ts";
import { visibleRecord } from "../rights/visible-record.ts";
import { mustHaveRight } from "../rights/write-rights.ts";
import { refuseProtected, savePolicy, updateStored } from "../save-record.ts";
import { checkWrite } from "../write-pipeline.ts";
import { makeReader, readsJournal } from "./history-reader.ts";
import {
  attempt,
  keptChange,
  MAX_MANY,
  type PreparedWrite,
  sayOf,
  writeAll,
  writeRest,
} from "./many-writes.ts";
import { fieldLabels } from "./not-restored.ts";
import { checkRestore, notRestored, type Restore, restoreBinned } from "./restore-record.ts";
import { convertedValues, recordBefore } from "./stored-values.ts";
import { namesFor } from "./titles.ts";

const PAGE = 100;
/** Of all values that are written again: they are in memory until they are. */
export const MAX_UNDONE_LENGTH = 32_000_000;

/**
 * `POST JOURNAL_PATHS.undo`: reverses all that one change did, in one transaction, by the rights and rules of today. Throws NOT_FOUND
 * where there is nothing of it that the account sees, and NOT_UNDONE where it is too large, or something stands in the way, also
 * records that it does not see, unless the rest is asked for and there is some.
 */
export async function answerUndo(
  all: EntityRuntimes,
  services: WriteServices,
  request: ApiRequest,
  maxLength: number,
): Promise<Answer> {
  const changeId = undoneChange(request.body);
  if (changeId === undefined) throw new ApiError("BAD_REQUEST");
  const takesRest = ownValue(request.body, "rest") === true;
  const context = { ...request, ...services };
  const { steps, unseen } = await stepsOf(all, request, changeId, maxLength);
  const kept: KeptChange[] = [];
  const ready: ReadyStep[] = [];
  let length = 0;
  for (const step of steps) {
    const outcome = await attempt(() => prepare(context, step));
    if ("value" in outcome) {
      length += outcome.value.length;
      if (length > maxLength) throw tooLarge(maxLength);
      ready.push(outcome.value);
      if (outcome.value.kept !== undefined) kept.push(outcome.value.kept);
    } else kept.push(await keep(context, step, outcome.refusal));
  }
  let undone: readonly ReadyStep[] = [];
  if (takesRest) {
    const refused = ready.length === 0 ? [] : await writeRest(context, ready);
    for (const { blocked, refusal } of refused) {
      // Not even a part of it.
      if (blocked.kept !== undefined) kept.splice(kept.indexOf(blocked.kept), 1);
      kept.push(await keep(context, blocked.step, refusal));
    }
    const left = new Set(refused.map(({ blocked }) => blocked));
    undone = ready.filter((one) => !left.has(one));
  } else if (kept.length === 0 && unseen === 0) {
    const refused = await writeAll(context, ready);
    if (refused === undefined) undone = ready;
    else {
      ready.splice(ready.indexOf(refused.blocked), 1);
      kept.push(await keep(context, refused.blocked.step, refused.refusal));
    }
  }
  if (undone.length > 0) {
    const lost = await lostValues(context, undone);
    const body: UndoAnswer = { undone: undone.length, kept, notRestored: lost };
    return { status: 200, body };
  }
  const [first] = steps;
  // In the language in which the records are spoken of.
  const key = unseen > 0 ? "server.undoneOthers" : "server.notUndone";
  const said = first && { message: sayOf(first.target)(key) };
  throw new ApiError("NOT_UNDONE", { ...said, kept, undoable: takesRest ? 0 : ready.length });
}

/** Which change a request is about. */
export function undoneChange(body: Json | undefined): string | undefined {
  const changeId = ownValue(body, "changeId");
  return typeof changeId === "string" && changeId !== "" ? changeId : undefined;
}

interface Step {
  readonly target: EntityRuntime;
  readonly entry: JournalEntry;
}

interface ReadyStep extends PreparedWrite {
  readonly step: Step;
  /** The write leaves out fields that were changed again. */
  readonly kept?: KeptChange;
  /** Of the values that are written, as JSON. */
  readonly length: number;
  /** Where a deleted record comes back. */
  readonly restore?: Restore;
}

const lengthOf = (record: RecordData) => JSON.stringify(record).length;

function tooLarge(maxLength: number): ApiError {
  const values = { limit: MAX_MANY, megabytes: maxLength / 1_000_000 };
  return new ApiError("NOT_UNDONE", { key: "server.tooLargeUndone", values });
}

interface Steps {
  /** The last first. */
  readonly steps: readonly Step[];
  /** How many more there are, of which nothing is told. */
  readonly unseen: number;
}

/**
 * The entries of a change, the last first, of records that the account sees. Throws NOT_FOUND where there are none, and NOT_UNDONE
 * of what can never be undone, and of too many.
 */
async function stepsOf(
  all: EntityRuntimes,
  request: ApiRequest,
  changeId: string,
  maxLength: number,
): Promise<Steps> {
  const { entities } = all;
  const steps: Step[] = [];
  let unseen = 0;
  for (let before: number | undefined; ; ) {
    const asked = { changeId, limit: PAGE, ...(before === undefined ? {} : { before }) };
    const { found, next } = await request.store.read(async (view) => {
      const { entries, next } = await view.journal(asked);
      const reader = makeReader(all, request, view);
      const found: { entry: JournalEntry; isSeen: boolean }[] = [];
      for (const entry of entries)
        found.push({ entry, isSeen: (await reader.rightsTo(entry.table, entry._id)) !== undefined });
      return { found, next };
    });
    for (const { entry, isSeen } of found) {
      if (await isKnownEvent(all, request, entry))
        throw new ApiError("NOT_UNDONE", { key: "server.eventNotUndone" });
      const target = entities.get(entry.table);
      if (target !== undefined && isSeen) steps.push({ target, entry });
      else if (entry.table !== EVENTS_TABLE) unseen += 1;
    }
    if (next === undefined || steps.length + unseen > MAX_MANY) break;
    before = next;
  }
  if (steps.length === 0) throw new ApiError("NOT_FOUND");
  if (steps.length + unseen > MAX_MANY) throw tooLarge(maxLength);
  return { steps, unseen };
}

/** Whether it is an event of one's own, or one that the page with all changes shows. */
async function isKnownEvent(all: EntityRuntimes, request: ApiRequest, entry: JournalEntry): Promise<boolean> {
  if (entry.table !== EVENTS_TABLE) return false;
  if (entry.account?._id === request.account?._id) return true;
  if (!readsJournal(all, request)) return false;
  const shown = await request.store.read((view) => makeReader(all, request, view).shownEvent(entry));
  return shown.length > 0;
}

/** All that can be done before the transaction. Throws ApiError. */
function prepare(context: WriteContext, step: Step): Promise<ReadyStep> {
  const { kind } = step.entry;
  if (kind === "purge") return Promise.reject(new ApiError("NOT_UNDONE", { key: "server.purgeNotUndone" }));
  if (kind === "update") return prepareUpdate(context, step);
  return kind === "delete" ? prepareRestore(context, step) : prepareDeletion(context, step);
}

async function prepareDeletion(context: WriteContext, step: Step): Promise<ReadyStep> {
  const { target, entry } = step;
  return {
    step,
    target,
    length: 0,
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

async function prepareRestore(context: WriteContext, step: Step): Promise<ReadyStep> {
  const { target, entry } = step;
  const restore = await checkRestore(context, target, entry._id);
  return {
    step,
    target,
    length: lengthOf(restore.write.record),
    policy: restore.write.policy,
    restore,
    run: (transaction) => restoreBinned(context, transaction, target, restore),
  };
}

async function prepareUpdate(context: WriteContext, step: Step): Promise<ReadyStep> {
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
    length: lengthOf(write.record),
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
  { entry: { table, _id } }: Step,
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
  { target, entry }: Step,
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
  { target, entry }: Step,
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

/** The records that came back without something, and without what. */
async function lostValues(context: WriteContext, undone: readonly ReadyStep[]): Promise<KeptChange[]> {
  const lost: KeptChange[] = [];
  for (const { target, restore } of undone) {
    if (restore === undefined) continue;
    const { entity } = target;
    const stored = await context.store.read((view) => view.get(entity.id, restore.deleted._id));
    if (stored === undefined) continue;
    const reasons = notRestored(target, rightsOf(context.account, target), restore, stored);
    if (reasons.length === 0) continue;
    const [title = ""] = await context.store.read((view) => namesFor(context, view, target, [stored]));
    lost.push(...reasons.map((reason) => ({ entity: entity.id, _id: stored._id, title, reason })));
  }
  return lost;
}

async function keep(context: WriteContext, { target, entry }: Step, refusal: ApiError): Promise<KeptChange> {
  const [own] = refusal.detail.kept ?? [];
  if (own !== undefined) return own;
  const stored = await context.store.read((view) => view.get(entry.table, entry._id));
  return keptChange(context, target, stored ?? (await recordBefore(target, entry)), refusal);
}
