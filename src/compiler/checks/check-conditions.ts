import type { When } from "../../model/condition.ts";
import { below, splitPath } from "../../record/path.ts";
import type { Check, FieldSet, Report } from "../written-config.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import { fieldNamed, type Properties, type WrittenField } from "../resolve/written-field.ts";

const TESTS = ["all", "any", "not", "mode", "field"] as const;
const COMPARISONS = ["is", "isNot", "in", "empty", "above", "below"] as const;

/** Every condition tests one thing, of a field that exists, and has an effect. */
export const checkConditions: Check = function* (config, report) {
  for (const set of config.fieldSets) {
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
      });
      for (const { test, at } of testsOf(field))
        checkTest(test, at, set, field.schema.formOnly === true, report);
    }
  }
};

/** @param inForm whether the field that has the condition exists in the form alone, as what it tests then may */
function checkTest(test: When, at: string, set: FieldSet, inForm: boolean, report: Report): void {
  const tests = TESTS.filter((key) => test[key] !== undefined);
  const comparisons = COMPARISONS.filter((key) => test[key] !== undefined);
  if (tests.length !== 1) {
    report(set.file, at, "CONDITION", `A test has one of ${quoted(TESTS)}; found ${listed(tests)}.`);
  } else if (test.field !== undefined && comparisons.length !== 1) {
    const message = `"field" goes with one of ${quoted(COMPARISONS)}; found ${listed(comparisons)}.`;
    report(set.file, at, "CONDITION", message);
  } else if (test.field === undefined && comparisons.length > 0) {
    report(set.file, at, "CONDITION", {
      message: `"${comparisons[0]}" compares a field, but none is named.`,
      hint: 'Add "field": "…".',
    });
  }

  if (test.field !== undefined) {
    const miss = missing(set.properties, splitPath(test.field));
    if (miss !== undefined) {
      const message = `There is no field "${test.field}" to test.`;
      report(set.file, below(at, "field"), "UNKNOWN_FIELD", { message, ...nameHints(miss.name, miss.known) });
    } else if (!inForm && isFormOnly(set.properties, test.field)) {
      report(set.file, below(at, "field"), "CONDITION", {
        message: `"${test.field}" exists in the form alone: the server could not test it.`,
        hint: 'Test a field that is stored, or make this field "formOnly" too.',
      });
    }
  }
}

/** Every test in the conditions of a field, those inside others included, outer before inner. */
export function* testsOf({
  schema,
  path,
}: WrittenField): Generator<{ readonly test: When; readonly at: string }> {
  for (const [index, { when }] of schema.conditions?.entries() ?? [])
    yield* testsIn(when, below(path, "conditions", index, "when"));
}

function* testsIn(test: When, at: string): ReturnType<typeof testsOf> {
  yield { test, at };
  for (const key of ["all", "any"] as const)
    for (const [index, inner] of test[key]?.entries() ?? []) yield* testsIn(inner, below(at, key, index));
  if (test.not !== undefined) yield* testsIn(test.not, below(at, "not"));
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
  return fieldNamed(properties, splitPath(path)[0] ?? "")?.formOnly === true;
}

function listed(keys: readonly string[]): string {
  return keys.length === 0 ? "none" : quoted(keys);
}
