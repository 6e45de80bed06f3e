import type { Steps } from "../../compiler/steps.ts";
import type { Config } from "../../model/config.ts";
import type { Entity, Field } from "../../model/entity.ts";
import { isInLists } from "../../model/fields-in-lists.ts";
import type { Json } from "../../model/record.ts";
import type { Registry } from "../../plugin/registry.ts";
import { convertValue, kindOf, reveals } from "../../record/convert.ts";
import { walkFields } from "../../record/walk.ts";
import type { HookThreads } from "../hooks/hook-threads.ts";
import type { ColumnShape, ColumnType, TableShape } from "../store/store.ts";
import { keepUndeclared } from "./complete-record.ts";
import type { Reader } from "./entity-runtime.ts";
import { hooksOf } from "./field-hooks.ts";
import { withDefaults } from "./pick-values.ts";
import { type StoredForms, storedForms } from "./stored-forms.ts";

/** How the records of all entities are kept. */
export function* tableShapes(
  config: Config,
  registry: Registry,
  threads: HookThreads | undefined,
): Steps<readonly TableShape[]> {
  const shapes: TableShape[] = [];
  for (const entity of config.entities.values()) {
    yield;
    shapes.push(tableShape(config, entity, registry, threads));
  }
  return shapes;
}

/**
 * How the records of an entity are kept, read off its config and the plugins that its fields name.
 * @param threads where the plugins convert large values; without it they do here
 */
export function tableShape(
  config: Config,
  entity: Entity,
  registry: Registry,
  threads: HookThreads | undefined,
): TableShape {
  const fields = storedFields(entity);
  const forms = storedForms(hooksOf(fields, registry), threads);
  const { accounts } = config.app;
  const sorts = entity.list.columns.filter((column) => column.sortable).map((column) => column.field);
  return {
    table: entity.id,
    columns: fields.map((field) => ({
      name: field.name,
      type: columnType(field),
      ...columnDefault(field),
      ...(maxLengthOf(field) > MAX_SHORT_LENGTH ? { mayBeLong: true as const } : {}),
      ...(isInLists(field.schema) ? {} : { unlisted: true as const }),
      kind: kindOf(field, forms),
      firstKind: kindOf(field),
      convert: converterOf(field, forms),
      ...(field.schema.maxLength === undefined ? {} : { maxLength: field.schema.maxLength }),
      reveals: (kind) => reveals(field, kind),
    })),
    sorts: [...new Set([...sorts, entity.list.defaultSort.field, "createdAt"])],
    search: entity.list.search === undefined ? [] : [entity.list.search.field],
    unique: fields.filter((field) => field.schema.unique === true).map((field) => field.name),
    references: [...walkFields(fields)].flatMap(({ path, field }) =>
      field.reference === undefined ? [] : [{ path, table: field.reference.entity }],
    ),
    filters: accounts.entity === entity.id ? [accounts.role] : [],
    label: entity.labelField,
  };
}

/** The fields that travel and are stored: all but those that exist in the form alone. */
export function storedFields(entity: Entity): readonly Field[] {
  return entity.fields.filter((field) => field.schema.formOnly !== true);
}

/** Who may read an entity only because an entity of theirs refers to it. */
export function readersOf(config: Config, target: Entity): readonly Reader[] {
  const readable = new Set(
    storedFields(target)
      .filter((field) => field.schema.writeOnly !== true)
      .map((field) => field.name),
  );
  return [...config.entities.values()].flatMap((entity) =>
    [...walkFields(entity.fields)].flatMap(({ field: { reference } }) =>
      reference?.entity === target.id && entity.permission !== target.permission
        ? [
            {
              permission: entity.permission,
              fields: [reference.label, ...(reference.fields ?? [])].filter((name) => readable.has(name)),
            },
          ]
        : [],
    ),
  );
}

const MAX_SHORT_LENGTH = 20_000;

/** About so many characters a value has at most. */
function maxLengthOf({ schema, reference, fields, items }: Field): number {
  if (schema.image === true) return 500;
  if (fields !== undefined) return fields.reduce((sum, field) => sum + maxLengthOf(field), 0);
  if (schema.type === "array")
    return (schema.maxItems ?? 1_000) * (items === undefined ? 0 : maxLengthOf(items));
  const isFree = schema.type === "string" && schema.enum === undefined && reference === undefined;
  return isFree ? (schema.maxLength ?? Number.POSITIVE_INFINITY) : 50;
}

function columnType(field: Field): ColumnType {
  switch (field.schema.type) {
    case "string":
      return "text";
    case "object":
    case "array":
      return "json";
    default:
      return field.schema.type;
  }
}

function columnDefault(field: Field): { default?: Json } {
  const value = withDefaults([field], {})[field.name];
  return value === undefined || value === null ? {} : { default: value };
}

/** Converted, and new nested fields hold their default: lists are sorted by what is stored. */
function converterOf(field: Field, forms: StoredForms): ColumnShape["convert"] {
  const toForm = forms.converter(field);
  const complete = (value: Json | undefined) => {
    if (value === undefined) return undefined;
    const held = { [field.name]: value };
    return keepUndeclared([field], withDefaults([field], held), held)[field.name];
  };
  return (value) => {
    const converted = convertValue(field, value);
    if (toForm === undefined || converted === undefined || converted === null) return complete(converted);
    return toForm(converted).then(complete);
  };
}
