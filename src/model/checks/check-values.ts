import type { Check } from "../draft.ts";
import type { FieldSchema } from "../field-schema.ts";
import { isEmpty } from "../is-empty.ts";
import { isObject, own } from "../json-value.ts";
import { type BrokenRule, brokenRules } from "../judge-value.ts";
import { nameHints } from "../nearest.ts";
import { below } from "../pointer.ts";
import type { Fault } from "../problem.ts";
import { inWords, kinds } from "../shape.ts";
import { fieldSets } from "./field-sets.ts";

const LIMITS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

/** Of one default: nobody reads more, and each is compared with all choices. */
const MOST_TOLD = 50;

/** What a field offers and begins with keeps the field's own rules. */
export const checkValues: Check = function* (draft, report) {
  for (const set of fieldSets(draft)) {
    yield;
    for (const { schema, path } of set.fields) {
      const { default: first, enum: choices, ...rules } = schema;
      for (const [least, most] of LIMITS) {
        const [low, high] = [schema[least], schema[most]];
        if (low === undefined || high === undefined || low <= high) continue;
        const message = `"${least}" ${low} is above "${most}" ${high}: no value keeps both.`;
        report(set.file, below(path, least), "BAD_VALUE", { message, found: String(low) });
      }
      choices?.forEach((choice, index) => {
        if (choices.indexOf(choice) < index) {
          const message = `The choice ${inWords(choice)} is given a second time.`;
          report(set.file, below(path, "enum", index), "BAD_CHOICE", {
            message,
            mend: "Remove one of the two.",
          });
          return;
        }
        const [broken] = brokenRules(rules, choice);
        if (broken === undefined) return;
        report(set.file, below(path, "enum", index), "BAD_CHOICE", ruleFault("The choice", broken));
      });
      if (first === undefined) continue;
      for (const broken of brokenRules(schema, first).slice(0, MOST_TOLD)) {
        const at = `${below(path, "default")}${broken.path}`;
        report(set.file, at, "BAD_DEFAULT", ruleFault("The default", broken));
      }
      checkInside(schema, first, below(path, "default"), (at, fault) => {
        report(set.file, at, "BAD_DEFAULT", fault);
      });
    }
  }
};

/** An object, wherever it stands in a default, has its fields and no others. */
function checkInside(
  schema: FieldSchema,
  value: unknown,
  at: string,
  tell: (at: string, fault: Fault) => void,
): void {
  const { items, properties, required = [] } = schema;
  if (Array.isArray(value) && items !== undefined) {
    value.forEach((item, index) => {
      checkInside(items, item, below(at, index), tell);
    });
  }
  if (!isObject(value) || properties === undefined) return;
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties, name)) continue;
    const message = `The default has "${name}", but there is no such field.`;
    tell(below(at, name), { message, ...nameHints(name, Object.keys(properties)) });
  }
  for (const [name, inner] of Object.entries(properties)) {
    const held = own(value, name);
    if (isEmpty(held) && required.includes(name)) {
      tell(at, { message: `"${name}" must be filled in.`, mend: `Add "${name}": ….` });
    } else checkInside(inner, held, below(at, name), tell);
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
