import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { below } from "../../record/path.ts";
import type { Draft } from "../draft.ts";
import {
  ENTITY_FIELDS,
  fieldNamed,
  type PlacedField,
  type Properties,
  placedFields,
} from "../resolve/placed-field.ts";
import type { JsonFile } from "../source/json-file.ts";

/** Fields that are edited together: an entity's, or the registration page's. */
export interface FieldSet {
  readonly file: JsonFile;
  readonly properties: Properties;
  readonly required: readonly string[];
  /** Pointer of the schema that holds them. */
  readonly at: string;
  /** Entity whose form it is; undefined for registration. */
  readonly entity: string | undefined;
  readonly fields: readonly PlacedField[];
  readonly language: string;
  /** The entity's own sentences; registration has none. */
  readonly messages: Readonly<Record<string, string>>;
  /** Registration: the accounts' field that a field is stored as. */
  storedAs?(name: string): FieldSchema | undefined;
}

const known = new WeakMap<Draft, readonly FieldSet[]>();

/** Every set of fields of a config. */
export function fieldSets(draft: Draft): readonly FieldSet[] {
  const sets = known.get(draft) ?? makeFieldSets(draft);
  known.set(draft, sets);
  return sets;
}

/** The field of a set that a field stands in, itself at the outside. */
export function rootOf(field: PlacedField): PlacedField {
  return field.parent === undefined ? field : rootOf(field.parent);
}

function makeFieldSets(draft: Draft): FieldSet[] {
  const sets: FieldSet[] = [];
  for (const [id, { file, value }] of draft.entities) {
    const { properties, required = [] } = value.schema;
    const fields = [...placedFields(properties, ENTITY_FIELDS, undefined)];
    const { language, messages = {} } = value;
    sets.push({ file, properties, required, at: "/schema", entity: id, fields, language, messages });
  }
  if (draft.app !== undefined) {
    const { file, value } = draft.app;
    const { properties, required = [] } = value.registration.schema;
    const at = "/registration/schema";
    const fields = [...placedFields(properties, below(at, "properties"), undefined)];
    const accounts = draft.entities.get(value.accounts.entity)?.value.schema.properties ?? {};
    const storedAs = (name: string) => fieldNamed(accounts, name);
    const { language } = value;
    sets.push({
      file,
      properties,
      required,
      at,
      entity: undefined,
      fields,
      language,
      messages: {},
      storedAs,
    });
  }
  return sets;
}

/** The entities as written, without their files. */
export function entityValues(draft: Draft): ReadonlyMap<string, EntityConfig> {
  return new Map([...draft.entities].map(([id, { value }]) => [id, value]));
}
