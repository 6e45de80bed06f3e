import type { Field } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import { isEmpty, isObject, ownValue } from "../../record/json.ts";
import { imageNameOf } from "../images/image-name.ts";

/** Whether a given value is the stored one. Objects are given in part; a secret is never given as it is stored. */
export function isUnchanged(field: Field, given: Json, stored: Json | undefined): boolean {
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
