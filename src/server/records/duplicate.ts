import { ApiError } from "../api-error.ts";
import type { ApiRequest } from "../request.ts";
import { DuplicateError } from "../store/store-errors.ts";
import { type EntityRuntime, placedAt } from "./entity-runtime.ts";
import { ruleError } from "./field-refusal.ts";

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
    const pointer = `/${error.column}`;
    const { config } = request.runtime;
    const placed = placedAt(runtime, pointer);
    const refusal = ruleError(config, runtime.entity, placed, "unique", pointer, { value: error.value });
    throw new ApiError("DUPLICATE", { message: refusal.message, errors: [refusal] });
  }
}
