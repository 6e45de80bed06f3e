import type { FieldSchema } from "../../model/field-schema.ts";
import { LIMIT_PAIRS } from "../../model/keywords.ts";
import type { Fault } from "../../model/problem.ts";
import { isEmpty, isObject, ownValue } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import { SCHEMAS, walkValue } from "../../record/walk.ts";
import { nameHints } from "../report/nearest.ts";
import type { Properties } from "../resolve/written-field.ts";
import { type BrokenRule, brokenRules } from "../shape/broken-rules.ts";
import { conversion } from "../shape/example.ts";
import { kinds, summarizeValue } from "../shape/shape.ts";
import type { Check } from "../written-config.ts";

/** Of one value: nobody reads more, and each is compared with all choices. */
const MAX_BROKEN = 50;

/** Choices and defaults of a field keep the field's own rules. */
export const checkValues: Check = function* ({ fieldSets }) {
  for (const { fields, report } of fieldSets) {
    yield;
    for (const { schema, path } of fields) {
      const { default: first, enum: choices = [], ...rules } = schema;
      for (const { key, fault } of crossedLimits(schema)) report(below(path, key), "BAD_VALUE", fault);
      for (const [index, choice] of choices.entries()) {
        const at = below(path, "enum", index);
        const [broken] = brokenRules(rules, choice);
        if (choices.indexOf(choice) < index) {
          const message = `The choice ${summarizeValue(choice)} is given a second time.`;
          report(at, "BAD_CHOICE", { message, hint: "Remove one of the two." });
        } else if (broken !== undefined) report(at, "BAD_CHOICE", ruleFault("The choice", broken));
      }
      for (const { at, fault } of refusals(schema, first, "The default")) {
        report(`${below(path, "default")}${at}`, "BAD_DEFAULT", fault);
      }
    }
  }
};

/** Pairs of limits that no value keeps. */
export function crossedLimits(
  schema: Readonly<Partial<Record<(typeof LIMIT_PAIRS)[number][number], number>>>,
): { readonly key: string; readonly fault: Fault }[] {
  return LIMIT_PAIRS.flatMap(([least, most]) => {
    const [low, high] = [schema[least], schema[most]];
    if (low === undefined || high === undefined || low <= high) return [];
    const message = `"${least}" ${low} is above "${most}" ${high}: no value keeps both.`;
    return [{ key: least, fault: { message, found: String(low) } }];
  });
}

/** The faults of a value by its field, with pointers inside the value; none for undefined. `what` names the value: `The default`. */
export function refusals(
  schema: FieldSchema,
  value: unknown,
  what: string,
): readonly { readonly at: string; readonly fault: Fault }[] {
  const found = brokenRules(schema, value)
    .slice(0, MAX_BROKEN)
    .map((broken) => ({ at: broken.path, fault: ruleFault(what, broken) }));
  // Every object inside the value has the fields of its schema and no others.
  for (const { field, value: object, pointer } of walkValue(SCHEMAS, schema, value)) {
    const { properties, required = [] } = field;
    if (!isObject(object) || properties === undefined) continue;
    for (const name of Object.keys(object)) {
      if (Object.hasOwn(properties, name)) continue;
      const message = `${what} has "${name}", but there is no such field.`;
      const fault = { message, ...nameHints(name, Object.keys(properties)) };
      found.push({ at: below(pointer, name), fault });
    }
    for (const name of emptyNames(object, properties, required))
      found.push({ at: pointer, fault: emptyFault(name) });
  }
  return found;
}

/** The fields of an object that are required and hold nothing. */
export function emptyNames(
  object: Readonly<Record<string, unknown>>,
  properties: Properties,
  required: readonly string[],
): string[] {
  return Object.keys(properties).filter((name) => required.includes(name) && isEmpty(ownValue(object, name)));
}

export function emptyFault(name: string): Fault {
  return { message: `"${name}" must be filled in.`, hint: `Add "${name}": ….` };
}

/** The fault that a value breaks a rule. */
export function ruleFault(what: string, { rule, schema, value }: BrokenRule): Fault {
  const found = summarizeValue(value);
  if (rule === "enum") {
    const hints = nameHints(String(value), (schema.enum ?? []).map(String));
    return { message: `${what} ${found} is none of the choices.`, ...hints, found };
  }
  if (rule === "type") {
    const expected = kinds(schema.type);
    const isPlain = schema.type !== "array" && schema.type !== "object";
    const hint = isPlain ? conversion([schema.type], value, schema) : undefined;
    return {
      message: `${what} must be ${expected}; found ${found}.`,
      found,
      expected,
      ...(hint && { hint }),
    };
  }
  const expected = `"${rule}": ${JSON.stringify(schema[rule])}`;
  const example = rule === "format" && schema.format !== undefined ? WRITTEN_AS[schema.format] : undefined;
  return {
    message: `${what} ${found} breaks the rule ${expected}.`,
    found,
    expected,
    ...(example && { hint: `Write it in the form of ${example}.` }),
  };
}

/** An example of what each format is. */
const WRITTEN_AS: Readonly<Partial<Record<NonNullable<FieldSchema["format"]>, string>>> = {
  date: '"2026-02-28"',
  "date-time": '"2026-02-28T12:00:00Z"',
  email: '"name@example.com"',
  uri: '"https://example.com"',
};
