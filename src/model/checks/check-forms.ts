import type { Check } from "../draft.ts";
import { suggestion } from "../nearest.ts";
import { fieldNamed } from "../placed-field.ts";
import { below } from "../pointer.ts";

/** Tabs place fields that exist, each once, and have labels where there are several. */
export const checkForms: Check = (draft, report) => {
  for (const { file, value: entity } of draft.entities.values()) {
    const { properties } = entity.schema;
    const tabs = entity.form.tabs ?? [];
    const placed = new Set<string>();
    const place = (name: string, path: string) => {
      if (fieldNamed(properties, name) === undefined) {
        const message = `The form of ${entity.label} places "${name}", which is no field.${suggestion(name, Object.keys(properties))}`;
        report(file, path, "UNKNOWN_FIELD", message);
      } else if (placed.has(name)) {
        report(file, path, "FIELD_TWICE", `The form of ${entity.label} places "${name}" a second time.`);
      }
      placed.add(name);
    };
    tabs.forEach((tab, index) => {
      const at = below("/form/tabs", index);
      if (tabs.length > 1 && (tab.label ?? "").trim() === "") {
        report(file, at, "NO_LABEL", "Each tab needs a label where there are several.");
      }
      tab.fields.forEach((row, line) => {
        const path = below(at, "fields", line);
        if (typeof row === "string") place(row, path);
        else {
          row.forEach((name, column) => {
            place(name, below(path, column));
          });
        }
      });
    });
  }
};
