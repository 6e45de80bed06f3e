import { isInLists } from "../../model/fields-in-lists.ts";
import { below } from "../../record/path.ts";
import type { Check } from "../draft.ts";
import { nameHints } from "../report/nearest.ts";
import { fieldNamed } from "../resolve/written-field.ts";

/** References lead to entities that exist, and show fields that they have and may be seen. */
export const checkReferences: Check = (draft, report) => {
  for (const set of draft.fieldSets) {
    for (const field of set.fields) {
      const { reference } = field.schema;
      if (reference === undefined) continue;
      const at = below(field.path, "reference");
      if (!draft.entityIds.has(reference.entity)) {
        const message = `It refers to "${reference.entity}", which is no entity.`;
        const hints = nameHints(reference.entity, draft.entityIds);
        report(set.file, below(at, "entity"), "UNKNOWN_ENTITY", { message, ...hints });
        continue;
      }
      if (reference.tree === true && (reference.entity !== set.entity || field.parent !== undefined)) {
        report(set.file, below(at, "tree"), "FIELD_SHAPE", {
          message: '"tree" is for a field that refers to its own entity and is not inside another field.',
          hint: 'Remove "tree".',
        });
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
        const shown = fieldNamed(properties, name);
        if (seen.includes(name) && shown !== undefined && !draft.broken.has(shown) && !isInLists(shown)) {
          const message = `The reference shows "${name}" of "${reference.entity}", which lists are answered without.`;
          report(set.file, path, "NOT_LISTED", message);
        }
        if (seen.includes(name)) continue;
        const message = `"${reference.entity}" has no field "${name}" to show.`;
        report(set.file, path, "UNKNOWN_FIELD", { message, ...nameHints(name, seen) });
      }
      const label = fieldNamed(properties, reference.label);
      if (label !== undefined && !draft.broken.has(label) && label.type !== "string") {
        report(set.file, below(at, "label"), "FIELD_SHAPE", {
          message: `"${reference.label}" of "${reference.entity}" cannot name a record: it is no text.`,
          hint: 'Name a field of "type": "string".',
        });
      }
    }
  }
};
