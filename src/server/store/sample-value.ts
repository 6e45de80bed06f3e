import type { Json, RecordData } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import type { ColumnShape, TableShape } from "./table-shape.ts";

/** A protected record whose value in a column cannot be converted. */
interface ProtectedRecord {
  readonly _id: string;
  /** "" if it has none. */
  readonly label: string;
}

/**
 * The value that replaces one of a protected record: that of the config's sample with its `_id`, or without an `_id` and with
 * its label; the column's default if that has none. undefined: the sample's value cannot be converted either.
 */
export async function sampleValue(
  samples: readonly RecordData[],
  label: TableShape["label"],
  column: ColumnShape,
  record: ProtectedRecord,
): Promise<Json | undefined> {
  const isSame = (sample: RecordData) =>
    ownValue(sample, "_id") === undefined && record.label === String(ownValue(sample, label) ?? "");
  const sample = samples.find((one) => ownValue(one, "_id") === record._id) ?? samples.find(isSame);
  const value = sample === undefined ? null : (ownValue(sample, column.name) ?? null);
  return value === null ? (column.default ?? null) : column.convert(value);
}
