import type { Config } from "../../model/config.ts";
import type { Entity, Field, ResolvedReference } from "../../model/entity.ts";
import { isInLists } from "../../model/fields-in-lists.ts";
import { filterKind } from "../../model/list/list-filter.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { Registry } from "../../plugin/registry.ts";
import { convertValue, kindOf, reveals } from "../../record/convert.ts";
import { splitPath } from "../../record/path.ts";
import { walkFields } from "../../record/walk.ts";
import type { HookThreads } from "../hooks/hook-threads.ts";
import type { ColumnShape, ColumnType, FilterKey, TableShape } from "../store/table-shape.ts";
import { keepUndeclared } from "./complete-record.ts";
import type { ReferringField } from "./entity-runtime.ts";
import { hooksOf } from "./field-hooks.ts";
import { withDefaults } from "./pick-values.ts";
import { inverseFields } from "./referring/inverse-filters.ts";
import { type StoredForms, storedForms } from "./stored-forms.ts";

/** The table of an entity. Its plugins convert large values in the threads, if there are some. */
export function tableShape(
  config: Config,
  entity: Entity,
  registry: Registry,
  threads: HookThreads | undefined,
): TableShape {
  const fields = storedFields(entity);
  const forms = storedForms(hooksOf(fields, registry), threads);
  const { columns, views, defaultSort } = entity.list;
  const sorts = [
    ...columns.filter((column) => column.sortable).map((column) => column.field),
    ...views.flatMap(({ sort }) => (sort === undefined ? [] : [sort.field])),
  ];
  return {
    table: entity.id,
    columns: fields.map((field) => ({
      name: field.name,
      type: columnType(field),
      ...columnDefault(field),
      ...(maxLengthOf(field) > MAX_SHORT_LENGTH ? { mayBeLong: true as const } : {}),
      ...(isInLists(field.schema) ? {} : { unlisted: true as const }),
      ...(field.schema.writeOnly === true ? { secret: true as const } : {}),
      kind: kindOf(field, forms),
      firstKind: kindOf(field),
      convert: converterOf(field, forms),
      ...(field.schema.maxLength === undefined ? {} : { maxLength: field.schema.maxLength }),
      reveals: (kind) => reveals(field, kind),
    })),
    sorts: [...new Set([...sorts, defaultSort.field, "createdAt"])],
    search: searchedColumns(config, entity),
    unique: fields.filter((field) => field.schema.unique === true).map((field) => field.name),
    references: [...walkFields(fields)].flatMap(({ path, field }) =>
      field.reference === undefined ? [] : [{ path, table: field.reference.entity }],
    ),
    ...filtersOf(config, entity),
    mainSort: entity.list.defaultSort.field,
    label: entity.labelField,
    ...(config.rejectedSamples?.has(entity.id) === true ? {} : { samples: samplesOf(config, entity) }),
  };
}

/** The columns that its own list searches, and lists whose records refer to it. */
function searchedColumns({ entities }: Config, { id }: Entity): readonly string[] {
  const names = [...entities.values()].flatMap(({ id: other, list }) =>
    (list.search?.fields ?? []).flatMap(({ field, through }) => {
      if (through === undefined) return other === id ? [field] : [];
      return through.entity === id ? [through.field] : [];
    }),
  );
  return [...new Set(names)];
}

/**
 * What the list and its views are filtered by, and what the server asks of it itself: the role of accounts, references that a
 * search goes through or that inverse lists are made by, parts of the records that rights are about.
 */
function filtersOf(config: Config, entity: Entity): Pick<TableShape, "filters" | "filterKeys"> {
  const { app, home } = config;
  const { accounts } = app;
  const { id, fields, list, source } = entity;
  const declared = list.filters.map(({ field }) => field);
  // A range alone gets no index here: the index of a sort by its field finds it, else records are read.
  const asked = list.views
    .flatMap(({ filter = [] }) => filter)
    .filter(({ op, field }) => op !== "gte" && op !== "lte" && !declared.includes(field));
  const through = list.search?.fields.flatMap((one) => one.through?.reference ?? []) ?? [];
  // Those who are kept to a part of the records ask for it with every list.
  const keptTo = (source.rights?.records ?? []).flatMap(({ filter }) =>
    filter.flatMap(({ field, op }) =>
      op === "eq" && fields.some(({ name }) => name === field) ? [field] : [],
    ),
  );
  // A chart by days of a moment compares it in UTC, which the index of a filter has.
  const placed = new Map([...walkFields(fields)].map(({ path, field }) => [path, field.schema]));
  const moments = home.flatMap(({ entity, chart }) => {
    const isMoment = entity === id && chart !== undefined && placed.get(chart.by)?.format === "date-time";
    return isMoment && !declared.includes(chart.by) ? [{ field: chart.by }] : [];
  });
  const keyed = [...asked, ...moments];
  const filters = [
    ...declared,
    ...keyed.map(({ field }) => field),
    ...(accounts.entity === id ? [accounts.role] : []),
    ...through,
    ...inverseFields(config, entity),
    ...keptTo,
  ];
  const askedKeys = keyed.flatMap(({ field }): [string, FilterKey][] => {
    const schema = placed.get(field);
    if (schema === undefined) return [];
    if (filterKind(schema) === "filled") return [[field, "filled"]];
    return schema.format === "date-time" ? [[field, "moment"]] : [];
  });
  const keys = list.filters.flatMap(({ field, kind, isMoment }): [string, FilterKey][] => {
    const isOwn = fields.some(({ name }) => name === field.split(".")[0]);
    if (kind === "filled") return [[field, "filled"]];
    return isMoment === true && isOwn ? [[field, "moment"]] : [];
  });
  return { filters: [...new Set(filters)], filterKeys: Object.fromEntries([...askedKeys, ...keys]) };
}

/** Without the fields that hold pictures: those are files, which are stored with a new record alone. */
function samplesOf({ samples }: Config, { id, fields }: Entity): readonly RecordData[] {
  const pictured = new Set(
    fields
      .filter((field) => [...walkFields([field])].some((placed) => placed.field.schema.image === true))
      .map(({ name }) => name),
  );
  const isKept = ([name]: readonly [string, unknown]) => !pictured.has(name);
  return (samples.get(id) ?? []).map((sample) => Object.fromEntries(Object.entries(sample).filter(isKept)));
}

/** The fields that are stored and sent: all but those of the form alone. */
export function storedFields(entity: Entity): readonly Field[] {
  return entity.fields.filter((field) => field.schema.formOnly !== true);
}

/** The fields of all entities that refer to one, by the id of that entity. */
export function referringFields({ entities }: Config): ReadonlyMap<string, readonly ReferringField[]> {
  const referring = new Map<string, ReferringField[]>([...entities.keys()].map((id) => [id, []]));
  for (const { id: from, fields } of entities.values())
    for (const { path, field } of walkFields(fields)) {
      const { reference } = field;
      if (reference !== undefined)
        referring.get(reference.entity)?.push({ from, top: splitPath(path)[0] ?? "", reference });
    }
  return referring;
}

/** The names of the fields that a reference shows, never a secret. */
export function shownFields({ label, fields = [] }: ResolvedReference, readable: readonly Field[]): string[] {
  const names = readable.filter(({ schema }) => schema.writeOnly !== true).map(({ name }) => name);
  return [label, ...fields].filter((name) => names.includes(name));
}

const MAX_SHORT_LENGTH = 20_000;

/** About the maximum of characters in a value. */
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

/** Fills new nested fields with their default too: lists are sorted by stored values. */
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
