import type { FieldSchema } from "../../model/field-schema.ts";
import { LIMIT_PAIRS } from "../../model/keywords.ts";
import type { Fault } from "../../model/problem.ts";
import { isEmpty, isObject, ownValue } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import type { Check } from "../draft.ts";
import { nameHints } from "../report/nearest.ts";
import { type BrokenRule, brokenRules } from "../shape/broken-rules.ts";
import { inWords, kinds } from "../shape/shape.ts";

/** Of one value: nobody reads more, and each is compared with all choices. */
const MAX_BROKEN = 50;

/** What a field offers and begins with keeps the field's own rules. */
export const checkValues: Check = function* (draft, report) {
  for (const set of draft.fieldSets) {
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
  checkInside(schema, value, "", what, (at, fault) => found.push({ at, fault }));
  return found;
}

/** An object, wherever it stands in a value, has its fields and no others. */
function checkInside(
  schema: FieldSchema,
  value: unknown,
  at: string,
  what: string,
  report: (at: string, fault: Fault) => void,
): void {
  const { items, properties, required = [] } = schema;
  if (Array.isArray(value) && items !== undefined) {
    value.forEach((item, index) => {
      checkInside(items, item, below(at, index), what, report);
    });
  }
  if (!isObject(value) || properties === undefined) return;
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties, name)) continue;
    const message = `${what} has "${name}", but there is no such field.`;
    report(below(at, name), { message, ...nameHints(name, Object.keys(properties)) });
  }
  for (const [name, inner] of Object.entries(properties)) {
    const held = ownValue(value, name);
    if (isEmpty(held) && required.includes(name)) {
      report(at, { message: `"${name}" must be filled in.`, hint: `Add "${name}": ….` });
    } else checkInside(inner, held, below(at, name), what, report);
  }
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
