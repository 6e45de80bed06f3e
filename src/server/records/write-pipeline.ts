import type { Config } from "../../model/config.ts";
import type { Field } from "../../model/entity.ts";
import type { Json, RecordData, StoredRecord, SYSTEM_FIELDS } from "../../model/record.ts";
import { applyConditions } from "../../record/apply-conditions.ts";
import { type Mode, placedStates } from "../../record/conditions.ts";
import { defaultRecord } from "../../record/defaults.ts";
import { type FieldError, fieldErrors } from "../../record/field-errors.ts";
import { isEmpty } from "../../record/json.ts";
import { below, segmentsOf } from "../../record/path.ts";
import { validateRecord } from "../../record/validate.ts";
import type { Effects } from "../effects.ts";
import { ApiError } from "../http/api-error.ts";
import type { Account } from "../http/request.ts";
import { serverMessage, tablesOf } from "../http/server-message.ts";
import type { EncodedImage } from "../images/encode-image.ts";
import { imageNameOf } from "../images/image-name.ts";
import { imagesWithoutOrigin } from "../images/image-origin.ts";
import { missingImages, resolveImages } from "../images/resolve-images.ts";
import { storeImage, storeLargeImages } from "../images/store-images.ts";
import type { ImageUser, Store, StoreTransaction } from "../store/store.ts";
import { DuplicateError } from "../store/store-errors.ts";
import { completeFields, keepUndeclared, withoutSecrets } from "./complete-record.ts";
import { type EntityRuntime, placedAt } from "./entity-runtime.ts";
import { refuseErrors, ruleError } from "./field-refusal.ts";
import { mergeValues, pickValues, withDefaults } from "./pick-values.ts";
import type { RecordWrite, WriteContext } from "./record-rules.ts";
import { referenceErrors } from "./reference-errors.ts";
import { refuseLong, unstorable } from "./refuse-unstorable.ts";
import { type HookedRecord, writeHooks } from "./write-hooks.ts";

/** How one kind of write differs: creating, updating, registering, samples, the first account. */
export interface WritePolicy {
  /** The fields that may be given. Other keys are dropped. */
  readonly given: readonly Field[];
  /** The record as it was read; undefined for a new one. */
  readonly stored?: StoredRecord | undefined;
  /** `_id` of a record of the bin, which is not stored. */
  readonly restored?: string;
  /** It is of a whole record: what is not given loses the images whose deletion was asked for. Default: it stays as it is. */
  readonly isWhole?: boolean;
  /** Images that the server does not have any more leave the record; default: they are refused. */
  readonly dropsLostImages?: boolean;
  /** Changes the given values. */
  values?(given: RecordData): RecordData;
  /**
   * Applies conditions and validates, after the server hooks completed and cleaned the record. Without it the values are
   * trusted (samples are checked with the config): no hook runs, and no reference is checked.
   */
  judge?(hooked: HookedRecord, given: RecordData): Promise<HookedRecord> | HookedRecord;
  /** The top-level fields whose faults are said; default: all. Whoever writes may not see the others. */
  readonly asks?: ReadonlySet<string>;
  /** Slow work (hashing) before the transaction. Returns the record to store. */
  finish?(write: RecordWrite): Promise<RecordData> | RecordData;
  /** Inside the transaction, before the row is written; `stored` is fresh. */
  write?(transaction: StoreTransaction, write: RecordWrite): Promise<void>;
  /** The error of a value that is not unique; default: that of its field. */
  duplicate?(error: DuplicateError): FieldError | undefined;
}

/** A write that passed all checks before the transaction. */
export interface CheckedWrite {
  readonly policy: WritePolicy;
  readonly record: RecordData;
  /** The declared top-level fields that were given or completed. */
  readonly named: ReadonlySet<string>;
  /** Images found inside values, to be stored with the record. Large ones are stored already. */
  readonly uploads: readonly EncodedImage[];
  /** File names or addresses of the images inside values, from the server hooks. */
  readonly inside: readonly string[];
}

/**
 * The part of a write before its transaction: pick, merge, complete, clean, conditions, validation, the plugins' checks,
 * hashing, storing large images. Throws VALIDATION_ERROR, and the errors of the policy and of the hooks' gates.
 */
