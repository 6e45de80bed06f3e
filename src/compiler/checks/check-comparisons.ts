import type { When } from "../../model/condition.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { Fault } from "../../model/problem.ts";
import { below } from "../../record/path.ts";
import { isBroken } from "../broken-field.ts";
import type { Check } from "../draft.ts";
import { fieldSets } from "../fields/field-sets.ts";
import { quoted } from "../report/nearest.ts";
import { fieldNamed, type PlacedField, type Properties } from "../resolve/placed-field.ts";
import { brokenRules } from "../shape/broken-rules.ts";
import { inWords, kinds } from "../shape/shape.ts";

type Tell = (path: string, fault: Fault) => void;

/** What a condition compares can be: of the field's kind, among its choices, within its limits; and not the field itself. */
export const checkComparisons: Check = function* (draft, report) {
  for (const set of fieldSets(draft)) {
    yield;
    for (const field of set.fields) {
      const own = dottedPath(field);
      const tell: Tell = (path, fault) => report(set.file, path, "CONDITION", fault);
      field.schema.conditions?.forEach(({ when }, index) => {
        checkWhen(when, below(field.path, "conditions", index, "when"), set.properties, own, tell);
      });
    }
  }
};

function checkWhen(when: When, at: string, properties: Properties, own: string, tell: Tell): void {
  when.all?.forEach((inner, index) => {
    checkWhen(inner, below(at, "all", index), properties, own, tell);
  });
  when.any?.forEach((inner, index) => {
    checkWhen(inner, below(at, "any", index), properties, own, tell);
  });
  if (when.not !== undefined) checkWhen(when.not, below(at, "not"), properties, own, tell);
  if (when.field === undefined) return;
  if (when.field === own) {
    tell(below(at, "field"), {
      message: "The field's condition tests the field itself.",
      hint: "Test another field; what a field itself must hold is said by its rules.",
    });
    return;
  }
  const tested = fieldAt(properties, when.field);
  if (tested === undefined) return;
  for (const key of ["is", "isNot"] as const) {
    if (when[key] !== undefined) checkValue(tested, when[key], when.field, below(at, key), tell);
  }
  when.in?.forEach((value, index) => {
    checkValue(tested, value, when.field ?? "", below(at, "in", index), tell);
  });
  checkLimits(tested, when, at, tell);
}

/** The field that a dotted path leads to; undefined where it leads nowhere or to what cannot be judged. */
function fieldAt(properties: Properties, path: string): FieldSchema | undefined {
  let known = properties;
  let field: FieldSchema | undefined;
  for (const name of path.split(".")) {
    field = fieldNamed(known, name);
    if (field === undefined || isBroken(field)) return undefined;
    known = field.properties ?? {};
  }
  return field;
}

function checkValue(tested: FieldSchema, value: unknown, name: string, at: string, tell: Tell): void {
  const found = inWords(value);
  if (tested.type === "object" || tested.type === "array") {
    tell(at, {
      message: `"${name}" is ${kinds(tested.type)}: it can be tested for "empty" alone.`,
      hint: 'Write "empty": true or "empty": false in its place.',
    });
    return;
  }
  const [broken] = brokenRules(tested, value);
  if (broken === undefined) return;
  if (broken.rule === "enum") {
    const choices = quoted((tested.enum ?? []).map(String));
    tell(at, {
      message: `"${name}" can never be ${found}: that is none of its choices.`,
      found,
      expected: `one of ${choices}`,
      hint: `Write one of ${choices}.`,
    });
  } else if (broken.rule === "type") {
    const expected = kinds(tested.type);
    const message = `"${name}" can never be ${found}: it holds ${expected}.`;
    tell(at, { message, found, expected, hint: `Write ${expected}.` });
  } else {
    const rule = `"${broken.rule}": ${JSON.stringify(tested[broken.rule])}`;
    tell(at, { message: `"${name}" can never be ${found}: its rule is ${rule}.`, found, expected: rule });
  }
}

function checkLimits(
  tested: FieldSchema,
  { field, above, below: under }: When,
  at: string,
  tell: Tell,
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
      tell(path, { message, hint: `Test it with "is", "isNot", "in" or "empty".` });
    } else if (key === "above" && tested.maximum !== undefined && limit >= tested.maximum) {
      const message = `"${field}" can never be above ${limit}: its "maximum" is ${tested.maximum}.`;
      tell(path, { message, hint: `Write less than ${tested.maximum}.` });
    } else if (key === "below" && tested.minimum !== undefined && limit <= tested.minimum) {
      const message = `"${field}" can never be below ${limit}: its "minimum" is ${tested.minimum}.`;
      tell(path, { message, hint: `Write more than ${tested.minimum}.` });
    }
  }
}

function dottedPath({ name, parent }: PlacedField): string {
  return parent === undefined ? name : `${dottedPath(parent)}.${name}`;
}
