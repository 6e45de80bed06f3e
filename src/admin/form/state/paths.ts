import type { Json } from "../../../model/record.ts";

/** Whether a field holds nothing at all: what is sent as null. */
export function isBlank(value: Json | undefined): value is null | undefined | "" {
  return value === null || value === undefined || value === "";
}

/** Equal as far as a person can see: nothing is nothing, however it is written. */
export function isSameValue(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other || (isBlank(one) && isBlank(other))) return true;
  return JSON.stringify(one) === JSON.stringify(other);
}
