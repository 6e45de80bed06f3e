import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import type { FieldError } from "../../record/messages.ts";
import { imageNameOf } from "../images/image-name.ts";
import { missingImages, resolveImages } from "../images/resolve-images.ts";
import { storeImage } from "../images/store-images.ts";
import type { ApiRequest } from "../runtime/request.ts";
import type { StoreTransaction } from "../store/store.ts";
import { checkReferences } from "./check-references.ts";
import { completeFields, keepUndeclared } from "./complete-record.ts";
import { type EntityRuntime, placedAt } from "./entity-runtime.ts";
import { refuseErrors, ruleError } from "./field-refusal.ts";
import type { PreparedWrite } from "./prepare-write.ts";

/** What is to be stored. */
export interface SettledWrite {
  /** Every declared field, complete; inside objects also what is stored under keys of no field. */
  readonly columns: { readonly [field: string]: Json };
  /** File names of all images that the record uses. */
  readonly images: readonly string[];
}

/**
 * The rules that only a transaction can hold: references, rings, images, and the entity's own. `stored` is fresh.
 * Throws VALIDATION_ERROR and what the entity's rules throw; the transaction then leaves no trace.
 */
export async function settleWrite(
  request: ApiRequest,
  transaction: StoreTransaction,
  runtime: EntityRuntime,
  write: PreparedWrite,
  stored: StoredRecord | undefined,
): Promise<SettledWrite> {
  const { fields, rules } = runtime;
  for (const image of write.uploads) await storeImage(request, transaction, image);
  const resolved = await resolveImages(transaction, fields, write.record, write.named);
  refuseErrors([
    ...(await checkReferences(request, transaction, runtime, resolved.record, stored)),
    ...unknownImages(request, runtime, resolved.unknown),
  ]);
  await rules.write?.(request, transaction, { record: resolved.record, named: write.named, stored });
  const inside = await knownImages(transaction, write.inside);
  const complete = completeFields(fields, resolved.record);
  return {
    columns: stored === undefined ? complete : keepUndeclared(fields, complete, stored),
    images: [...new Set([...resolved.used, ...inside])],
  };
}

function unknownImages(
  { runtime }: ApiRequest,
  target: EntityRuntime,
  pointers: readonly string[],
): FieldError[] {
  return pointers.map((pointer) =>
    ruleError(runtime.config, target.entity, placedAt(target, pointer), "image", pointer),
  );
}

/** A text may show pictures of other sites too: those are nobody's to keep. */
async function knownImages(transaction: StoreTransaction, named: readonly string[]): Promise<string[]> {
  const names = named.flatMap((nameOrUrl) => imageNameOf(nameOrUrl) ?? []);
  const missing = new Set(await missingImages(transaction, names));
  return names.filter((name) => !missing.has(name));
}

/** The columns that an update writes: a secret that was not named stays. */
export function changedColumns(
  { fields }: EntityRuntime,
  columns: { readonly [field: string]: Json },
  named: ReadonlySet<string>,
): RecordData {
  const kept = fields.filter(({ schema, name }) => schema.writeOnly === true && !named.has(name));
  const changes = { ...columns };
  for (const { name } of kept) delete changes[name];
  return changes;
}
