import type { Entity, Field } from "../../model/entity.ts";
import type { StoredRecord } from "../../model/record.ts";
import type { ConditionOrder } from "../../record/apply-conditions.ts";
import { fieldAt, type PlacedField, segmentsOf } from "../../record/path.ts";
import type { SchemaError } from "../../record/validate.ts";
import type { ValidatorLink } from "../../wire/views.ts";
import { ApiError } from "../http/api-error.ts";
import type { ApiRequest } from "../runtime/request.ts";
import type { StoreView, TableShape } from "../store/store.ts";
import type { Reader } from "./access.ts";
import type { FieldHook } from "./call-hook.ts";
import { answeredRecord } from "./complete-record.ts";
import type { Expansion } from "./expand-references.ts";
import type { RecordRules } from "./record-rules.ts";

/** What the server made from one entity. */
export interface EntityRuntime {
  readonly entity: Entity;
  readonly table: TableShape;
  /** The fields that travel and are stored. */
  readonly fields: readonly Field[];
  /** The same as answers of lists have them: without formatted texts. */
  readonly listedFields: readonly Field[];
  /** The same with all nested ones, by path (`articles.*.article`). */
  readonly placed: ReadonlyMap<string, PlacedField>;
  readonly conditionOrder: ConditionOrder;
  readonly hooks: readonly FieldHook[];
  /** Who reads it through references alone. */
  readonly readers: readonly Reader[];
  /** References that its list shows through. */
  readonly expansions: readonly Expansion[];
  /** The compiled JSON Schema, without `required`. */
  check(record: unknown): readonly SchemaError[];
  /** The same for browsers. */
  readonly validator: ValidatorLink;
  /** What applies to this entity beyond the rules of every record: the accounts' entity has some. */
  readonly rules: RecordRules;
}

/** The field that a JSON pointer into a record leads to. */
export function placedAt({ fields }: EntityRuntime, pointer: string): PlacedField {
  const found = fieldAt(fields, segmentsOf(pointer));
  if (found === undefined) throw new Error(`No field at ${pointer}.`);
  return found;
}

/** Whether this request does not see the record at all. */
export function isHidden(request: ApiRequest, { rules }: EntityRuntime, record: StoredRecord): boolean {
  const hidden = rules.hidden?.(request);
  return hidden?.values.includes(String(record[hidden.field])) === true;
}

/** A stored record that this request may see. Throws NOT_FOUND. */
export async function seenRecord(
  request: ApiRequest,
  view: StoreView,
  runtime: EntityRuntime,
  id: string,
): Promise<StoredRecord> {
  const record = await view.get(runtime.entity.id, id);
  if (record === undefined || isHidden(request, runtime, record)) throw new ApiError("NOT_FOUND");
  return record;
}

/** A record as it is answered to those who hold the entity's permission. */
export function answerOf({ fields, rules }: EntityRuntime, stored: StoredRecord): StoredRecord {
  return { ...answeredRecord(fields, stored), ...rules.answer?.(stored) };
}

/** The same in a list. */
export function listedAnswerOf({ listedFields, rules }: EntityRuntime, stored: StoredRecord): StoredRecord {
  return { ...answeredRecord(listedFields, stored), ...rules.answer?.(stored) };
}
