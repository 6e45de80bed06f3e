import type { FieldSchema } from "../../model/field-schema.ts";
import { LIMIT_PAIRS } from "../../model/keywords.ts";
import type { Fault } from "../../model/problem.ts";
import { isEmpty, isObject, ownValue } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import { SCHEMAS, walkValue } from "../../record/walk.ts";
import type { Check } from "../written-config.ts";
import { nameHints } from "../report/nearest.ts";
import type { Properties } from "../resolve/written-field.ts";
import { type BrokenRule, brokenRules } from "../shape/broken-rules.ts";
import { inWords, kinds } from "../shape/shape.ts";

/** Of one value: nobody reads more, and each is compared with all choices. */
const MAX_BROKEN = 50;

/** What a field offers and begins with keeps the field's own rules. */
export const checkValues: Check = function* (config, report) {
  for (const set of config.fieldSets) {
    yield;
    for (const { schema, path } of set.fields) {
      const { default: first, enum: choices, ...rules } = schema;
      for (const { key, fault } of crossedLimits(schema)) {
        report(set.file, below(path, key), "BAD_VALUE", fault);
      }
      choices?.forEach((choice, index) => {
        if (choices.indexOf(choice) < index) {
          const message = `The choice ${inWords(choice)} is given a second time.`;
          report(set.file, below(path, "enum", index), "BAD_CHOICE", {
            message,
            hint: "Remove one of the two.",
          });
          return;
        }
        const [broken] = brokenRules(rules, choice);
        if (broken === undefined) return;
        report(set.file, below(path, "enum", index), "BAD_CHOICE", ruleFault("The choice", broken));
      });
      if (first === undefined) continue;
      for (const { at, fault } of refusals(schema, first, "The default")) {
        report(set.file, `${below(path, "default")}${at}`, "BAD_DEFAULT", fault);
      }
    }
  }
};

/** Limits that no value keeps. */
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

/** What a field refuses of a whole value, with the pointer inside it. `what` names the value: `The default`. */
export function refusals(
  schema: FieldSchema,
  value: unknown,
  what: string,
): readonly { readonly at: string; readonly fault: Fault }[] {
  const found = brokenRules(schema, value)
    .slice(0, MAX_BROKEN)
    .map((broken) => ({ at: broken.path, fault: ruleFault(what, broken) }));
  // an object, wherever it stands in a value, has its fields and no others
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

/** That a value breaks a rule, in words. */
export function ruleFault(what: string, { rule, schema, value }: BrokenRule): Fault {
  const found = inWords(value);
  if (rule === "enum") {
    const choices = (schema.enum ?? []).map(String);
    return {
      message: `${what} ${found} is none of the choices.`,
      ...nameHints(String(value), choices),
      found,
    };
  }
  const allowed =
    rule === "type" ? kinds(schema.type) : `${JSON.stringify(rule)}: ${JSON.stringify(schema[rule])}`;
  const message =
    rule === "type"
      ? `${what} must be ${allowed}; found ${found}.`
      : `${what} ${found} breaks the rule ${allowed}.`;
  return { message, found, expected: allowed };
}
