import type { When } from "../../model/condition.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { Fault } from "../../model/problem.ts";
import { below } from "../../record/path.ts";
import { quoted } from "../report/nearest.ts";
import { fieldsOnPath, type WrittenField } from "../resolve/written-field.ts";
import { brokenRules } from "../shape/broken-rules.ts";
import { kinds, summarizeValue } from "../shape/shape.ts";
import type { Check } from "../written-config.ts";
import { testsOf } from "./check-conditions.ts";

type ReportAt = (path: string, fault: Fault) => void;

/** What a condition compares a field with is possible: of its kind, among its choices, within its limits. And no field tests itself. */
export const checkComparisons: Check = function* ({ fieldSets, broken }) {
  for (const { fields, properties, report } of fieldSets) {
    yield;
    const reportAt: ReportAt = (path, fault) => report(path, "CONDITION", fault);
    for (const field of fields) {
      for (const { test, at } of testsOf(field)) {
        if (test.field === dottedPath(field)) {
          reportAt(below(at, "field"), {
            message: "The field's condition tests the field itself.",
            hint: "Test another field; what a field itself must hold is said by its rules.",
          });
          continue;
        }
        const { fields: way, missing } = fieldsOnPath(properties, test.field ?? "");
        const tested = way.at(-1);
        if (tested === undefined || missing !== undefined || way.some((one) => broken.has(one))) continue;
        checkTest(tested, test, at, reportAt);
      }
    }
  }
};

function checkTest(tested: FieldSchema, test: When, at: string, report: ReportAt): void {
  const { field = "" } = test;
  for (const key of ["is", "isNot"] as const) {
    if (test[key] !== undefined) checkValue(tested, test[key], field, below(at, key), report);
  }
  test.in?.forEach((value, index) => {
    checkValue(tested, value, field, below(at, "in", index), report);
  });
  for (const key of ["above", "below"] as const) {
    if (test[key] !== undefined) checkLimit(tested, key, test[key], field, below(at, key), report);
  }
}

function checkValue(tested: FieldSchema, value: unknown, name: string, at: string, report: ReportAt): void {
  const found = summarizeValue(value);
  if (tested.type === "object" || tested.type === "array") {
    report(at, {
      message: `"${name}" is ${kinds(tested.type)}: it can be tested for "empty" alone.`,
      hint: 'Write "empty": true or "empty": false in its place.',
    });
    return;
  }
  const [broken] = brokenRules(tested, value);
  if (broken === undefined) return;
  const never = `"${name}" can never be ${found}`;
  if (broken.rule === "enum") {
    const expected = `one of ${quoted((tested.enum ?? []).map(String))}`;
    const message = `${never}: that is none of its choices.`;
    report(at, { message, found, expected, hint: `Write ${expected}.` });
  } else if (broken.rule === "type") {
    const expected = kinds(tested.type);
    report(at, { message: `${never}: it holds ${expected}.`, found, expected, hint: `Write ${expected}.` });
  } else {
    const rule = `"${broken.rule}": ${JSON.stringify(tested[broken.rule])}`;
    report(at, { message: `${never}: its rule is ${rule}.`, found, expected: rule });
  }
}

function checkLimit(
  { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: FieldSchema,
  key: "above" | "below",
  limit: number,
  name: string,
  at: string,
  report: ReportAt,
): void {
  if (type !== "number" && type !== "integer") {
    const message = `"${name}" is never ${key} anything: it holds ${kinds(type)}.`;
    report(at, { message, hint: `Test it with "is", "isNot", "in" or "empty".` });
  } else if (key === "above" && limit >= maximum) {
    const message = `"${name}" can never be above ${limit}: its "maximum" is ${maximum}.`;
    report(at, { message, hint: `Write less than ${maximum}.` });
  } else if (key === "below" && limit <= minimum) {
    const message = `"${name}" can never be below ${limit}: its "minimum" is ${minimum}.`;
    report(at, { message, hint: `Write more than ${minimum}.` });
  }
}

function dottedPath({ name, parent }: WrittenField): string {
  return parent === undefined ? name : `${dottedPath(parent)}.${name}`;
}
