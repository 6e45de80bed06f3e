import type { Field, PluginUse } from "../../model/entity.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { valueType } from "../../model/value-type.ts";
import type { Properties } from "./written-field.ts";

/** The widget of a field; none inside what an outer widget edits whole. */
type WidgetFor = (schema: FieldSchema, insideWidget: boolean) => PluginUse | undefined;

/** The fields of a checked config, complete. Without `widgetFor` they have no widgets, which is enough to validate them. */
export function makeFields(
  properties: Properties,
  required: readonly string[] = [],
  widgetFor: WidgetFor = () => undefined,
  insideWidget = false,
): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) =>
    makeField(name, schema, required.includes(name), widgetFor, insideWidget),
  );
}

function makeField(
  name: string,
  schema: FieldSchema,
  required: boolean,
  widgetFor: WidgetFor,
  insideWidget: boolean,
): Field {
  const widget = widgetFor(schema, insideWidget);
  const inside = insideWidget || widget !== undefined;
  const { properties, items, reference } = schema;
  return {
    name,
    schema,
    valueType: valueType(schema),
    label: schema.title ?? name,
    required,
    conditions: schema.conditions ?? [],
    whenHidden: schema.whenHidden ?? "keep",
    ...(reference && { reference }),
    ...(widget && { widget }),
    ...(properties && { fields: makeFields(properties, schema.required, widgetFor, inside) }),
    ...(items && { items: makeField("", items, false, widgetFor, inside) }),
  };
}
