import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import type { Entity, Field } from "../../model/entity.ts";

/** The name under which the theme registers the field that asks a widget. */
export const WIDGET_FIELD = "widget";

export interface DrawnForm {
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
    if (field.fields !== undefined && field.widget === undefined) {
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
