import { COMPARISONS, EFFECTS, TESTS } from "../../model/condition.ts";
import { FIELD_TYPES } from "../../model/field-schema.ts";
import { isObject, ownValue } from "../../record/json.ts";

const TEST_KEYS: ReadonlySet<string> = new Set([...TESTS, ...COMPARISONS]);
const EFFECT_KEYS: ReadonlySet<string> = new Set(EFFECTS);

export const isTestKey = (key: string) => TEST_KEYS.has(key);
export const isEffect = (key: string) => EFFECT_KEYS.has(key);

/**
 * A condition of a field that is right as it is, of the fields around it. `text`: what stands in its place; a field that is
 * named in it is the one tested.
 */
export function exampleCondition(properties: unknown, self: string, text: unknown): string {
  return `{ "when": ${exampleTest(properties, self, text)}, "show": true }`;
}

export function exampleTest(properties: unknown, self: string, text: unknown): string {
  const names = isObject(properties) ? Object.keys(properties).filter((name) => name !== self) : [];
  const words = typeof text === "string" ? text.split(/[^A-Za-z0-9_]+/) : [];
  const fields = [...names.filter((name) => words.includes(name)), ...names].map((name) => ({
    name,
    schema: ownValue(properties, name),
  }));
  const known = fields.filter(({ schema }) => FIELD_TYPES.some((type) => type === ownValue(schema, "type")));
  const chosen = known.find(({ name }) => words.includes(name)) ?? known.find(isSimple) ?? known[0];
  if (chosen === undefined) return '{ "mode": "create" }';
  return `{ "field": ${JSON.stringify(chosen.name)}, ${comparison(chosen.schema)} }`;
}

const isSimple = ({ schema }: { readonly schema: unknown }) =>
  ownValue(schema, "type") === "boolean" || Array.isArray(ownValue(schema, "enum"));

function comparison(schema: unknown): string {
  const choices = ownValue(schema, "enum");
  if (Array.isArray(choices) && choices.length > 0) return `"is": ${JSON.stringify(choices[0])}`;
  return ownValue(schema, "type") === "boolean" ? '"is": true' : '"empty": false';
}
