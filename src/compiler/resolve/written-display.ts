import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema, Reference } from "../../model/field-schema.ts";
import { splitPath } from "../../record/path.ts";
import { fieldsNamed, splitTemplate } from "../../record/title.ts";
import { localTextIn } from "./local-text.ts";
import { searchedNames } from "./resolve-search.ts";
import { fieldNamed, isFoundAsRead, isSearchable, isShown } from "./written-field.ts";

/** What names the records of an entity, as its config says it with `display.title` and `labelField`. */

type Naming = Pick<EntityConfig, "display" | "labelField" | "language" | "schema">;
type Entities = ReadonlyMap<string, { readonly value: EntityConfig }>;

/** The template of the title, in the language of the entity: a record has one name, whatever screen shows it. */
export function titleOf({ display, labelField, language }: Naming): string {
  return display?.title === undefined ? (labelField ?? "") : localTextIn(display.title, language);
}

/** Whether every name in the title is that of a field. */
export function isTitleOfFields(entity: Naming): boolean {
  const { properties } = entity.schema;
  return fieldsNamed(titleOf(entity)).every(
    (path) => fieldNamed(properties, splitPath(path)[0] ?? "") !== undefined,
  );
}

/** The first of an entity's own fields that its title shows and that is such a text. */
function textInTitle(entity: Naming, isSuch: (field: FieldSchema) => boolean): string | undefined {
  return fieldsNamed(titleOf(entity)).find((name) => {
    const field = fieldNamed(entity.schema.properties, name);
    return field !== undefined && isSuch(field);
  });
}

/** The field that names a record where one own text must do, if it can one that people find it by; without any, the `_id`. */
export function labelFieldOf(entity: Naming): string {
  return (
    entity.labelField ?? textInTitle(entity, isFoundAsRead) ?? textInTitle(entity, isSearchable) ?? "_id"
  );
}

/** Most fields that a search looks into. */
const MAX_SEARCHED = 5;

/** The search of a list: a title that is written is searched by its texts, if the list says nothing else. */
export function searchOf(entity: EntityConfig, entities: Entities): EntityConfig["list"]["search"] {
  if (entity.list.search !== undefined) return entity.list.search;
  if (entity.display?.title === undefined) return undefined;
  const fields = titlePaths(entity, entities)
    .filter((path) => isSuchText(entity, path, entities, isSearchable))
    .slice(0, MAX_SEARCHED);
  return fields.length === 0 ? undefined : { fields };
}

/** The paths of what an entity's title shows, also of records that it refers to. */
export function titlePaths(entity: Naming, entities: Entities): readonly string[] {
  return fieldsNamed(withReferredTitles(entity, titleOf(entity), entities));
}

/** Those of them that the entity's list searches and that a search finds as people read them. */
export function foundByTitle(entity: EntityConfig, entities: Entities): readonly string[] {
  const search = searchOf(entity, entities);
  const searched = new Set(search === undefined ? [] : searchedNames(search).map(({ name }) => name));
  return titlePaths(entity, entities).filter(
    (path) => searched.has(path) && isSuchText(entity, path, entities, isFoundAsRead),
  );
}

/** Whether its title shows a text of a record that it refers to. */
export function hasTextThrough(entity: Naming, entities: Entities): boolean {
  return titlePaths(entity, entities).some(
    (path) => path.includes(".") && isSuchText(entity, path, entities, isFoundAsRead),
  );
}

/** Whether a path leads to such a text, of the record itself or of one that it refers to. */
function isSuchText(
  { schema }: Naming,
  path: string,
  entities: Entities,
  isSuch: (field: FieldSchema) => boolean,
): boolean {
  const [name = "", inner, ...further] = splitPath(path);
  const field = fieldNamed(schema.properties, name);
  if (field === undefined || further.length > 0) return false;
  if (inner === undefined) return isSuch(field);
  const target = entities.get(field.reference?.entity ?? "")?.value;
  const found = target && fieldNamed(target.schema.properties, inner);
  return found !== undefined && isSuch(found);
}

/** Names of the fields that a reference shows: what names the record, and those that it names. */
export function referenceShows(reference: Reference, entities: Entities): readonly string[] {
  const { entity, label, fields = [] } = reference;
  const target = entities.get(entity)?.value;
  const naming =
    label === undefined && target !== undefined
      ? [labelFieldOf(target), ...fieldsNamed(titleOf(target)).map((path) => splitPath(path)[0] ?? "")]
      : [label ?? "_id"];
  return [...new Set([...naming, ...fields])].filter((name) => name !== "_id");
}

/** What the name of the record behind a reference is made of, in paths of that record; undefined where that cannot be read. */
export function referredTitle(reference: Reference, entities: Entities): string | undefined {
  const target = entities.get(reference.entity)?.value;
  return reference.label ?? (target && titleOf(target));
}

/** The reference that a path ends at, if it does and nothing is behind it. */
export function referenceAt({ schema }: Naming, path: string): Reference | undefined {
  const field = fieldNamed(schema.properties, path);
  return field !== undefined && isShown(field) ? field.reference : undefined;
}

/**
 * A template with the title of the other record in place of each reference that it names: `{pet}` is `{pet.name}`. Not of
 * references inside those: a title that needs that is a problem.
 */
export function withReferredTitles(entity: Naming, template: string, entities: Entities): string {
  return splitTemplate(template)
    .map((part) => {
      if (typeof part === "string") return part;
      const reference = referenceAt(entity, part.field);
      const title = reference && referredTitle(reference, entities);
      if (title === undefined) return `{${part.field}}`;
      return splitTemplate(title)
        .map((one) => (typeof one === "string" ? one : `{${part.field}.${one.field}}`))
        .join("");
    })
    .join("");
}
