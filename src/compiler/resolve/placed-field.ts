import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { below } from "../../record/path.ts";

export type Properties = Readonly<Record<string, FieldSchema>>;

/** A field as written, with where it stands: in its file and among other fields. */
export interface PlacedField {
  /** Its key; "" for the items of a list. */
  readonly name: string;
  readonly schema: FieldSchema;
  /** JSON pointer of its schema in the file. */
  readonly path: string;
  /** The fields beside it; none for the items of a list. */
  readonly siblings: Properties;
  readonly parent: PlacedField | undefined;
}

/** Where an entity's file holds its fields. */
export const ENTITY_FIELDS = "/schema/properties";

/** Every field of an entity, nested ones and items of lists included, outer before inner. */
export function entityFields(config: EntityConfig): Generator<PlacedField> {
  return placedFields(config.schema.properties, ENTITY_FIELDS, undefined);
}

/** Every field of `properties`, which stand at `at`. */
export function* placedFields(
  properties: Properties,
  at: string,
  parent: PlacedField | undefined,
): Generator<PlacedField> {
  for (const [name, schema] of Object.entries(properties)) {
    yield* withNested({ name, schema, path: below(at, name), siblings: properties, parent });
  }
}

function* withNested(field: PlacedField): Generator<PlacedField> {
  yield field;
  const { schema, path } = field;
  if (schema.properties !== undefined) {
    yield* placedFields(schema.properties, below(path, "properties"), field);
  }
  if (schema.items !== undefined) {
    yield* withNested({
      name: "",
      schema: schema.items,
      path: below(path, "items"),
      siblings: {},
      parent: field,
    });
  }
}

/** A field among others by name, never one of Object.prototype's. */
export function fieldNamed(properties: Properties, name: string): FieldSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
