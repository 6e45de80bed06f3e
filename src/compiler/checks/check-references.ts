import { isInLists } from "../../model/fields-in-lists.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import { fieldNamed, isShown, shownNames } from "../resolve/written-field.ts";
import type { Check } from "../written-config.ts";

/** References lead to entities that exist, and show fields that these have and that may be seen. */
export const checkReferences: Check = ({ fieldSets, entities, entityIds, broken }) => {
  for (const { report, entity: ownEntity, fields } of fieldSets) {
    for (const { schema, path, parent } of fields) {
      if (schema.reference === undefined) continue;
      const { entity, label, fields: others = [], tree } = schema.reference;
      const at = below(path, "reference");
      if (!entityIds.has(entity)) {
        const message = `It refers to "${entity}", which is no entity.`;
        report(below(at, "entity"), "UNKNOWN_ENTITY", { message, ...nameHints(entity, entityIds) });
        continue;
      }
      if (tree === true && (entity !== ownEntity || parent !== undefined)) {
        report(below(at, "tree"), "FIELD_SHAPE", {
          message: '"tree" is for a field that refers to its own entity and is not inside another field.',
          hint: 'Remove "tree".',
        });
      }
      const target = entities.get(entity);
      if (target === undefined) continue;
      const { properties } = target.value.schema;
      for (const [name, place] of [
        [label, below(at, "label")] as const,
        ...others.map((name, index) => [name, below(at, "fields", index)] as const),
      ]) {
        const shown = fieldNamed(properties, name);
        if (shown === undefined || !isShown(shown)) {
          const message = `"${entity}" has no field "${name}" to show.`;
          report(place, "UNKNOWN_FIELD", { message, ...nameHints(name, shownNames(properties)) });
        } else if (!broken.has(shown) && !isInLists(shown)) {
          const message = `The reference shows "${name}" of "${entity}", which lists are answered without.`;
          report(place, "NOT_LISTED", message);
        }
      }
      const labelField = fieldNamed(properties, label);
      if (labelField !== undefined && !broken.has(labelField) && labelField.type !== "string") {
        const message = `"${label}" of "${entity}" cannot name a record: it is no text.`;
        report(below(at, "label"), "FIELD_SHAPE", { message, hint: 'Name a field of "type": "string".' });
      }
    }
  }
};
