import { createHash } from "node:crypto";
import type { RecordData } from "../../../model/record.ts";
import { copyValue, type Referred } from "../tables/copy-value.ts";
import { foldSearched, gramsOf } from "../tables/fold.ts";
import { copyColumn, foldColumn, indexName, keyColumn } from "../tables/names.ts";
import type { Copy, Table } from "../tables/table.ts";
import { encode, type SqlValue } from "../tables/values.ts";
import { isLongToSort, sortKey, sortKeyRest, valueKey } from "./keys.ts";
import { physicalName } from "./physical-names.ts";

/** A hidden column, with what indexes have of a record. */
export interface DerivedColumn {
  /** Its physical name. */
  readonly name: string;
  readonly type: "text" | "text[]";
  /** What it is made of: another one says that all of its values are to be made again. */
  readonly definition: string;
  /** The record's column that it is made of. */
  readonly column: string;
  /** Where it is made of a value of another record. */
  readonly of?: NonNullable<Copy["of"]>;
  valueIn(record: RecordData, referred: Referred): string | readonly string[] | null;
}

/** Raise it when the engine derives something else from records: all of it is then derived again. */
const DERIVED_VERSION = 1;

export const sortColumn = (field: string) => physicalName(copyColumn(field));
/** What follows in values that are too long for an index. */
export const restColumn = (field: string) => physicalName(`rest$${copyColumn(field)}`);
export const filterColumnName = (field: string) => physicalName(keyColumn(field));
export const foldedColumn = (column: string) => physicalName(foldColumn(column));
export const gramsColumn = (column: string) => physicalName(`grams$${foldColumn(column)}`);

/** Its name changes with what the values are: those of a unique index are never replaced one by one. */
export function uniqueColumn(table: Table, name: string): string {
  const { type, kind } = table.declared.find((one) => one.name === name) ?? { type: "text", kind: "" };
  const digest = createHash("sha256")
    .update(JSON.stringify([type, kind]))
    .digest("hex")
    .slice(0, 8);
  return physicalName(`unique$${digest}$${keyColumn(name)}`);
}

/** Whether values of a sort may be too long for an index. */
export function mayHaveRest(table: Table, field: string): boolean {
  const column = table.byName.get(field);
  // A value inside another one, or of another record.
  if (column === undefined) return true;
  const declared = table.declared.find(({ name }) => name === field);
  if (declared === undefined) return field === "updatedBy";
  return (column.type === "text" || column.type === "json") && isLongToSort(declared.maxLength);
}

export function derivedColumns(table: Table): readonly DerivedColumn[] {
  const encoded = (name: string, record: RecordData) =>
    encode(table.byName.get(name)?.type ?? "text", record[name]);
  const keyedBy = (copy: Copy | undefined, name: string) => (record: RecordData, referred: Referred) =>
    copy === undefined ? encoded(name, record) : copyValue(copy, record, referred);
  const make = (
    name: string,
    column: string,
    copy: Copy | undefined,
    key: (value: SqlValue) => string | null,
  ): DerivedColumn => {
    const value = keyedBy(copy, column);
    return {
      name,
      type: "text",
      definition: JSON.stringify([DERIVED_VERSION, name, column, table.byName.get(column)?.type, copy]),
      column,
      ...(copy?.of === undefined ? {} : { of: copy.of }),
      valueIn: (record, referred) => key(value(record, referred)),
    };
  };
  const copyNamed = (sql: string) => table.copies.find((copy) => copy.sql === sql);
  const sorts = [...table.sorts.keys()].flatMap((field) => {
    const copy = table.byName.has(field) ? undefined : copyNamed(copyColumn(field));
    const column = copy?.column ?? field;
    const own = make(sortColumn(field), column, copy, sortKey);
    return mayHaveRest(table, field) ? [own, make(restColumn(field), column, copy, sortKeyRest)] : [own];
  });
  const filters = table.filters.map(({ field, column, by }) =>
    make(filterColumnName(field), column, by === "own" ? undefined : copyNamed(keyColumn(field)), valueKey),
  );
  const unique = table.unique.map(({ name }) => make(uniqueColumn(table, name), name, undefined, valueKey));
  const searches = [...table.searches.keys()].flatMap((column): DerivedColumn[] => {
    const folded = (record: RecordData) => {
      const value = record[column];
      return typeof value === "string" && value !== "" ? foldSearched(value) : null;
    };
    const definition = JSON.stringify([DERIVED_VERSION, "search", column]);
    return [
      { name: foldedColumn(column), type: "text", definition, column, valueIn: folded },
      {
        name: gramsColumn(column),
        type: "text[]",
        definition,
        column,
        valueIn: (record) => {
          const text = folded(record);
          return text === null ? null : [...gramsOf(text)];
        },
      },
    ];
  });
  return [...sorts, ...filters, ...unique, ...searches];
}

/** An index as it should be: its name, and all that follows `create`. */
export interface PhysicalIndex {
  readonly name: string;
  readonly text: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Empty values come first ascending, as in SQLite. Those of filters have the records of each value in the order of the main sort. */
export function physicalIndexes(table: Table): readonly PhysicalIndex[] {
  const make = (
    kind: "sort" | "unique" | "filter" | "long",
    field: string,
    on: string,
    unique = "",
  ): PhysicalIndex => {
    const name = physicalName(indexName(kind, table.id, field));
    return { name, text: `${unique}index ${quoted(name)} on ${quoted(physicalName(table.sql))} ${on}` };
  };
  const sorts = [...table.sorts.keys()].map((field) =>
    make("sort", field, `(${quoted(sortColumn(field))} nulls first, ${quoted("__id")})`),
  );
  const rests = [...table.sorts.keys()]
    .filter((field) => mayHaveRest(table, field))
    .map((field): PhysicalIndex => {
      const name = physicalName(`${indexName("sort", table.id, field)}$rest`);
      const on = `${quoted(physicalName(table.sql))} (${quoted("__id")})`;
      return { name, text: `index ${quoted(name)} on ${on} where ${quoted(restColumn(field))} is not null` };
    });
  const main =
    table.mainSort === undefined
      ? ""
      : `, ${quoted(sortColumn(table.mainSort.field))} nulls first, ${quoted("__id")}`;
  const filters = table.filters.map(({ field }) =>
    make("filter", field, `(${quoted(filterColumnName(field))} nulls first${main})`),
  );
  const unique = table.unique.map(({ name }) => {
    const column = uniqueColumn(table, name);
    return make("unique", column, `(${quoted(column)})`, "unique ");
  });
  // Writes add to it at once: a list of what is to be added would be read by every search, and merged by one of the writes.
  const searches = [...table.searches.keys()].map((column) =>
    make("long", column, `using gin (${quoted(gramsColumn(column))}) with (fastupdate = off)`),
  );
  return [...sorts, ...rests, ...filters, ...unique, ...searches];
}
