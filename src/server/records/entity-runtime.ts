import type { ErrorObject } from "ajv";
import type { Entity } from "../../model/entity.ts";
import type { RecordData } from "../../model/record.ts";
import type { TableShape } from "../store/store.ts";
import type { RecordRules } from "./record-rules.ts";

/** What the server made from one entity. */
export interface EntityRuntime {
  readonly entity: Entity;
  readonly table: TableShape;
  /** The compiled JSON Schema, without `required`. */
  check(record: RecordData): readonly ErrorObject[];
  /** What applies to this entity beyond the rules of every record: the accounts' entity has some. */
  readonly rules: RecordRules;
}
