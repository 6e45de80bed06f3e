import type { Config } from "../../model/config.ts";
import type { Entity, Field, ResolvedReference } from "../../model/entity.ts";
import type { ConditionOrder } from "../../record/apply-conditions.ts";
import { fieldAt, type PlacedField, segmentsOf } from "../../record/path.ts";
import type { GuardedEntity } from "../../record/rights.ts";
import type { SchemaError } from "../../record/validate.ts";
import type { ValidatorLink } from "../../wire/views.ts";
import type { ImageOrigin } from "../images/image-origin.ts";
import type { TableShape } from "../store/table-shape.ts";
import type { FieldHook } from "./call-hook.ts";
import type { RecordRules } from "./record-rules.ts";

/** The validator of fields, for the server and for browsers. */
export interface Validator {
  /** The compiled JSON Schema, without `required`. */
  check(record: unknown): readonly SchemaError[];
  readonly validator: ValidatorLink;
}

/** A field that refers to the entity: whoever sees it may read what it shows. */
export interface ReferringField {
  /** The entity that has the field. */
  readonly from: string;
  /** The top-level field that it is, or stands in. */
  readonly top: string;
  readonly reference: ResolvedReference;
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
  /** The server's clock: some filters and rights are about days counted from today. */
  readonly now: () => Date;
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
  /** What its rights say, whoever asks; what an account may do, `rightsOf` alone says. */
  readonly guarded: GuardedEntity;
  /** The fields that refer to it. */
  readonly referrers: readonly ReferringField[];
  /** For those who may not see all fields, by the fields that they see (`fieldSetKey`). */
  readonly partValidators: ReadonlyMap<string, Validator>;
  /** References that its list shows through. */
  readonly expansions: readonly Expansion[];
  /** References that its title leads through. */
  readonly titleExpansions: readonly Expansion[];
  /** Beyond the rules of every record: those of the accounts' entity. */
  readonly rules: RecordRules;
}

/** The field that a JSON pointer into a record leads to. */
export function placedAt({ fields }: Pick<EntityRuntime, "fields">, pointer: string): PlacedField {
  const found = fieldAt(fields, segmentsOf(pointer));
  if (found === undefined) throw new Error(`No field at ${pointer}.`);
  return found;
}
