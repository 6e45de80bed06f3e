import type { FieldSchema } from "../../model/field-schema.ts";
import { valueType } from "../../model/value-type.ts";
import { ownValue } from "../../record/json.ts";
import { below, splitPath } from "../../record/path.ts";
import { SCHEMAS, walkTree } from "../../record/walk.ts";
import { isWrittenOtherwise } from "../../record/written-text.ts";

export type Properties = Readonly<Record<string, FieldSchema>>;

/** A field as written, and where it stands: in its file and among other fields. */
export interface WrittenField {
  /** Its key; "" for the items of a list. */
  readonly name: string;
  readonly schema: FieldSchema;
  /** JSON pointer of its schema in the file. */
  readonly path: string;
  /** The fields beside it; none for the items of a list. */
  readonly siblings: Properties;
  readonly parent: WrittenField | undefined;
}

/** Where an entity's file has its fields. */
export const ENTITY_FIELDS = "/schema/properties";

/** Every field of `properties`, which stand at `at`, nested ones and items of lists included, outer before inner. */
export function writtenFields(properties: Properties, at: string): Generator<WrittenField> {
  return walkTree<FieldSchema, WrittenField>(
    SCHEMAS,
    Object.entries(properties),
    ({ name, field: schema }, parent) => {
      if (name === "*" && parent !== undefined)
        return { name: "", schema, path: below(parent.path, "items"), siblings: {}, parent };
      const path = parent === undefined ? below(at, name) : below(parent.path, "properties", name);
      return { name, schema, path, siblings: parent?.schema.properties ?? properties, parent };
    },
  );
}

/** The name of the top-level field that a field is, or is inside of. */
export function topOf(field: WrittenField): string {
  return field.parent === undefined ? field.name : topOf(field.parent);
}

/** A field among others by name, never one of Object.prototype's. */
export function fieldNamed(properties: Properties, name: string): FieldSchema | undefined {
  return ownValue(properties, name);
}

/** Whether a field is stored, and shown to who may read the record. */
export function isShown({ formOnly, writeOnly }: FieldSchema): boolean {
  return formOnly !== true && writeOnly !== true;
}

/** Whether a list can search it: a text that is stored and shown. */
export function isSearchable(field: FieldSchema): boolean {
  return field.type === "string" && field.reference === undefined && isShown(field);
}

/** Whether a search for what people read of a text finds it: dates, and choices with labels, are stored otherwise. */
export function isFoundAsRead(field: FieldSchema): boolean {
  const type = valueType(field);
  const isReadOtherwise = isWrittenOtherwise(type) || (type === "choice" && field.labels !== undefined);
  return isSearchable(field) && !isReadOtherwise;
}

export function shownNames(properties: Properties): string[] {
  return Object.entries(properties).flatMap(([name, field]) => (isShown(field) ? [name] : []));
}

/** The fields on a dotted path through objects; `missing`: the name that is no field, and those that are. */
export function fieldsOnPath(
  properties: Properties,
  path: string,
): {
  readonly fields: readonly FieldSchema[];
  readonly missing?: { readonly name: string; readonly known: readonly string[] };
} {
  const fields: FieldSchema[] = [];
  let inside = properties;
  for (const name of splitPath(path)) {
    const field = fieldNamed(inside, name);
    if (field === undefined) return { fields, missing: { name, known: Object.keys(inside) } };
    fields.push(field);
    inside = field.properties ?? {};
  }
  return { fields };
}
