import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import { fieldNamed } from "../resolve/written-field.ts";
import type { Check } from "../written-config.ts";

/** Tabs place fields that exist, each once, and have labels where there are several. */
export const checkForms: Check = ({ entities }) => {
  for (const { report, value: entity } of entities.values()) {
    const { properties } = entity.schema;
    const tabs = entity.form.tabs ?? [];
    const placed = new Set<string>();
    const place = (name: string, path: string) => {
      if (fieldNamed(properties, name) === undefined) {
        const message = `The form places "${name}", which is no field.`;
        report(path, "UNKNOWN_FIELD", { message, ...nameHints(name, Object.keys(properties)) });
      } else if (placed.has(name)) {
        report(path, "FIELD_TWICE", `The form places "${name}" a second time.`);
      }
      placed.add(name);
    };
    tabs.forEach((tab, index) => {
      const at = below("/form/tabs", index);
      if (tabs.length > 1 && (tab.label ?? "").trim() === "") {
        const message = `Tab ${index + 1} has no label; where there are several, each needs one.`;
        report(at, "NO_LABEL", { message, hint: 'Add "label": "…" to the tab.' });
      }
      tab.fields.forEach((row, line) => {
        const path = below(at, "fields", line);
        if (typeof row === "string") place(row, path);
        else for (const [column, name] of row.entries()) place(name, below(path, column));
      });
    });
    for (const [index, name] of (entity.form.rail ?? []).entries()) place(name, below("/form/rail", index));
  }
};
