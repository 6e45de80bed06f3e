import { isObject, ownValue } from "../../record/json.ts";
import { nearest } from "../report/nearest.ts";

/** Words for one thing; which of them is a key depends on the place. The first that is one there is meant. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["title", "label", "name", "heading", "header", "caption"],
  ["label", "title", "name", "heading", "header", "caption"],
  ["field", "key", "column", "name", "property"],
  ["description", "hint", "help", "helpText", "tooltip"],
  ["enum", "choices", "values"],
  ["pattern", "regex", "regexp"],
  ["default", "defaultValue", "initial", "initialValue", "value"],
  ["reference", "ref", "refersTo", "relation"],
  ["multipleOf", "step"],
  ["conditions", "condition"],
  ["properties", "fields"],
  ["minLength", "min", "minimum"],
  ["maxLength", "max", "maximum"],
  ["minItems", "min", "minimum"],
  ["maxItems", "max", "maximum"],
  ["minimum", "min"],
  ["maximum", "max"],
];

/** Of the limits only those are meant that go with the type beside them. */
const LIMITED_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ["minLength", ["string"]],
  ["maxLength", ["string"]],
  ["minItems", ["array"]],
  ["maxItems", ["array"]],
  ["minimum", ["number", "integer"]],
  ["maximum", ["number", "integer"]],
]);

/** What an unknown key of an object means. */
interface MeantKey {
  /** The key that it means. */
  readonly meant?: string;
  /** The same, where the object has that key already. */
  readonly given?: string;
}

/**
 * What an unknown key means; a key that cannot have its value is not meant.
 * @param keys the schemas of the keys that are possible there
 * @param required those of them that must be given
 * @param mayCompare whether similar names are looked for, which takes long for many keys
 */
export function meantKey(
  key: string,
  object: unknown,
  keys: Readonly<Record<string, unknown>>,
  required: readonly string[],
  mayCompare: boolean,
): MeantKey {
  const value = ownValue(object, key);
  const isGiven = (one: string) => isWritten(ownValue(object, one), keys[one]);
  const fitting = Object.keys(keys).filter((one) => takes(keys[one], value));
  const said = SYNONYMS.filter(([meant = "", ...words]) => words.includes(key) && fitting.includes(meant))
    .map(([meant = ""]) => meant)
    .filter((meant) => LIMITED_TYPES.get(meant)?.includes(String(ownValue(object, "type"))) ?? true);
  const near =
    said.length > 0
      ? said
      : [fitting, Object.keys(keys)].flatMap((names) => (mayCompare && nearest(key, names)) || []);
  const free = near.filter((one) => !isGiven(one));
  const meant = free.find((one) => required.includes(one)) ?? free[0];
  if (meant !== undefined) return { meant };
  return near[0] === undefined ? {} : { given: near[0] };
}

/** Whether a value was written, and is no default that was filled in (`shape/options.ts`). */
function isWritten(value: unknown, schema: unknown): boolean {
  return value !== undefined && JSON.stringify(value) !== JSON.stringify(ownValue(schema, "default"));
}

/** Whether a value can stand where the schema is, by its kind alone. */
function takes(schema: unknown, value: unknown): boolean {
  const type = ownValue(schema, "type");
  if (typeof type !== "string") return true;
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return typeof value === "number";
    default:
      return typeof value === type;
  }
}
