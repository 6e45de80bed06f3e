import { asJson } from "../../model/as-json.ts";
import { isObject } from "../../model/json-value.ts";
import { segmentsOf } from "../../model/pointer.ts";
import type { Json } from "../../model/record.ts";
import type { ServerRefusal } from "../../plugin/server-half.ts";
import type { PlacedField } from "./field-walk.ts";

/**
 * The value that a half answers for a field, as JSON that nobody changes. Throws TypeError where it is none, or of a
 * kind that the field cannot hold.
 */
export function valueAnswer(answer: unknown, placed: PlacedField): Json {
  if (answer === undefined) throw new TypeError("It answered nothing; null is what leaves a field empty.");
  const value = asJson(answer);
  if (value !== null && !fits(value, placed))
    throw new TypeError(`It answered ${kindOf(value)} for a field of type ${placed.field.schema.type}.`);
  return value;
}

/** Whether the value is of the JSON type that the field holds. */
export function fits(value: Json, { field }: PlacedField): boolean {
  const { type } = field.schema;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return typeof value === "number";
  return typeof value === type && !Array.isArray(value);
}

/** What `check` answers of the value. Throws TypeError where it is no list of refusals, or one points nowhere in the value. */
export function refusalsAnswer(answer: unknown, checked: Json): readonly ServerRefusal[] {
  if (!Array.isArray(answer)) throw new TypeError(`It answered ${kindOf(answer)}, not a list of refusals.`);
  // Not map: it jumps over holes, and a refusal with them.
  return Array.from(answer, (one) => refusal(one, checked));
}

function refusal(one: unknown, checked: Json): ServerRefusal {
  const copy = asJson(one);
  const { keyword, path = "", values = {} } = isObject(copy) ? copy : {};
  if (typeof keyword !== "string") throw new TypeError("It answered a refusal without a keyword.");
  if (typeof path !== "string")
    throw new TypeError(`It answered ${kindOf(path)} as the path of the refusal "${keyword}".`);
  if (!leadsInto(checked, path))
    throw new TypeError(`It refused with "${keyword}" at "${path}", which leads to nothing in the value.`);
  const entries = Object.entries(isObject(values) ? values : { values });
  const said = entries.map(([name, value]) => {
    if (typeof value !== "string" && typeof value !== "number")
      throw new TypeError(`It answered ${kindOf(value)} as "${name}" of the refusal "${keyword}".`);
    return [name, value] as const;
  });
  return { keyword, path, values: Object.fromEntries(said) };
}

/** Whether a JSON pointer leads to a part of the value, or to what an object of it lacks: an empty part may have no key. */
function leadsInto(value: Json, pointer: string): boolean {
  if (pointer !== "" && !pointer.startsWith("/")) return false;
  const segments = segmentsOf(pointer);
  let around: Json | undefined = value;
  for (const [index, segment] of segments.entries()) {
    if (Array.isArray(around)) {
      // "01" and "length" are no items.
      if (!Object.hasOwn(around, segment) || String(Number(segment)) !== segment) return false;
      around = around[Number(segment)];
    } else if (isObject(around)) {
      if (!Object.hasOwn(around, segment)) return index === segments.length - 1;
      around = around[segment];
    } else return false;
  }
  return true;
}

/** What `images` answers. Throws TypeError where it is no list of texts. */
export function imagesAnswer(answer: unknown): readonly string[] {
  // Whoever answers a promise here may let it fail: nobody waits for it.
  if (isThenable(answer)) Promise.resolve(answer).catch(() => undefined);
  if (!Array.isArray(answer)) throw new TypeError(`It answered ${kindOf(answer)}, not a list of images.`);
  return Array.from(answer, (name: unknown) => {
    if (typeof name !== "string") throw new TypeError(`It answered ${kindOf(name)} as the name of an image.`);
    return name;
  });
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === "number") return String(value);
  if (Array.isArray(value)) return "a list";
  if (isThenable(value)) return "a promise";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
