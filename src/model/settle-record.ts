import type { Field } from "./entity.ts";
import type { Mode } from "./evaluate-conditions.ts";
import type { RecordData } from "./record.ts";

/** What a record is settled by. */
export interface SettleParts {
  readonly fields: readonly Field[];
  readonly mode: Mode;
  /** What a disabled field holds whatever was asked for: the stored record, or a new one's defaults. */
  readonly base: RecordData;
}

/**
 * What becomes of a wanted record by its conditions, on both sides the same: a hidden field that says
 * `whenHidden: "clear"` holds null, a disabled one what it held before (`base`). One change may hide or disable the next,
 * so it goes on until nothing changes, one at a time, in the order of the fields, so that two that hide each other do not
 * both lose their value. The same record where nothing had to change.
 */
export type SettleRecord = (wanted: RecordData, parts: SettleParts) => RecordData;
