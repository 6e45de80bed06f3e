import { sql } from "kysely";
import type { Json, RecordData, StoredRecord } from "../../../../model/record.ts";
import type { Referred } from "../../tables/copy-value.ts";
import type { Table } from "../../tables/table.ts";
import { sortable, valueByKeys } from "../../tables/values.ts";
import type { Access } from "../access.ts";
import type { DerivedColumn } from "../derived.ts";
import { KEY, recordAt, recordTable } from "../read-records.ts";

/** Reads what the columns need of other records. */
export async function readReferred(
  access: Access,
  table: Table,
  columns: readonly DerivedColumn[],
  record: RecordData,
): Promise<Referred> {
  const known = new Map<string, StoredRecord | undefined>();
  for (const { of } of columns) {
    const copy = of && table.copies.find((one) => one.of === of);
    if (of === undefined || copy === undefined) continue;
    const id = valueByKeys(record[copy.column], copy.keys);
    const key = JSON.stringify([of.table, id]);
    const other = access.tables.get(of.table);
    if (typeof id !== "string" || other === undefined || known.has(key)) continue;
    // A record may refer to itself.
    known.set(
      key,
      other === table && id === record._id ? (record as StoredRecord) : await recordAt(access, other, id),
    );
  }
  return (of, id) => {
    const found = known.get(JSON.stringify([of.table, id]));
    return found === undefined ? null : sortable(valueByKeys(found[of.column], of.keys));
  };
}

/**
 * Updates what is copied from this record to those that refer to it. `changed`: only of these columns.
 * @param record undefined: it is deleted
 */
export async function refreshReferring(
  access: Access,
  referred: Table,
  id: string,
  record: StoredRecord | undefined,
  changed?: ReadonlySet<string>,
): Promise<void> {
  for (const table of access.tables.values()) {
    const columns = copiedColumns(access, table, referred, changed);
    for (const path of new Set(columns.map(({ of }) => of?.path))) {
      const set = columns.flatMap((column) => {
        const { of } = column;
        const copy = table.copies.find((one) => one.of === of);
        if (of === undefined || copy === undefined || of.path !== path) return [];
        // What the column holds where it refers to this record.
        const value = column.valueIn(referringBy(copy.column, copy.keys, id), () =>
          record === undefined ? null : sortable(valueByKeys(record[of.column], of.keys)),
        );
        return [sql`${sql.id(column.name)} = ${value}::text`];
      });
      await access.query(sql`update ${recordTable(table)} set ${sql.join(set)}
        where ${KEY} in (select from_id from record_references where to_table = ${referred.id} and to_id = ${id}
          and from_table = ${table.id} and path = ${path})`);
    }
  }
}

const copiedColumns = (
  access: Access,
  table: Table,
  referred: Table,
  changed: ReadonlySet<string> | undefined,
): readonly DerivedColumn[] =>
  table.copies.some(({ of }) => of?.table === referred.id)
    ? access
        .derivedOf(table)
        .filter(({ of }) => of?.table === referred.id && (changed === undefined || changed.has(of.column)))
    : [];

function referringBy(column: string, keys: readonly string[], id: string): RecordData {
  const value = keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), id);
  return { [column]: value };
}
