import type { FieldSchema } from "../../model/field-schema.ts";
import { FORMAT_CHECKS } from "../../model/formats.ts";
import type { ValueRule } from "../../model/keywords.ts";
import { isEmpty, isObject, ownValue } from "../../record/json.ts";
import { SCHEMAS, walkValue } from "../../record/walk.ts";
import { findPatternFault } from "./pattern.ts";

/** A rule that a value breaks. */
export interface BrokenRule {
  /** Pointer, below `at`. */
  readonly path: string;
  readonly rule: ValueRule;
  /** Of the field that has the rule. */
  readonly schema: FieldSchema;
  readonly value: unknown;
}

/**
 * What a field refuses of a value, by the rules that need no other record: as the compiled validators check it (a test
 * tries thousands), which are too slow to compile for each field at each edit. Nothing is wrong with no value.
 */
export function brokenRules(schema: FieldSchema, value: unknown, at = ""): BrokenRule[] {
  return [...walkValue(SCHEMAS, schema, value, at)].flatMap(({ field, value, pointer }) =>
    rulesBroken(field, value).map((rule) => ({ path: pointer, rule, schema: field, value })),
  );
}

function rulesBroken(schema: FieldSchema, value: unknown): ValueRule[] {
  if (value === null || (value === "" && schema.type === "string")) return [];
  if (!isOfType(schema.type, value)) return ["type"];
  return CHECKED_RULES.filter((rule) => !RULE_CHECKS[rule](schema, value));
}

function isOfType(type: FieldSchema["type"], value: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      return typeof value === type;
  }
}

type RuleCheck = (schema: FieldSchema, value: unknown) => boolean;

/** A check of the values of one kind; others are no business of the rule. */
const ofKind =
  <V>(is: (value: unknown) => value is V, holds: (value: V, schema: FieldSchema) => boolean): RuleCheck =>
  (schema, value) =>
    !is(value) || holds(value, schema);
const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Whether a value of the right type keeps a rule; true where the field does not have it. */
const RULE_CHECKS: Readonly<Record<Exclude<ValueRule, "type">, RuleCheck>> = {
  enum: (schema, value) => schema.enum === undefined || schema.enum.some((one) => one === value),
  format: ofKind(
    isText,
    (value, { format }) => format === undefined || format === "html" || FORMAT_CHECKS[format](value),
  ),
  minLength: ofKind(isText, (value, { minLength = 0 }) => lengthOf(value) >= minLength),
  maxLength: ofKind(
    isText,
    (value, { maxLength = Number.POSITIVE_INFINITY }) => lengthOf(value) <= maxLength,
  ),
  pattern: ofKind(isText, (value, { pattern }) => pattern === undefined || isMatch(pattern, value)),
  minimum: ofKind(isNumber, (value, { minimum = Number.NEGATIVE_INFINITY }) => value >= minimum),
  maximum: ofKind(isNumber, (value, { maximum = Number.POSITIVE_INFINITY }) => value <= maximum),
  multipleOf: ofKind(
    isNumber,
    (value, { multipleOf }) => multipleOf === undefined || isMultiple(value, multipleOf),
  ),
  minItems: ofKind(isList, (value, { minItems = 0 }) => value.length >= minItems),
  maxItems: ofKind(isList, (value, { maxItems = Number.POSITIVE_INFINITY }) => value.length <= maxItems),
  uniqueBy: ofKind(isList, (value, { uniqueBy }) => uniqueBy === undefined || areUnique(value, uniqueBy)),
};

const CHECKED_RULES = Object.keys(RULE_CHECKS) as readonly (keyof typeof RULE_CHECKS)[];

/** Characters, as JSON Schema counts them. */
function lengthOf(text: string): number {
  return [...text].length;
}

/** A pattern that is none, or may never end, is reported as that; by it every text passes. */
function isMatch(pattern: string, text: string): boolean {
  return findPatternFault(pattern) !== undefined || new RegExp(pattern, "u").test(text);
}

function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  // Asked as ajv asks, whose answer for a quotient beyond double is yes.
  return !(Math.abs(Math.round(times) - times) > 1e-6);
}

function areUnique(items: readonly unknown[], by: string): boolean {
  const values = items.map((item) => ownValue(item, by)).filter((value) => !isEmpty(value));
  return new Set(values).size === values.length;
}
