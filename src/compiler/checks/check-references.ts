import type { EntityConfig } from "../../model/entity-config.ts";
import type { Reference } from "../../model/field-schema.ts";
import { isInLists } from "../../model/fields-in-lists.ts";
import type { Fault } from "../../model/problem.ts";
import { below } from "../../record/path.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import { searchedNames } from "../resolve/resolve-search.ts";
import { foundByTitle, hasTextThrough, labelFieldOf, searchOf } from "../resolve/written-display.ts";
import { fieldNamed, isFoundAsRead, isSearchable, isShown, shownNames } from "../resolve/written-field.ts";
import type { Check } from "../written-config.ts";

/** References lead to entities that exist, and show fields that these have and that may be seen. */
export const checkReferences: Check = ({ fieldSets, entities, entityIds, broken }) => {
  for (const { report, entity: ownEntity, fields } of fieldSets) {
    for (const { schema, path, parent } of fields) {
      if (schema.reference === undefined) continue;
      const { entity, label: given, fields: others = [], tree } = schema.reference;
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
      const label = given ?? labelFieldOf(target.value);
      for (const [name, place] of [
        ...(given === undefined ? [] : [[given, below(at, "label")] as const]),
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
      if (given === undefined && ["/labelField", "/display"].some(target.isReported)) continue;
      const found = given === undefined ? foundByTitle(target.value, entities) : [];
      if (found.some((path) => path.includes("."))) continue;
      if (labelField === undefined) {
        // A title without any text of its own, such as a number.
        const { labelField: named, display } = target.value;
        const isTitled = (given ?? named) === undefined && display?.title !== undefined;
        if (isTitled && !target.isReported("/list/search"))
          report(at, "LABEL_NOT_SEARCHED", unfoundFault(schema.reference, target.value, entities));
        continue;
      }
      if (broken.has(labelField)) continue;
      if (labelField.type !== "string" || labelField.reference !== undefined) {
        const what = labelField.reference === undefined ? "no text" : "a reference itself";
        const message = `"${label}" of "${entity}" cannot name a record: it is ${what}.`;
        const hint = 'Name a field of "type": "string" that is no reference.';
        report(below(at, "label"), "FIELD_SHAPE", { message, hint });
      } else if (
        isSearchable(labelField) &&
        isInLists(labelField) &&
        // A search that is wrong itself was left out.
        !target.isReported("/list/search")
      ) {
        const fault = isFoundAsRead(labelField)
          ? searchFault({ entity, label }, target.value, entities, broken)
          : unfoundFault(schema.reference, target.value, entities);
        if (fault !== undefined)
          report(given === undefined ? at : below(at, "label"), "LABEL_NOT_SEARCHED", fault);
      }
    }
  }
};

/** What the records are chosen by is not what a search compares, so that whoever types what she reads finds nothing. */
function unfoundFault(
  { entity, label }: Reference,
  target: EntityConfig,
  entities: Parameters<typeof searchOf>[1],
): Fault {
  const name = label ?? target.labelField;
  const isOfOthers = label === undefined && hasTextThrough(target, entities);
  const message = isOfOthers
    ? `Records of "${entity}" are chosen by their title, but their list searches none of its texts: nobody would find what they see.`
    : name === undefined
      ? `Records of "${entity}" are chosen by their title, which has no text of their own that a search could find.`
      : `Records of "${entity}" are chosen by "${name}", which is stored otherwise than it reads: a search for what people see would find nothing.`;
  const search = searchOf(target, entities);
  const found = (search === undefined ? [] : searchedNames(search)).find(({ name: one }) => {
    const field = fieldNamed(target.schema.properties, one);
    return field !== undefined && isFoundAsRead(field);
  });
  const what =
    found === undefined ? `a text of "${entity}", and let its list search that` : `"${found.name}"`;
  return { message, hint: label === undefined ? `Add a "label" with ${what}.` : `Name ${what}.` };
}

/** The picker of a reference shows its label, and searches what the list of the other entity searches. */
function searchFault(
  { entity, label }: { readonly entity: string; readonly label: string },
  target: EntityConfig,
  entities: Parameters<typeof searchOf>[1],
  broken: ReadonlySet<object>,
): Fault | undefined {
  const { schema } = target;
  const search = searchOf(target, entities);
  const chosen = `Records of "${entity}" are chosen by "${label}"`;
  const wanted = `"search": { "field": "${label}" }`;
  if (search === undefined) {
    const message = `${chosen}, but the list of "${entity}" has no search: nobody could search the choices.`;
    return { message, hint: `Add ${wanted} to the "list" of entities/${entity}.json.` };
  }
  const names = searchedNames(search).map(({ name }) => name);
  const [first = ""] = names;
  const searched = fieldNamed(schema.properties, first);
  // A search that is wrong itself is reported there.
  if (names.includes(label) || searched === undefined || broken.has(searched) || !isSearchable(searched))
    return undefined;
  return {
    message: `${chosen}, but the list of "${entity}" searches ${quoted(names)}: nobody would find what they see.`,
    found: `"${label}"`,
    expected: names.length === 1 ? `"${first}"` : `one of ${quoted(names)}`,
    hint: `Write "${first}" here, or ${wanted} in the "list" of entities/${entity}.json.`,
  };
}