export async function checkWrite(
  context: WriteContext,
  target: EntityRuntime,
  policy: WritePolicy,
  body: RecordData,
): Promise<CheckedWrite> {
  const { fields } = target;
  const { stored } = policy;
  const given = imagesWithoutOrigin(target.imageOrigin, policy.given, pickValues(policy.given, body));
  if (policy.judge !== undefined) refuseErrors(unstorable(target, given, new Set(Object.keys(given))));
  // The values may have megabytes: other requests have a turn after each step.
  await context.effects.turn();
  const values = policy.values?.(given) ?? given;
  const merged =
    stored === undefined
      ? withDefaults(fields, values)
      : mergeValues(fields, withoutSecrets(fields, stored), values);
  const finish = async (record: RecordData, named: ReadonlySet<string>) =>
    (await policy.finish?.({ record, named, stored })) ?? record;
  if (policy.judge === undefined) {
    const named = new Set(fields.map(({ name }) => name));
    return { policy, record: await finish(merged, named), named, uploads: [], inside: [] };
  }
  const asked = new Set(Object.keys(given).filter((name) => Object.hasOwn(values, name)));
  const hooks = writeHooks(context, target, binnedOf(target, policy));
  const hooked = await hooks.transform(merged, asked, storedSecrets(fields, stored));
  await context.effects.turn();
  refuseLong(target, hooked.record);
  const { record: judged, named } = await policy.judge(hooked, given);
  await hooks.check(judged, policy.asks);
  const record = await finish(judged, named);
  const inside = await hooks.images(record);
  const { imageHours } = target.config.app.limits;
  const uploads = await storeLargeImages({ ...context, imageHours }, hooks.uploads);
  return { policy, record, named, uploads, inside };
}

/** Top-level fields with a stored secret: they look empty in the merged record. */
function storedSecrets(fields: readonly Field[], stored: StoredRecord | undefined): ReadonlySet<string> {
  const kept = fields.filter(({ name, schema }) => schema.writeOnly === true && !isEmpty(stored?.[name]));
  return new Set(kept.map(({ name }) => name));
}

/**
 * Applies the entity's conditions and validates. Throws VALIDATION_ERROR.
 * @param only the top-level fields that are changed and validated; default all
 * @param asked those whose faults are said
 */
export function judgeRecord(
  target: EntityRuntime,
  stored: StoredRecord | undefined,
  { record, named }: HookedRecord,
  { only, asked }: { readonly only?: ReadonlySet<string>; readonly asked?: ReadonlySet<string> } = {},
): HookedRecord {
  const { config, entity, fields, conditionOrder: order, check } = target;
  const mode: Mode = stored === undefined ? "create" : "edit";
  const isJudged = (name: string) => only?.has(name) !== false;
  const base =
    stored === undefined ? defaultRecord(fields) : completeFields(fields, withoutSecrets(fields, stored));
  const applied = applyConditions(record, { order, mode, base });
  const judged = { ...applied };
  for (const name of Object.keys(record)) if (!isJudged(name)) judged[name] = record[name] ?? null;
  const problems = validateRecord({ fields, mode, record: judged, check });
  const own = problems.filter(({ path }) => {
    const top = segmentsOf(path)[0] ?? "";
    return isJudged(top) && asked?.has(top) !== false;
  });
  refuseErrors(fieldErrors(own, fields, tablesOf(config, entity)));
  const unwritten = notWritten(fields, judged, mode).filter(isJudged);
  return { record: judged, named: new Set([...named].filter((name) => !unwritten.includes(name))) };
}

/** Given fields that are not written: disabled ones, and blank secrets. */
function notWritten(fields: readonly Field[], record: RecordData, mode: Mode): readonly string[] {
  const states = placedStates(fields, record, mode);
  return fields
    .filter(({ name, schema }) => {
      const isBlankSecret = schema.writeOnly === true && mode === "edit" && isEmpty(record[name]);
      return isBlankSecret || states.get(name)?.holds === "before";
    })
    .map(({ name }) => name);
}

/** For what a server itself writes when it starts: without an account. */
export function serverContext(config: Config, store: Store, effects: Effects): WriteContext {
  const say: WriteContext["say"] = (key, values) => serverMessage(config, undefined, key, values);
  return { store, effects, account: undefined, say };
}

/** Stores a checked new record in a transaction of its own. Throws VALIDATION_ERROR, DUPLICATE and what the policy throws. */
export function storeNew(
  context: WriteContext,
  target: EntityRuntime,
  write: CheckedWrite,
  system: Partial<SystemValues> = {},
): Promise<StoredRecord> {
  const { store, effects } = context;
  const _id = effects.newId();
  return refuseDuplicates(target, write.policy, () =>
    store.write((transaction) => insertNew(context, transaction, target, write, { _id, ...system })),
  );
}

