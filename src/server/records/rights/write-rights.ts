import type { Json, RecordData } from "../../../model/record.ts";
import type { RecordRight } from "../../../model/rights.ts";
import { labelAt } from "../../../record/field-errors.ts";
import { matchesFilter } from "../../../record/filter.ts";
import { below, splitPath } from "../../../record/path.ts";
import { isAllowed, ownValues } from "../../../record/rights.ts";
import { ApiError } from "../../http/api-error.ts";
import { completeFields } from "../complete-record.ts";
import { type EntityRuntime, placedAt } from "../entity-runtime.ts";
import { isUnchanged } from "../is-unchanged.ts";
import { withDefaults } from "../pick-values.ts";
import type { Writer } from "../record-rules.ts";
import type { EntityRights } from "./entity-rights.ts";

/** Throws FORBIDDEN where the account may not do it with this record, which it sees. */
export function mustHaveRight(
  rights: EntityRights,
  right: Exclude<RecordRight, "view">,
  record: RecordData | undefined,
): void {
  if (!rights.may[right]) throw new ApiError("FORBIDDEN");
  if (record !== undefined && !isAllowed(rights, right, record))
    throw new ApiError("FORBIDDEN", { key: "server.recordRight" });
}

/**
 * The given values without those of fields that the account may not fill in. Since clients send whole records, such a field
 * may be sent with its stored value, or with the one that a new record would get. Throws FORBIDDEN for another value.
 */
export function withoutUneditable(
  target: EntityRuntime,
  rights: EntityRights,
  { say }: Writer,
  given: RecordData,
  stored: RecordData | undefined,
): RecordData {
  const may = stored === undefined ? rights.creates : rights.edits;
  const { fields } = target;
  const before = completeFields(fields, stored ?? withDefaults(fields, ownValues(rights)));
  const kept: { [field: string]: Json } = {};
  for (const field of fields) {
    const value = given[field.name];
    if (!Object.hasOwn(given, field.name) || value === undefined) continue;
    if (may.has(field.name)) kept[field.name] = value;
    else if (!isUnchanged(field, value, before[field.name]))
      throw fieldRefusal(target, say, below("", field.name));
  }
  return kept;
}

function fieldRefusal(target: EntityRuntime, say: Writer["say"], path: string): ApiError {
  const message = say("server.fieldRight", { label: labelAt(placedAt(target, path)) });
  return new ApiError("FORBIDDEN", { message, errors: [{ path, keyword: "rights", message }] });
}

/**
 * Throws FORBIDDEN where the record, as it is about to be stored, would be outside of the account's part.
 * @param record with its system fields
 */
export function refuseOutside(
  target: EntityRuntime,
  { records }: EntityRights,
  right: "create" | "edit",
  { say }: Writer,
  record: RecordData,
): void {
  const broken = [...records.view, ...records[right]].filter((one) => !matchesFilter([one], record));
  const [first] = broken;
  if (first === undefined) return;
  const tops = [...new Set(broken.map(({ field }) => splitPath(field)[0] ?? ""))];
  const errors = tops.flatMap((name) => {
    const field = target.fields.find((one) => one.name === name);
    if (field === undefined) return [];
    return [
      { path: below("", name), keyword: "rights", message: say("server.partRight", { label: field.label }) },
    ];
  });
  const message = errors[0]?.message;
  throw new ApiError(
    "FORBIDDEN",
    message === undefined ? { key: "server.recordRight" } : { message, errors },
  );
}
