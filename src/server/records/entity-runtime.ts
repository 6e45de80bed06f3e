import type { Config } from "../../model/config.ts";
import type { Entity, Field, ResolvedReference } from "../../model/entity.ts";
import type { StoredRecord } from "../../model/record.ts";
import type { ConditionOrder } from "../../record/apply-conditions.ts";
import { fieldAt, type PlacedField, segmentsOf } from "../../record/path.ts";
import type { SchemaError } from "../../record/validate.ts";
import type { ValidatorLink } from "../../wire/views.ts";
import { ApiError } from "../http/api-error.ts";
import { type Account, type ApiRequest, holdsAny } from "../http/request.ts";
import { type ImageOrigin, imagesWithOrigin } from "../images/image-origin.ts";
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

/** Accounts with this permission edit records that refer to the entity, and may read these of its fields. */
export interface Reader {
  readonly permission: string;
  readonly fields: readonly string[];
}

/** A reference that a list column reaches through: the list answers the record in place of its id. */
export interface Expansion {
  readonly path: string;
  readonly reference: ResolvedReference;
}

/** A config with the runtime of each entity. */
export interface EntityRuntimes {
  readonly config: Config;
  readonly imageOrigin: ImageOrigin;
  /** In the order of the config. */
  readonly entities: ReadonlyMap<string, EntityRuntime>;
}

/** What the server made from one entity of a config. */
export interface EntityRuntime extends EntityRuntimes, Validator {
  readonly entity: Entity;
  readonly table: TableShape;
  /** The fields that are stored and sent. */
  readonly fields: readonly Field[];
  /** The same in answers of lists: without formatted texts. */
  readonly listedFields: readonly Field[];
  /** The same with all nested ones, by path (`articles.*.article`). */
  readonly placed: ReadonlyMap<string, PlacedField>;
  readonly conditionOrder: ConditionOrder;
  readonly hooks: readonly FieldHook[];
  /** Who may read it through references. */
  readonly readers: readonly Reader[];
  /** References that its list shows through. */
  readonly expansions: readonly Expansion[];
  /** Beyond the rules of every record: those of the accounts' entity. */
  readonly rules: RecordRules;
}

/** The field that a JSON pointer into a record leads to. */
export function placedAt({ fields }: Pick<EntityRuntime, "fields">, pointer: string): PlacedField {
  const found = fieldAt(fields, segmentsOf(pointer));
  if (found === undefined) throw new Error(`No field at ${pointer}.`);
  return found;
}

type Asking = Pick<ApiRequest, "account">;

/** `full`, or the fields (beside `_id`) that references let the account read. */
export type ReadAccess = "full" | ReadonlySet<string>;

/** What the account may read of the entity; undefined: nothing. */
export function readAccess(
  account: Account | undefined,
  { entity, readers }: EntityRuntime,
): ReadAccess | undefined {
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

/** A record as it is answered to accounts with the entity's permission: with all its fields, or with these. */
export function answerOf(target: EntityRuntime, stored: StoredRecord, fields = target.fields): StoredRecord {
  const answer = { ...answeredRecord(fields, stored), ...target.rules.answer?.(stored) };
  return imagesWithOrigin(target.imageOrigin, fields, answer);
}
