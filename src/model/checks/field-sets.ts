import type { Draft } from "../draft.ts";
import type { JsonFile } from "../json-file.ts";
import { ENTITY_FIELDS, type PlacedField, type Properties, placedFields } from "../placed-field.ts";
import { below } from "../pointer.ts";

/** Fields that are edited together: an entity's, or the registration page's. */
export interface FieldSet {
  readonly file: JsonFile;
  /** What a sentence calls it. */
  readonly words: string;
  readonly properties: Properties;
  readonly required: readonly string[];
  /** Pointer of the schema that holds them. */
  readonly at: string;
  /** Entity whose form it is; undefined for registration. */
  readonly entity: string | undefined;
  readonly fields: readonly PlacedField[];
}

/** Every set of fields of a config. */
export function fieldSets(draft: Draft): FieldSet[] {
  const sets: FieldSet[] = [];
  for (const [id, { file, value }] of draft.entities) {
    const { properties, required = [] } = value.schema;
    const fields = [...placedFields(properties, ENTITY_FIELDS, undefined)];
    sets.push({ file, words: value.label, properties, required, at: "/schema", entity: id, fields });
  }
  if (draft.app !== undefined) {
    const { file, value } = draft.app;
    const { properties, required = [] } = value.registration.schema;
    const at = "/registration/schema";
    const fields = [...placedFields(properties, below(at, "properties"), undefined)];
    sets.push({ file, words: "registration", properties, required, at, entity: undefined, fields });
  }
  return sets;
}
