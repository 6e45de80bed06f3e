import { ID_KEY, type RJSFSchema, type UiSchema, type ValidatorType } from "@rjsf/utils";
// By its file: the package's index would bring the compiler along.
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { SchemaError } from "../../wire/validate-record.ts";
import type { CompiledValidator } from "../../wire/validator-runtime.ts";
import type { SchemaCheck } from "../api/load-validator.ts";
import type { DrawnForm } from "./form-schema.ts";

const KEY = "record";

export interface RecordValidator {
  /** What RJSF draws by; it carries the key of the compiled function. */
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema;
  readonly validator: ValidatorType;
  /** For `validateRecord`, which also knows conditions, what is required, and our own rules. */
  readonly check: SchemaCheck;
}

/** RJSF's precompiled validator over the function that the server compiled from the same fields. */
export function makeRecordValidator(drawn: DrawnForm, validate: CompiledValidator): RecordValidator {
  const schema: RJSFSchema = { ...drawn.schema, [ID_KEY]: KEY };
  const validator: ValidatorType = createPrecompiledValidator({ [KEY]: validate }, schema);
  const check: SchemaCheck = (record) => validator.rawValidation<SchemaError>(schema, record).errors ?? [];
  return { schema, uiSchema: drawn.uiSchema, validator, check };
}
