import type { FieldSchema } from "../../model/field-schema.ts";
import { below } from "../../record/path.ts";
import { SCHEMAS, walkTree } from "../../record/walk.ts";

export type Properties = Readonly<Record<string, FieldSchema>>;

/** A field as written, with where it stands: in its file and among other fields. */
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

/** Where an entity's file holds its fields. */
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

/** A field among others by name, never one of Object.prototype's. */
export function fieldNamed(properties: Properties, name: string): FieldSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
