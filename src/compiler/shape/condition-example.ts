import { COMPARISONS, EFFECTS, TESTS, type When } from "../../model/condition.ts";
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
  return hiddenUnless(exampleOf(properties, self, text));
}

/** The condition that shows a field only if a test is true: fields are shown unless a condition hides them. */
export function hiddenUnless(test: When): string {
  return inLine({ when: opposite(test), show: false });
}

function opposite({ is, isNot, empty, ...test }: When): When {
  if (test.not !== undefined) return test.not;
  if (is !== undefined) return { ...test, isNot: is };
  if (isNot !== undefined) return { ...test, is: isNot };
  return empty === undefined ? { not: test } : { ...test, empty: !empty };
}

export function exampleTest(properties: unknown, self: string, text: unknown): string {
  return inLine(exampleOf(properties, self, text));
}

function exampleOf(properties: unknown, self: string, text: unknown): When {
  const names = isObject(properties) ? Object.keys(properties).filter((name) => name !== self) : [];
  const words = typeof text === "string" ? text.split(/[^A-Za-z0-9_]+/) : [];
  const fields = [...names.filter((name) => words.includes(name)), ...names].map((name) => ({
    name,
    schema: ownValue(properties, name),
  }));
  const known = fields.filter(({ schema }) => FIELD_TYPES.some((type) => type === ownValue(schema, "type")));
  const chosen = known.find(({ name }) => words.includes(name)) ?? known.find(isSimple) ?? known[0];
  return chosen === undefined
    ? { mode: "create" }
    : { field: chosen.name, ...comparison(chosen.schema, words) };
}

const isSimple = ({ schema }: { readonly schema: unknown }) =>
  ownValue(schema, "type") === "boolean" || Array.isArray(ownValue(schema, "enum"));

function comparison(schema: unknown, words: readonly string[]): Pick<When, "is" | "empty"> {
  const choices = ownValue(schema, "enum");
  if (Array.isArray(choices) && choices.length > 0)
    return { is: choices.find((choice) => words.includes(String(choice))) ?? choices[0] };
  return ownValue(schema, "type") === "boolean" ? { is: true } : { empty: false };
}

/** JSON in one line, spaced as people write it. */
function inLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inLine).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${inLine(one)}`)
    .join(", ")} }`;
}
