import type { FieldSchema } from "../../model/field-schema.ts";
import { valueType, valueWords } from "../../model/value-type.ts";
import { below } from "../../record/path.ts";
import { widgetOfField } from "../resolve/plugin-use.ts";
import type { Check } from "../written-config.ts";

/** A widget that draws one field of a list's items (`itemField`) finds it there, and the items have no other. */
export const checkListItems: Check = function* ({ fieldSets, plugins, broken }) {
  for (const { fields, report } of fieldSets) {
    yield;
    for (const field of fields) {
      const { schema, path } = field;
      const { items } = schema;
      if (items === undefined || broken.has(schema) || broken.has(items)) continue;
      const answer = widgetOfField(plugins, field);
      const manifest = answer.kind === "use" ? answer.manifest : undefined;
      if (manifest?.itemField === undefined) continue;
      const widget = `The widget "${manifest.name}"`;
      const inner = Object.entries(items.properties ?? {});
      if (inner.some(([, one]) => broken.has(one))) continue;
      const [drawn] = inner.find(([, { reference }]) => reference !== undefined) ?? [];
      if (drawn === undefined) {
        report(below(path, schema.widget === undefined ? "items" : "widget"), "PLUGIN_VALUE", {
          message: `${widget} is for a list of objects that hold a reference; the items here are ${itemWords(items)}.`,
          hint: 'Write "items": { "type": "object", "properties": { … } } with one field that has a "reference", or use another widget.',
        });
        continue;
      }
      for (const [name] of inner) {
        if (name === drawn) continue;
        const message = `Nobody could fill in "${name}": ${lower(widget)} draws only "${drawn}" of each item.`;
        const hint = "Remove the field, or use a widget that draws all fields of the items.";
        report(below(path, "items", "properties", name), "NOT_DRAWN", { message, hint }, "key");
      }
    }
  }
};

function itemWords(items: FieldSchema): string {
  const type = valueType(items);
  return type === "object" ? "objects without one" : `each ${valueWords(type)}`;
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
