import { resolveEntity } from "../../compiler/resolve/resolve-entity.ts";
import type { Entity } from "../../model/entity.ts";
import type { ColumnConfig, EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { KnownPlugins } from "../../model/plugin-manifest.ts";
import { splitPath } from "../../record/path.ts";

interface OneField {
  /** Dotted path in the record. */
  readonly path: string;
  /** As a config has it, with the widget that it names. */
  readonly field: FieldSchema;
  readonly required?: boolean;
  /** The one column of its list. */
  readonly column?: ColumnConfig;
  readonly language: string;
  /** Messages of the language. */
  readonly messages: Readonly<Record<string, string>>;
  readonly plugins: KnownPlugins;
}

/** An entity of one field, resolved from a config as those of a business are. */
export function oneFieldEntity(one: OneField): Entity {
  const { path, field, required = false, column, language } = one;
  const config: EntityConfig = {
    label: "Example",
    language,
    permission: "examples",
    endpoints: { list: "/examples", record: "/examples/{id}" },
    listKey: "examples",
    labelField: path,
    menu: { label: "Examples", create: "New example", list: "Examples" },
    schema: { type: "object", ...objectAround(splitPath(path), field, required) },
    form: { title: { create: "New example", edit: "Example" } },
    list: { title: "Examples", columns: column === undefined ? [] : [column], deleteConfirm: "Delete?" },
  };
  return resolveEntity("examples", config, {
    entities: new Map([["examples", { value: config }]]),
    broken: new Set(),
    texts: one.messages,
    plugins: one.plugins,
  });
}

function objectAround(
  [name = "", ...inner]: readonly string[],
  field: FieldSchema,
  required: boolean,
): Pick<EntityConfig["schema"], "properties" | "required"> {
  if (inner.length > 0)
    return { properties: { [name]: { type: "object", ...objectAround(inner, field, required) } } };
  return { properties: { [name]: field }, ...(required ? { required: [name] } : {}) };
}
