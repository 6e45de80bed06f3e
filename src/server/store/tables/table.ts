import type { Steps } from "../../../compiler/steps.ts";
import { SYSTEM_FIELDS } from "../../../model/record.ts";
import { splitPath } from "../../../record/path.ts";
import type { ColumnShape, ColumnType, FilterKey, TableShape } from "../table-shape.ts";
import {
  copyColumn,
  foldColumn,
  foldTable,
  indexName,
  keyColumn,
  recordsTable,
  searchTable,
  sqlName,
  VERSION_COLUMN,
} from "./names.ts";
import type { TableFilter } from "./table-filter.ts";

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly sql: string;
}

export interface DeclaredColumn extends ColumnShape, TableColumn {}

/** A hidden column with what a list is sorted or filtered by: a value inside a json column, or of the record referred to. */
export interface Copy {
  /** The field of the sort or filter. */
  readonly field: string;
  readonly sql: string;
  readonly column: string;
  /** Where in the column's value. */
  readonly keys: readonly string[];
  /** Of a filter: how it is compared. */
  readonly by?: FilterKey;
  /** Where the value is the `_id` of another record: that record's table, the reference, and what is copied. */
  readonly of?: TableReference;
}

interface TableReference {
  readonly path: string;
  readonly column: string;
  readonly keys: readonly string[];
  readonly table: string;
}

export interface Search {
  readonly column: string;
  /** None of its texts is longer. */
  readonly maxLength: number | undefined;
  /** Hidden column: the folded text, where it is short. */
  readonly fold: string;
  /** Table of all folded texts. */
  readonly folds: string;
  /** Full-text table of their grams. */
  readonly grams: string;
  /** Index of the records whose folded text is long. */
  readonly long: string;
}

export interface TableSort {
  readonly sql: string;
  readonly index: string;
  /** Its values may be long: each is read whole to be compared. */
  readonly isLong: boolean;
}

/** A shape with all that the engine derives from it. */
export interface Table {
  readonly id: string;
  readonly sql: string;
  /** System columns first. */
  readonly columns: readonly TableColumn[];
  readonly declared: readonly DeclaredColumn[];
  /** The columns that lists read. */
  readonly listed: readonly TableColumn[];
  /** Whether a listed column may be long. */
  readonly isLong: boolean;
  /** SQL names of the columns that the table has and the shape has not. */
  readonly retired: readonly string[];
  readonly byName: ReadonlyMap<string, TableColumn>;
  readonly copies: readonly Copy[];
  readonly sorts: ReadonlyMap<string, TableSort>;
  readonly searches: ReadonlyMap<string, Search>;
  readonly unique: readonly TableColumn[];
  readonly filters: readonly TableFilter[];
  /** The sort in whose order the indexes of filters have their records. */
  readonly mainSort: { readonly field: string; readonly sql: string } | undefined;
  readonly references: readonly TableReference[];
  readonly label: string;
  readonly samples: TableShape["samples"];
  /** Texts of its queries (`textOf`). */
  readonly texts: Map<string, string>;
}

export type Tables = ReadonlyMap<string, Table>;

/** Every record has them. */
export const SYSTEM_COLUMNS: readonly TableColumn[] = [
  ...SYSTEM_FIELDS.map(
    (name): TableColumn => ({
      name,
      type: name === "isProtected" ? "boolean" : "text",
      sql: sqlName(name),
    }),
  ),
  { name: "_version", type: "integer", sql: VERSION_COLUMN },
];

/**
 * `seen`: all declared columns that the table ever had; `shapes`: those of all tables. Throws where a shape names a column that
 * it does not have.
 */
