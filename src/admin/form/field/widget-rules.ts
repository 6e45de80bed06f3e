import type { Field } from "../../../model/entity.ts";
import { DRAWN_KEYWORDS } from "../../../model/keywords.ts";
import type { WidgetRules } from "../../../plugin/widget.ts";

/** What a widget gets as it is in the schema. */
const COPIED: readonly Exclude<keyof WidgetRules, "integer" | "reference" | "items">[] = DRAWN_KEYWORDS;

/** The part of a field's schema that its widget may draw by. */
export function widgetRules(field: Field): WidgetRules {
  const { schema, reference, items } = field;
  return {
    ...Object.fromEntries(COPIED.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]])),
    ...(schema.type === "integer" ? { integer: true } : {}),
    ...(reference === undefined
      ? {}
      : {
          reference: {
            entity: reference.entity,
            label: reference.label,
            title: reference.title,
            fields: reference.fields ?? [],
            tree: reference.tree ?? false,
          },
        }),
    ...(items === undefined ? {} : { items: { ...widgetRules(items), ...partRules(items) } }),
  };
}

function partRules({ fields }: Field): { fields?: Readonly<Record<string, WidgetRules>> } {
  if (fields === undefined) return {};
  return { fields: Object.fromEntries(fields.map((field) => [field.name, widgetRules(field)])) };
}
