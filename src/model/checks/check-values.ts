import type { Check } from "../draft.ts";
import { type BrokenRule, brokenRules } from "../judge-value.ts";
import { nameHints } from "../nearest.ts";
import { below } from "../pointer.ts";
import type { Fault } from "../problem.ts";
import { inWords, kinds } from "../shape.ts";
import { fieldSets } from "./field-sets.ts";

/** Of one default: nobody reads more, and each is compared with all choices. */
const MOST_TOLD = 50;

/** What a field offers and begins with keeps the field's own rules. */
export const checkValues: Check = function* (draft, report) {
  for (const set of fieldSets(draft)) {
    yield;
    for (const { schema, path } of set.fields) {
      const { default: first, enum: choices, ...rules } = schema;
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
    }
  }
};

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
