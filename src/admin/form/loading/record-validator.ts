import { ID_KEY, type RJSFSchema, type UiSchema, type ValidatorType } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { Entity, Field } from "../../../model/entity.ts";
import type { SchemaError } from "../../../record/validate.ts";
import type { CompiledValidator } from "../../../record/validator-runtime.ts";
import { isGroup } from "../../../record/walk.ts";
import type { SchemaCheck } from "../../api/load-validator.ts";

// By its file: the package's index would bring the compiler along.

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

/** The name under which the theme registers the field that asks a widget. */
export const WIDGET_FIELD = "widget";

interface DrawnForm {
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema;
}

/**
 * What RJSF draws by: the tree of objects down to the fields that a widget edits. It holds no rules and no defaults:
 * those are the server's compiled validator's and `initial-record.ts`'s, so that RJSF never changes a value by itself.
 */
export function formSchema(entity: Entity): DrawnForm {
  return objectSchema(entity.fields);
}

function objectSchema(fields: readonly Field[]): DrawnForm {
  const properties: [string, RJSFSchema][] = [];
  const uiSchemas: [string, UiSchema][] = [];
  for (const field of fields) {
    if (isGroup(field)) {
      const inner = objectSchema(field.fields);
      properties.push([field.name, { ...inner.schema, title: field.label }]);
      uiSchemas.push([field.name, inner.uiSchema]);
    } else {
      properties.push([field.name, { title: field.label }]);
      uiSchemas.push([field.name, { "ui:field": WIDGET_FIELD }]);
    }
  }
  return {
    schema: { type: "object", properties: Object.fromEntries(properties) },
    uiSchema: Object.fromEntries(uiSchemas),
  };
}
