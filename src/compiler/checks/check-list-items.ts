import { below } from "../../record/path.ts";
import { widgetOfField } from "../resolve/plugin-use.ts";
import type { Check } from "../written-config.ts";

/** Items of a list have no field beside the one that their widget draws (`itemField`). */
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
      const inner = Object.entries(items.properties ?? {});
      if (inner.some(([, one]) => broken.has(one))) continue;
      const [drawn] = inner.find(([, { reference }]) => reference !== undefined) ?? [];
      for (const [name] of inner) {
        if (name === drawn) continue;
        const message = `Nobody could fill in "${name}": the widget "${manifest.name}" draws only "${drawn}" of each item.`;
        const hint =
          "Remove the field, or use a widget that draws all fields of the items. Where there is none, a kind of record of its own that refers to both can hold it.";
        report(below(path, "items", "properties", name), "NOT_DRAWN", { message, hint }, "key");
      }
    }
  }
};