type SystemValues = Pick<StoredRecord, (typeof SYSTEM_FIELDS)[number]>;

export type NewSystemValues = Pick<SystemValues, "_id"> & Partial<SystemValues>;

/** The same inside a transaction. `system` overrides the time and the account. */
export async function insertNew(
  context: WriteContext,
  transaction: StoreTransaction,
  target: EntityRuntime,
  write: CheckedWrite,
  system: NewSystemValues,
): Promise<StoredRecord> {
  const { columns, images } = await finalizeWrite(context, transaction, target, write, undefined);
  const now = context.effects.now().toISOString();
  const times = { createdAt: now, updatedAt: now };
  const own = { ...times, ...updatedBy(context.account), isProtected: false, ...system };
  const record = { ...columns, ...own };
  await transaction.insert(target.entity.id, record, images);
  return { ...record, _version: 1 };
}

/** The account as the one that wrote a record last; none is the system. */
export function updatedBy(account: Account | undefined): Pick<StoredRecord, "updatedBy" | "updatedById"> {
  return { updatedBy: account?.username ?? null, updatedById: account?._id ?? null };
}

interface FinalWrite {
  /** Every declared field; stored objects keep their undeclared keys. */
  readonly columns: { readonly [field: string]: Json };
  /** File names of all images that the record uses. */
  readonly images: readonly string[];
}

/** The checks inside the transaction: references, images, the entity's rules. Throws VALIDATION_ERROR and the policy's errors. */
export async function finalizeWrite(
  { effects, account }: WriteContext,
  transaction: StoreTransaction,
  target: EntityRuntime,
  { policy, record, named, uploads, inside }: CheckedWrite,
  stored: StoredRecord | undefined,
): Promise<FinalWrite> {
  const { fields, config } = target;
  const { imageHours } = config.app.limits;
  for (const image of uploads) await storeImage({ effects, account, imageHours }, transaction, image);
  const of = binnedOf(target, policy);
  const resolved = await resolveImages(
    transaction,
    fields,
    record,
    policy.isWhole === true ? named : undefined,
    of,
    policy.dropsLostImages,
  );
  // What is left may break rules: a picture may be required.
  if (resolved.lost.length > 0) await policy.judge?.({ record: resolved.record, named }, record);
  if (policy.judge !== undefined)
    refuseErrors([
      ...(await referenceErrors({ account }, transaction, target, resolved.record, stored)),
      ...resolved.unknown.map((pointer) => ruleError(target, placedAt(target, pointer), "image", pointer)),
    ]);
  await policy.write?.(transaction, { record: resolved.record, named, stored });
  const complete = completeFields(fields, resolved.record);
  return {
    columns: stored === undefined ? complete : keepUndeclared(fields, complete, stored),
    images: [...new Set([...resolved.used, ...(await knownImages(transaction, inside, of))])],
  };
}

/** The record that is written, where there may be images of it in the bin. */
function binnedOf({ entity }: EntityRuntime, { stored, restored }: WritePolicy): ImageUser | undefined {
  const _id = stored?._id ?? restored;
  return _id === undefined ? undefined : { table: entity.id, _id };
}

/** Of the named images those of this server: a text may show images of other sites too. */
async function knownImages(
  transaction: StoreTransaction,
  named: readonly string[],
  of: ImageUser | undefined,
): Promise<string[]> {
  const names = named.flatMap((nameOrUrl) => imageNameOf(nameOrUrl) ?? []);
  const missing = new Set(await missingImages(transaction, names, of));
  return names.filter((name) => !missing.has(name));
}

/** Runs a write. A DuplicateError of the store becomes DUPLICATE at its field. */
export async function refuseDuplicates<T>(
  target: EntityRuntime,
  policy: WritePolicy,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DuplicateError) || error.table !== target.entity.id) throw error;
    const pointer = below("", error.column);
    const refusal =
      policy.duplicate?.(error) ??
      ruleError(target, placedAt(target, pointer), "unique", pointer, { value: error.value });
    throw duplicate(refusal);
  }
}

export function duplicate(refusal: FieldError): ApiError {
  return new ApiError("DUPLICATE", { message: refusal.message, errors: [refusal] });
}
