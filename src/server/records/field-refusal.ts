import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { Rule } from "../../model/keywords.ts";
import { type FieldError, fieldError } from "../../record/messages.ts";
import { below, type PlacedField } from "../../record/path.ts";
import type { FieldProblem } from "../../record/validate.ts";
import { ApiError } from "../http/api-error.ts";
import { tablesOf } from "../http/sentence.ts";
import type { ApiRequest } from "../runtime/request.ts";
import { DuplicateError } from "../store/store-errors.ts";
import { type EntityRuntime, placedAt } from "./entity-runtime.ts";

/** A rule of the machine's own that a stored or named value breaks: reference, tree, image, unique. */
export function ruleError(
  config: Config,
  entity: Entity,
  placed: PlacedField,
  rule: Extract<Rule, "reference" | "tree" | "image" | "unique" | "maxItems" | "maxLength" | "format">,
  pointer: string,
  values: FieldProblem["params"] = {},
): FieldError {
  return fieldError({ path: pointer, keyword: rule, params: values }, placed, tablesOf(config, entity));
}

/** An answer names no more errors than a person could read. */
const MOST = 100;

/** Throws VALIDATION_ERROR where there are errors; its sentence is the first one's: some clients show no other. */
export function refuseErrors(errors: readonly FieldError[]): void {
  const first = errors[0];
  if (first === undefined) return;
  throw new ApiError("VALIDATION_ERROR", { message: first.message, errors: errors.slice(0, MOST) });
}

/** Runs a write; what the store refuses as a duplicate becomes DUPLICATE at its field. */
export async function refuseDuplicates<T>(
  request: ApiRequest,
  runtime: EntityRuntime,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DuplicateError) || error.table !== runtime.entity.id) throw error;
    const pointer = below("", error.column);
    const { config } = request.runtime;
    const placed = placedAt(runtime, pointer);
    const refusal = ruleError(config, runtime.entity, placed, "unique", pointer, { value: error.value });
    throw new ApiError("DUPLICATE", { message: refusal.message, errors: [refusal] });
  }
}
