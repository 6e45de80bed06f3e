import type { RecordData } from "../../../model/record.ts";
import type { Copy } from "./table.ts";
import { filterKeyValue } from "./table-filter.ts";
import { type SqlValue, sortable, valueByKeys } from "./values.ts";

/** The value of a record's hidden column. `referred` reads the value of the record referred to. */
export function copyValue(copy: Copy, record: RecordData, referred: Referred): SqlValue {
  const own = valueByKeys(record[copy.column], copy.keys);
  if (copy.by !== undefined) return filterKeyValue(copy.by, own);
  if (copy.of === undefined) return sortable(own);
  return typeof own === "string" ? referred(copy.of, own) : null;
}

export type Referred = (of: NonNullable<Copy["of"]>, id: string) => SqlValue;
