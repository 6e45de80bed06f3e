import type { When } from "../../model/condition.ts";
import { below } from "../../record/path.ts";
import type { Check, Report } from "../draft.ts";
import { type FieldSet, fieldSets } from "../fields/field-sets.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import { fieldNamed, type Properties } from "../resolve/placed-field.ts";

const TESTS = ["all", "any", "not", "mode", "field"] as const;
const COMPARISONS = ["is", "isNot", "in", "empty", "above", "below"] as const;

/** Every condition tests one thing, of a field that exists, and has an effect. */
export const checkConditions: Check = function* (draft, report) {
  for (const set of fieldSets(draft)) {
    yield;
    for (const field of set.fields) {
      field.schema.conditions?.forEach((condition, index) => {
        const at = below(field.path, "conditions", index);
        const { show, require, disable } = condition;
        if (show === undefined && require === undefined && disable === undefined) {
          report(set.file, at, "CONDITION", {
            message: "The condition does nothing.",
            hint: 'Add "show", "require" or "disable", each true or false.',
          });
        }
        checkWhen(condition.when, below(at, "when"), set, field.schema.formOnly === true, report);
      });
    }
  }
};

/** @param inForm whether the field that has the condition exists in the form alone, as what it tests then may */
function checkWhen(when: When, at: string, set: FieldSet, inForm: boolean, report: Report): void {
  const tests = TESTS.filter((key) => when[key] !== undefined);
  const comparisons = COMPARISONS.filter((key) => when[key] !== undefined);
  if (tests.length !== 1) {
    report(set.file, at, "CONDITION", `A test has one of ${quoted(TESTS)}; found ${listed(tests)}.`);
  } else if (when.field !== undefined && comparisons.length !== 1) {
    const message = `"field" goes with one of ${quoted(COMPARISONS)}; found ${listed(comparisons)}.`;
    report(set.file, at, "CONDITION", message);
  } else if (when.field === undefined && comparisons.length > 0) {
    report(set.file, at, "CONDITION", {
      message: `"${comparisons[0]}" compares a field, but none is named.`,
      hint: 'Add "field": "…".',
    });
  }

  if (when.field !== undefined) {
    const miss = missing(set.properties, when.field.split("."));
    if (miss !== undefined) {
      const message = `There is no field "${when.field}" to test.`;
      report(set.file, below(at, "field"), "UNKNOWN_FIELD", { message, ...nameHints(miss.name, miss.known) });
    } else if (!inForm && isFormOnly(set.properties, when.field)) {
      report(set.file, below(at, "field"), "CONDITION", {
        message: `"${when.field}" exists in the form alone: the server could not test it.`,
        hint: 'Test a field that is stored, or make this field "formOnly" too.',
      });
    }
  }
  when.all?.forEach((inner, index) => {
    checkWhen(inner, below(at, "all", index), set, inForm, report);
  });
  when.any?.forEach((inner, index) => {
    checkWhen(inner, below(at, "any", index), set, inForm, report);
  });
  if (when.not !== undefined) checkWhen(when.not, below(at, "not"), set, inForm, report);
}

function missing(properties: Properties, path: readonly string[]) {
  let known = properties;
  for (const name of path) {
    const field = fieldNamed(known, name);
    if (field === undefined) return { name, known: Object.keys(known) };
    known = field.properties ?? {};
  }
  return undefined;
}

function isFormOnly(properties: Properties, path: string): boolean {
  return fieldNamed(properties, path.split(".")[0] ?? "")?.formOnly === true;
}

function listed(keys: readonly string[]): string {
  return keys.length === 0 ? "none" : quoted(keys);
}
