import type { Check } from "../draft.ts";
import { suggestion } from "../nearest.ts";
import { fieldNamed, fieldWords } from "../placed-field.ts";
import { below } from "../pointer.ts";
import { fieldSets } from "./field-sets.ts";

/** References lead to entities that exist, and show fields that they have and may be seen. */
export const checkReferences: Check = (draft, report) => {
  for (const set of fieldSets(draft)) {
    for (const field of set.fields) {
      const { reference } = field.schema;
      if (reference === undefined) continue;
      const at = below(field.path, "reference");
      const words = fieldWords(field);
      if (!draft.entityIds.has(reference.entity)) {
        const message = `${words} refers to "${reference.entity}", which is no entity.${suggestion(reference.entity, draft.entityIds)}`;
        report(set.file, below(at, "entity"), "UNKNOWN_ENTITY", message);
        continue;
      }
      if (reference.tree === true && (reference.entity !== set.entity || field.parent !== undefined)) {
        const message = `${words}: "tree" is for a field that refers to its own entity, "${set.entity ?? ""}".`;
        report(set.file, below(at, "tree"), "FIELD_SHAPE", message);
      }
      const target = draft.entities.get(reference.entity);
      if (target === undefined) continue;
      const { properties } = target.value.schema;
      const seen = Object.keys(properties).filter((name) => {
        const { formOnly, writeOnly } = properties[name] ?? {};
        return formOnly !== true && writeOnly !== true;
      });
      const named: [string, string][] = [[below(at, "label"), reference.label]];
      reference.fields?.forEach((name, index) => {
        named.push([below(at, "fields", index), name]);
      });
      for (const [path, name] of named) {
        if (seen.includes(name)) continue;
        const message = `${words}: "${reference.entity}" has no field "${name}" to show.${suggestion(name, seen)}`;
        report(set.file, path, "UNKNOWN_FIELD", message);
      }
      const label = fieldNamed(properties, reference.label);
      if (label !== undefined && label.type !== "string") {
        const message = `${words}: "${reference.label}" cannot name a record, it is no text.`;
        report(set.file, below(at, "label"), "FIELD_SHAPE", message);
      }
    }
  }
};
