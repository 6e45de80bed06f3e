import { type RawBuilder, sql } from "kysely";
import type { Entity, Field } from "../../../src/model/entity.ts";
import { SYSTEM_FIELDS } from "../../../src/model/record.ts";
import { type Connection, openConnection } from "../../../src/server/store/sqlite/driver.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { TableShape } from "../../../src/server/store/table-shape.ts";
import { recordsTable, sqlName } from "../../../src/server/store/tables/names.ts";

/**
 * Fills a store with many records: past it, as an older config would have left them; what is derived is then derived by
 * `applyShapes`.
 */
export async function fillPastStore(
  store: Store,
  file: string,
  shapes: readonly TableShape[],
  fill: (connection: Connection) => void,
): Promise<void> {
  await store.applyShapes(
    shapes.map((table) => ({
      ...table,
      sorts: [],
      search: [],
      unique: [],
      references: [],
      // Others than are wanted: records are counted anew only then.
      filters: table.filters.length === 0 ? [table.label] : [],
    })),
  );
  const connection = openConnection(file);
  fill(connection);
  connection.close();
  await store.applyShapes(shapes);
}

/** What a field of the copy of number `n` has instead of what its column `t` has. */
export type CopiedValue = (field: Field, column: RawBuilder<unknown>) => RawBuilder<unknown>;

export interface Copies {
  /** `_id` of the stored record that is copied. */
  readonly template: string;
  readonly count: number;
  /** Expressions of `n`, from 1. */
  readonly id: RawBuilder<unknown>;
  readonly createdAt: RawBuilder<unknown>;
  readonly updatedAt: RawBuilder<unknown>;
  readonly value: CopiedValue;
}

/** The statement that makes copies of a record. */
export function copiesOf({ id: entity, fields }: Entity, copies: Copies): RawBuilder<unknown> {
  const stored = fields.filter(({ schema }) => schema.formOnly !== true);
  const names = [...SYSTEM_FIELDS, ...stored.map(({ name }) => name)].map((name) => sql.id(sqlName(name)));
  const system: Readonly<Record<string, RawBuilder<unknown>>> = {
    _id: copies.id,
    createdAt: copies.createdAt,
    updatedAt: copies.updatedAt,
    updatedBy: sql`t.${sql.id(sqlName("updatedBy"))}`,
    isProtected: sql`0`,
  };
  const values = [
    ...SYSTEM_FIELDS.map((name) => system[name] ?? sql`null`),
    ...stored.map((field) => copies.value(field, sql`t.${sql.id(sqlName(field.name))}`)),
  ];
  const table = sql.id(recordsTable(entity));
  return sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(copies.count)})
    insert into ${table} (${sql.join(names)})
    select ${sql.join(values)} from numbers, (select * from ${table} where ${sql.id(sqlName("_id"))} = ${sql.lit(copies.template)}) t`;
}
