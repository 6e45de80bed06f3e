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
 * The rules of a field that a value breaks, of those that need no other record; none for undefined. It gives the answers
 * of the compiled validators (a test compares thousands), which are too slow to compile for each field at each edit.
 */
export function brokenRules(schema: FieldSchema, value: unknown, at = ""): BrokenRule[] {
  return [...walkValue(SCHEMAS, schema, value, at)].flatMap(({ field, value, pointer }) =>
    rulesBroken(field, value).map((rule) => ({ path: pointer, rule, schema: field, value })),
  );
}

function rulesBroken(schema: FieldSchema, value: unknown): ValueRule[] {
  if (value === null || (value === "" && schema.type === "string")) return [];
  if (!isOfType(schema.type, value)) return ["type"];
  return CHECKED_RULES.filter((rule) => !keeps(rule, schema, value));
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

type CheckedRule = Exclude<ValueRule, "type">;
type Limits = { readonly [R in CheckedRule]: NonNullable<FieldSchema[R]> };

/** A check of values of one kind; the rule does not apply to others. */
const ofKind =
  <V, L>(is: (value: unknown) => value is V, isKept: (value: V, limit: L) => boolean) =>
  (value: unknown, limit: L) =>
    !is(value) || isKept(value, limit);
const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Whether a value of the right type keeps a rule. */
const RULE_CHECKS: { readonly [R in CheckedRule]: (value: unknown, limit: Limits[R]) => boolean } = {
  enum: (value, choices) => choices.some((one) => one === value),
  format: ofKind(isText, (text, format) => format === "html" || FORMAT_CHECKS[format](text)),
  minLength: ofKind(isText, (text, least) => lengthOf(text) >= least),
  maxLength: ofKind(isText, (text, most) => lengthOf(text) <= most),
  pattern: ofKind(isText, (text, pattern) => isMatch(pattern, text)),
  minimum: ofKind(isNumber, (number, least) => number >= least),
  maximum: ofKind(isNumber, (number, most) => number <= most),
  multipleOf: ofKind(isNumber, isMultiple),
  minItems: ofKind(isList, (list, least) => list.length >= least),
  maxItems: ofKind(isList, (list, most) => list.length <= most),
  uniqueBy: ofKind(isList, areUnique),
};

const CHECKED_RULES = Object.keys(RULE_CHECKS) as readonly CheckedRule[];

function keeps<R extends CheckedRule>(rule: R, schema: Partial<Limits>, value: unknown): boolean {
  const limit: Partial<Limits>[R] = schema[rule];
  return limit === undefined || RULE_CHECKS[rule](value, limit);
}

/** Characters, as JSON Schema counts them. */
function lengthOf(text: string): number {
  return [...text].length;
}

/** A wrong or slow pattern is reported itself; every text passes it. */
function isMatch(pattern: string, text: string): boolean {
  return findPatternFault(pattern) !== undefined || new RegExp(pattern, "u").test(text);
}

function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  // Written as in ajv, which says yes for a quotient beyond double.
  return !(Math.abs(Math.round(times) - times) > 1e-6);
}

function areUnique(items: readonly unknown[], by: string): boolean {
  const values = items.map((item) => ownValue(item, by)).filter((value) => !isEmpty(value));
  return new Set(values).size === values.length;
}
