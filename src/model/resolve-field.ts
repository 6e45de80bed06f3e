import type { Field } from "./entity.ts";
import type { FieldSchema } from "./field-schema.ts";
import type { KnownPlugins } from "./known-plugins.ts";
import type { Properties } from "./placed-field.ts";
import { widgetOf } from "./plugin-use.ts";
import { valueType } from "./value-type.ts";

/** Fields of a checked config, complete: labels, value types and widgets settled. */
export function resolveFields(
  properties: Properties,
  required: readonly string[],
  plugins: KnownPlugins,
  insideWidget = false,
): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) =>
    resolveField(name, schema, required.includes(name), plugins, insideWidget),
  );
}

function resolveField(
  name: string,
  schema: FieldSchema,
  required: boolean,
  plugins: KnownPlugins,
  insideWidget: boolean,
): Field {
  const answer = widgetOf(plugins, schema, insideWidget);
  const inside = insideWidget || answer.kind === "use";
  const { properties, items, reference } = schema;
  return {
    name,
    schema,
    valueType: valueType(schema),
    label: schema.title ?? name,
    required,
    conditions: schema.conditions ?? [],
    whenHidden: schema.whenHidden ?? "keep",
    ...(reference === undefined ? {} : { reference }),
    ...(answer.kind === "use" ? { widget: answer.use } : {}),
    ...(properties === undefined
      ? {}
      : { fields: resolveFields(properties, schema.required ?? [], plugins, inside) }),
    ...(items === undefined ? {} : { items: resolveField("", items, false, plugins, inside) }),
  };
}
