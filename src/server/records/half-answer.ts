import { isObject } from "../../model/json-value.ts";
import type { Json } from "../../model/record.ts";
import type { ServerRefusal } from "../../plugin/server-half.ts";
import type { PlacedField } from "./field-walk.ts";

/** No record of any config nests nearly as deep. */
const MOST_LEVELS = 64;
/** What refers to itself many times over is written out without end. */
const MOST_VALUES = 1_000_000;

/**
 * The value that a half answers for a field, as JSON that nobody else holds. Throws TypeError where it is none, or of a
 * kind that the field cannot hold.
 */
export function valueAnswer(answer: unknown, placed: PlacedField): Json {
  const value = copyJson(answer);
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

/** What `check` answers. Throws TypeError where it is no list of refusals. */
export function refusalsAnswer(answer: unknown): readonly ServerRefusal[] {
  if (!Array.isArray(answer)) throw new TypeError(`It answered ${kindOf(answer)}, not a list of refusals.`);
  return answer.map(refusal);
}

function refusal(one: unknown): ServerRefusal {
  const copy = copyJson(one);
  const { keyword, values = {} } = isObject(copy) ? copy : {};
  if (typeof keyword !== "string") throw new TypeError("It answered a refusal without a keyword.");
  const entries = Object.entries(isObject(values) ? values : { values });
  const said = entries.map(([name, value]) => {
    if (typeof value !== "string" && typeof value !== "number")
      throw new TypeError(`It answered ${kindOf(value)} as "${name}" of the refusal "${keyword}".`);
    return [name, value] as const;
  });
  return { keyword, values: Object.fromEntries(said) };
}

/** What `images` answers. Throws TypeError where it is no list of texts. */
export function imagesAnswer(answer: unknown): readonly string[] {
  // Whoever answers a promise here may let it fail: nobody waits for it.
  if (answer instanceof Promise) answer.catch(() => undefined);
  if (!Array.isArray(answer)) throw new TypeError(`It answered ${kindOf(answer)}, not a list of images.`);
  return answer.map((name: unknown) => {
    if (typeof name !== "string") throw new TypeError(`It answered ${kindOf(name)} as the name of an image.`);
    return name;
  });
}

function copyJson(value: unknown): Json {
  let count = 0;
  const copy = (one: unknown, level: number): Json => {
    count += 1;
    if (level > MOST_LEVELS || count > MOST_VALUES) throw new TypeError("It answered a value without end.");
    if (one === null || typeof one === "string" || typeof one === "boolean") return one;
    if (typeof one === "number" && Number.isFinite(one)) return one;
    if (Array.isArray(one)) return Array.from(one, (item: unknown) => copy(item, level + 1));
    if (!isPlain(one)) throw new TypeError(`It answered ${kindOf(one)}, which is no JSON.`);
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, copy(inner, level + 1)]));
  };
  return copy(value, 0);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Object.hasOwn(value, "__proto__")) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === "number") return String(value);
  if (Array.isArray(value)) return "a list";
  if (value instanceof Promise) return "a promise";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
