import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { Rule } from "../../model/keywords.ts";
import { type FieldError, fieldError } from "../../record/field-errors.ts";
import type { PlacedField } from "../../record/path.ts";
import type { FieldProblem } from "../../record/validate.ts";
import { ApiError } from "../http/api-error.ts";
import { tablesOf } from "../http/server-message.ts";

/** An entity with the config: errors are in its language and messages. */
export interface SpokenEntity {
  readonly config: Config;
  readonly entity: Entity;
}

/** A broken rule that only the server checks. */
export function ruleError(
  { config, entity }: SpokenEntity,
  placed: PlacedField,
  rule: Extract<Rule, "reference" | "tree" | "image" | "unique" | "maxItems" | "maxLength" | "format">,
  pointer: string,
  values: FieldProblem["params"] = {},
): FieldError {
  return fieldError({ path: pointer, keyword: rule, params: values }, placed, tablesOf(config, entity));
}

/** More than a person reads. */
const MAX_ERRORS = 100;

/** Throws VALIDATION_ERROR if there are errors, with the first one's message: some clients show only that. */
export function refuseErrors(errors: readonly FieldError[]): void {
  const first = errors[0];
  if (first === undefined) return;
  throw new ApiError("VALIDATION_ERROR", { message: first.message, errors: errors.slice(0, MAX_ERRORS) });
}
