import type { Field, PluginUse, ResolvedReference } from "../../model/entity.ts";
import type { FieldSchema, Reference } from "../../model/field-schema.ts";
import { valueType } from "../../model/value-type.ts";
import type { Properties } from "./written-field.ts";

/** The widget of a field; none inside what an outer widget edits whole. */
type WidgetFor = (schema: FieldSchema, insideWidget: boolean) => PluginUse | undefined;

type ResolveReference = (reference: Reference) => ResolvedReference;

/** Enough where no record is named. */
const byLabel: ResolveReference = (reference) => ({
  ...reference,
  label: reference.label ?? "_id",
  title: [{ field: reference.label ?? "_id", valueType: "string" }],
});

/** The fields of a checked config, complete. Without `widgetFor` they have no widgets, which is enough to validate them. */
export function makeFields(
  properties: Properties,
  required: readonly string[] = [],
  widgetFor: WidgetFor = () => undefined,
  referenceOf: ResolveReference = byLabel,
  insideWidget = false,
): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) =>
    makeField(name, schema, required.includes(name), widgetFor, referenceOf, insideWidget),
  );
}

function makeField(
  name: string,
  schema: FieldSchema,
  required: boolean,
  widgetFor: WidgetFor,
  referenceOf: ResolveReference,
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
    ...(reference && { reference: referenceOf(reference) }),
    ...(widget && { widget }),
    ...(properties && { fields: makeFields(properties, schema.required, widgetFor, referenceOf, inside) }),
    ...(items && { items: makeField("", items, false, widgetFor, referenceOf, inside) }),
  };
}
