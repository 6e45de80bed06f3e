import type { Field } from "../../../model/entity.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import type { RecordRight } from "../../../model/rights.ts";
import { matchesFilter } from "../../../record/filter.ts";
import { isEmpty, isObject, ownValue } from "../../../record/json.ts";
import { labelAt } from "../../../record/messages.ts";
import { below, splitPath } from "../../../record/path.ts";
import { mayWith, ownValues } from "../../../record/rights.ts";
import { ApiError } from "../../http/api-error.ts";
import { imageNameOf } from "../../images/image-name.ts";
import { completeFields } from "../complete-record.ts";
import { type EntityRuntime, placedAt } from "../entity-runtime.ts";
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
  if (record !== undefined && !mayWith(rights, right, record))
    throw new ApiError("FORBIDDEN", { key: "server.recordRight" });
}

/**
 * The given values without those of fields that the account may not fill in. Such a field may be sent as it is stored, since
 * clients send whole records; of a new record, as it would be stored without it. Throws FORBIDDEN for any other value.
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

/** Whether a given value is the stored one. Objects are given in part; a secret is never given as it is stored. */
function isUnchanged(field: Field, given: Json, stored: Json | undefined): boolean {
  if (isEmpty(given) && (isEmpty(stored) || field.schema.writeOnly === true)) return true;
  if (field.schema.writeOnly === true) return false;
  if (field.schema.image === true) return imageIn(given) !== undefined && imageIn(given) === imageIn(stored);
  const { fields, items } = field;
  if (fields !== undefined && isObject(given) && isObject(stored))
    return fields.every((inner) => {
      const value = ownValue<Json>(given, inner.name);
      return value === undefined || isUnchanged(inner, value, ownValue<Json>(stored, inner.name));
    });
  if (items !== undefined && Array.isArray(given) && Array.isArray(stored))
    return given.length === stored.length && given.every((one, at) => isUnchanged(items, one, stored[at]));
  return given === stored || JSON.stringify(given) === JSON.stringify(stored);
}

function imageIn(value: Json | undefined): string | undefined {
  const name = ownValue(value, "fileName") ?? ownValue(value, "imgUrl");
  return typeof name === "string" ? imageNameOf(name) : undefined;
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
