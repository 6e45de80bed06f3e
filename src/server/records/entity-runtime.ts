import type { Config } from "../../model/config.ts";
import type { Entity, Field } from "../../model/entity.ts";
import type { Reference } from "../../model/field-schema.ts";
import type { StoredRecord } from "../../model/record.ts";
import type { ConditionOrder } from "../../record/apply-conditions.ts";
import { fieldAt, type PlacedField, segmentsOf } from "../../record/path.ts";
import type { SchemaError } from "../../record/validate.ts";
import type { ValidatorLink } from "../../wire/views.ts";
import { ApiError } from "../http/api-error.ts";
import { type Account, type ApiRequest, holdsAny } from "../http/request.ts";
import type { StoreView, TableShape } from "../store/store.ts";
import type { FieldHook } from "./call-hook.ts";
import { answeredRecord } from "./complete-record.ts";
import type { RecordRules } from "./record-rules.ts";

/** The validator of fields, for the server and for browsers. */
export interface Validator {
  /** The compiled JSON Schema, without `required`. */
  check(record: unknown): readonly SchemaError[];
  readonly validator: ValidatorLink;
}

/** Whoever holds the permission edits records that refer to this entity, and may read these of its fields. */
export interface Reader {
  readonly permission: string;
  readonly fields: readonly string[];
}

/** A reference that a list column reaches through: the list answers the record referred to in place of its id. */
export interface Expansion {
  readonly path: string;
  readonly reference: Reference;
}

/** A config with what the server made from each of its entities. */
export interface EntityRuntimes {
  readonly config: Config;
  /** In the order of the config. */
  readonly entities: ReadonlyMap<string, EntityRuntime>;
}

/** What the server made from one entity, among those of the same config. */
export interface EntityRuntime extends EntityRuntimes, Validator {
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
  /** What applies to this entity beyond the rules of every record: the accounts' entity has some. */
  readonly rules: RecordRules;
}

/** The field that a JSON pointer into a record leads to. */
export function placedAt({ fields }: Pick<EntityRuntime, "fields">, pointer: string): PlacedField {
  const found = fieldAt(fields, segmentsOf(pointer));
  if (found === undefined) throw new Error(`No field at ${pointer}.`);
  return found;
}

type Asking = Pick<ApiRequest, "account">;

/** `full`, or the fields (beside `_id`) that references let the account read. Nothing at all: undefined. */
export type ReadAccess = "full" | ReadonlySet<string> | undefined;

export function readAccess(
  account: Account | undefined,
  { entity, readers }: Pick<EntityRuntime, "entity" | "readers">,
): ReadAccess {
  if (holdsAny(account, [entity.permission])) return "full";
  const mine = readers.filter((reader) => holdsAny(account, [reader.permission]));
  return mine.length === 0 ? undefined : new Set(mine.flatMap((reader) => reader.fields));
}

/** Whether the record does not exist for this account. */
export function isHidden(asking: Asking, { rules }: EntityRuntime, record: StoredRecord): boolean {
  const hidden = rules.hidden?.(asking);
  return hidden?.values.includes(String(record[hidden.field])) === true;
}

/** A stored record that this account may see. Throws NOT_FOUND. */
export async function visibleRecord(
  asking: Asking,
  view: StoreView,
  target: EntityRuntime,
  id: string,
): Promise<StoredRecord> {
  const record = await view.get(target.entity.id, id);
  if (record === undefined || isHidden(asking, target, record)) throw new ApiError("NOT_FOUND");
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
