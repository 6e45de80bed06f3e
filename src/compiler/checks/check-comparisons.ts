import type { When } from "../../model/condition.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { Fault } from "../../model/problem.ts";
import { below, splitPath } from "../../record/path.ts";
import type { Check } from "../written-config.ts";
import { quoted } from "../report/nearest.ts";
import { fieldNamed, type Properties, type WrittenField } from "../resolve/written-field.ts";
import { brokenRules } from "../shape/broken-rules.ts";
import { inWords, kinds } from "../shape/shape.ts";
import { testsOf } from "./check-conditions.ts";

type ReportAt = (path: string, fault: Fault) => void;

/** What a condition compares can be: of the field's kind, among its choices, within its limits; and not the field itself. */
export const checkComparisons: Check = function* (config, report) {
  for (const set of config.fieldSets) {
    yield;
    for (const field of set.fields) {
      const reportAt: ReportAt = (path, fault) => report(set.file, path, "CONDITION", fault);
      for (const { test, at } of testsOf(field)) {
        if (test.field === dottedPath(field)) {
          reportAt(below(at, "field"), {
            message: "The field's condition tests the field itself.",
            hint: "Test another field; what a field itself must hold is said by its rules.",
          });
          continue;
        }
        const tested = fieldAt(set.properties, test.field ?? "", config.broken);
        if (tested !== undefined) checkTest(tested, test, at, reportAt);
      }
    }
  }
};

/** The field that a dotted path leads to; undefined where it leads nowhere or to what nothing may be concluded from. */
function fieldAt(properties: Properties, path: string, broken: ReadonlySet<object>): FieldSchema | undefined {
  let known = properties;
  let field: FieldSchema | undefined;
  for (const name of splitPath(path)) {
    field = fieldNamed(known, name);
    if (field === undefined || broken.has(field)) return undefined;
    known = field.properties ?? {};
  }
  return field;
}

function checkTest(tested: FieldSchema, test: When, at: string, report: ReportAt): void {
  const { field = "" } = test;
  for (const key of ["is", "isNot"] as const) {
    if (test[key] !== undefined) checkValue(tested, test[key], field, below(at, key), report);
  }
  test.in?.forEach((value, index) => {
    checkValue(tested, value, field, below(at, "in", index), report);
  });
  checkLimits(tested, test, at, report);
}

function checkValue(tested: FieldSchema, value: unknown, name: string, at: string, report: ReportAt): void {
  const found = inWords(value);
  if (tested.type === "object" || tested.type === "array") {
    report(at, {
      message: `"${name}" is ${kinds(tested.type)}: it can be tested for "empty" alone.`,
      hint: 'Write "empty": true or "empty": false in its place.',
    });
    return;
  }
  const [broken] = brokenRules(tested, value);
  if (broken === undefined) return;
  if (broken.rule === "enum") {
    const choices = quoted((tested.enum ?? []).map(String));
    report(at, {
      message: `"${name}" can never be ${found}: that is none of its choices.`,
      found,
      expected: `one of ${choices}`,
      hint: `Write one of ${choices}.`,
    });
  } else if (broken.rule === "type") {
    const expected = kinds(tested.type);
    const message = `"${name}" can never be ${found}: it holds ${expected}.`;
    report(at, { message, found, expected, hint: `Write ${expected}.` });
  } else {
    const rule = `"${broken.rule}": ${JSON.stringify(tested[broken.rule])}`;
    report(at, { message: `"${name}" can never be ${found}: its rule is ${rule}.`, found, expected: rule });
  }
}

function checkLimits(
  tested: FieldSchema,
  { field, above, below: under }: When,
  at: string,
  report: ReportAt,
): void {
  const isNumber = tested.type === "number" || tested.type === "integer";
  for (const [key, limit] of [
    ["above", above],
    ["below", under],
  ] as const) {
    if (limit === undefined) continue;
    const path = below(at, key);
    if (!isNumber) {
      const message = `"${field}" is never ${key} anything: it holds ${kinds(tested.type)}.`;
      report(path, { message, hint: `Test it with "is", "isNot", "in" or "empty".` });
    } else if (key === "above" && tested.maximum !== undefined && limit >= tested.maximum) {
      const message = `"${field}" can never be above ${limit}: its "maximum" is ${tested.maximum}.`;
      report(path, { message, hint: `Write less than ${tested.maximum}.` });
    } else if (key === "below" && tested.minimum !== undefined && limit <= tested.minimum) {
      const message = `"${field}" can never be below ${limit}: its "minimum" is ${tested.minimum}.`;
      report(path, { message, hint: `Write more than ${tested.minimum}.` });
    }
  }
}

function dottedPath({ name, parent }: WrittenField): string {
  return parent === undefined ? name : `${dottedPath(parent)}.${name}`;
}
