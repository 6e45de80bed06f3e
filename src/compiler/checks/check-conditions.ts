import { COMPARISONS, type FieldCondition, TESTS, type When } from "../../model/condition.ts";
import type { Fault } from "../../model/problem.ts";
import { below } from "../../record/path.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import { fieldsOnPath, type WrittenField } from "../resolve/written-field.ts";
import { hiddenUnless } from "../shape/condition-example.ts";
import type { Check, FieldSet } from "../written-config.ts";

/** Every condition tests one thing, of a field that exists, and has an effect. */
export const checkConditions: Check = function* ({ fieldSets }) {
  for (const set of fieldSets) {
    yield;
    for (const field of set.fields) {
      const conditions = field.schema.conditions ?? [];
      conditions.forEach(({ show, require, disable }, index) => {
        const at = below(field.path, "conditions", index);
        if (show === undefined && require === undefined && disable === undefined) {
          const hint = 'Add "show", "require" or "disable", each true or false.';
          set.report(at, "CONDITION", { message: "The condition does nothing.", hint });
        } else if (show === false && require === true) {
          const message = "A field that is hidden cannot be filled in, so it is never required then.";
          set.report(below(at, "require"), "CONDITION", { message, hint: "Remove it." });
        }
      });
      const first = conditions.findIndex(({ show }) => show !== undefined);
      if (conditions[first]?.show === true)
        set.report(below(field.path, "conditions", first), "CONDITION", shownAnyway(conditions));
      for (const { test, at } of testsOf(field)) checkTest(test, at, set, field.schema.formOnly === true);
    }
  }
};

/** What to write in place of the conditions that show a field before any hides it: people mean that nothing else shows it. */
function shownAnyway(conditions: readonly FieldCondition[]): Fault {
  const message = '"show": true does nothing here: a field is shown unless a condition before it hides it.';
  const hides = conditions.findIndex(({ show }) => show === false);
  const idle = conditions.filter(({ show }, index) => show === true && (hides === -1 || index < hides));
  const [only, ...others] = idle.map(({ when }) => when);
  if (only === undefined || others.length > 0) {
    const any = hiddenUnless({ any: idle.map(({ when }) => when) });
    return { message, hint: `Remove each "show": true, and add one condition for all: ${any}.` };
  }
  const isAlone = idle.every(({ require, disable }) => require === undefined && disable === undefined);
  const instead = hiddenUnless(only);
  const hint = isAlone
    ? `Write ${instead}.`
    : `Remove "show" from it, and add a condition of its own: ${instead}.`;
  return { message, hint };
}

/** @param inForm whether the field that has the condition exists in the form alone, as what it tests then may */
function checkTest(test: When, at: string, { properties, report }: FieldSet, inForm: boolean): void {
  const tests = TESTS.filter((key) => test[key] !== undefined);
  const comparisons = COMPARISONS.filter((key) => test[key] !== undefined);
  if (tests.length !== 1) {
    report(at, "CONDITION", `A test has one of ${quoted(TESTS)}; found ${listed(tests)}.`);
  } else if (test.field !== undefined && comparisons.length !== 1) {
    const message = `"field" goes with one of ${quoted(COMPARISONS)}; found ${listed(comparisons)}.`;
    report(at, "CONDITION", message);
  } else if (test.field === undefined && comparisons.length > 0) {
    const message = `"${comparisons[0]}" compares a field, but none is named.`;
    report(at, "CONDITION", { message, hint: 'Add "field": "…".' });
  }
  if (test.field === undefined) return;
  const { fields, missing } = fieldsOnPath(properties, test.field);
  if (missing !== undefined) {
    const message = `There is no field "${test.field}" to test.`;
    const fault = { message, ...nameHints(missing.name, missing.known) };
    report(below(at, "field"), "UNKNOWN_FIELD", fault);
  } else if (!inForm && fields[0]?.formOnly === true) {
    report(below(at, "field"), "CONDITION", {
      message: `"${test.field}" exists in the form alone: the server could not test it.`,
      hint: 'Test a field that is stored, or make this field "formOnly" too.',
    });
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

function listed(keys: readonly string[]): string {
  return keys.length === 0 ? "none" : quoted(keys);
}