export function makeTable(
  shape: TableShape,
  seen: readonly string[],
  shapes: readonly TableShape[] = [shape],
): Table {
  const declared = shape.columns.map((column): DeclaredColumn => ({ ...column, sql: sqlName(column.name) }));
  const columns = [...SYSTEM_COLUMNS, ...declared];
  const byName = new Map(columns.map((column) => [column.name, column]));
  const column = (name: string): TableColumn => {
    const found = byName.get(name);
    if (found === undefined) throw new Error(`Table ${shape.table} has no column ${JSON.stringify(name)}.`);
    return found;
  };
  const split = (path: string) => {
    const [first = "", ...keys] = byName.has(path) ? [path] : splitPath(path);
    return { column: column(first).name, keys };
  };
  const references = shape.references.map(({ path, table }) => ({ path, table, ...split(path) }));
  const sorts = new Map<string, TableSort>();
  const copies: Copy[] = [];
  for (const field of shape.sorts) {
    const own = byName.get(field);
    const copy = own === undefined ? makeCopy(field, references, split) : undefined;
    if (copy !== undefined) copies.push(copy);
    const { table, column } = copy?.of ?? { table: shape.table, column: copy?.column ?? field };
    sorts.set(field, {
      sql: own?.sql ?? copyColumn(field),
      index: indexName("sort", shape.table, field),
      isLong: mayBeLong(shapes, table, column),
    });
  }
  const filters = shape.filters.map((field) => makeFilter(shape, field, split(field), column));
  for (const { sql, field, by, column, keys } of filters)
    if (by !== "own") copies.push({ field, sql, by, column, keys });
  const mainField = shape.mainSort ?? "createdAt";
  const main = sorts.get(mainField);
  return {
    id: shape.table,
    sql: recordsTable(shape.table),
    columns,
    declared,
    isLong: declared.some(({ mayBeLong, unlisted }) => mayBeLong === true && unlisted !== true),
    listed: [...SYSTEM_COLUMNS, ...declared.filter(({ unlisted }) => unlisted !== true)],
    retired: seen.filter((name) => !byName.has(name)).map(sqlName),
    byName,
    copies,
    sorts,
    searches: new Map(
      shape.search.map((name) => [
        name,
        {
          column: column(name).name,
          maxLength: declared.find((one) => one.name === name)?.maxLength,
          fold: foldColumn(name),
          folds: foldTable(shape.table, name),
          grams: searchTable(shape.table, name),
          long: indexName("long", shape.table, name),
        },
      ]),
    ),
    unique: shape.unique.map(column),
    filters,
    mainSort: main && { field: mainField, sql: main.sql },
    references,
    label: column(shape.label).name,
    samples: shape.samples,
    texts: new Map(),
  };
}

function mayBeLong(shapes: readonly TableShape[], table: string, name: string): boolean {
  const columns = shapes.find((shape) => shape.table === table)?.columns;
  return columns?.find((column) => column.name === name)?.mayBeLong === true;
}

function makeFilter(
  { table, filterKeys = {} }: TableShape,
  field: string,
  place: { readonly column: string; readonly keys: readonly string[] },
  column: (name: string) => TableColumn,
): TableFilter {
  const own = column(place.column);
  const isSystem = SYSTEM_COLUMNS.some(({ name }) => name === own.name);
  const usual = own.type === "json" ? "filled" : own.type === "text" && !isSystem ? "value" : "own";
  const by = filterKeys[field] ?? (place.keys.length > 0 ? "value" : usual);
  return {
    field,
    ...place,
    sql: by === "own" ? own.sql : keyColumn(field),
    type: place.keys.length > 0 ? "any" : own.type,
    by,
    index: indexName("filter", table, field),
  };
}

function makeCopy(
  field: string,
  references: readonly TableReference[],
  split: (path: string) => { column: string; keys: readonly string[] },
): Copy {
  const through = references
    .filter(({ path, keys }) => field.startsWith(`${path}.`) && !keys.includes("*"))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (through === undefined) return { field, sql: copyColumn(field), ...split(field) };
  const [first = "", ...keys] = splitPath(field.slice(through.path.length + 1));
  return {
    field,
    sql: copyColumn(field),
    column: through.column,
    keys: through.keys,
    of: { table: through.table, path: through.path, column: first, keys },
  };
}

export function filterColumn(table: Table, field: string): TableFilter {
  const filter = table.filters.find((one) => one.field === field);
  if (filter === undefined) throw new Error(`${table.id}.${field} is not among the filters.`);
  return filter;
}

/** `seen`: by table, all declared columns that it ever had. */
export function* makeTables(
  shapes: readonly TableShape[],
  seen: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): Steps<Tables> {
  const tables = new Map<string, Table>();
  for (const shape of shapes) {
    yield;
    tables.set(shape.table, makeTable(shape, [...(seen.get(shape.table)?.keys() ?? [])], shapes));
  }
  return tables;
}
