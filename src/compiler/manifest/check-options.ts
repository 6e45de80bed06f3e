import type { OptionSchema } from "../../model/option-schema.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { below } from "../../record/path.ts";
import { misplacedKeywords } from "../checks/check-fields.ts";
import { patternFault } from "../checks/check-patterns.ts";
import { crossedLimits } from "../checks/check-values.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { optionFaults } from "../shape/options.ts";
import { summarizeValue } from "../shape/shape.ts";
import type { ManifestCheck } from "../written-config.ts";

const ANY = { types: "any" } as const;
const TEXT = { types: ["string"] } as const;
const NUMBER = { types: ["number", "integer"] } as const;
const LIST = { types: ["array"] } as const;
const OBJECT = { types: ["object"] } as const;

/** The types of option that each keyword goes with. */
const OPTION_KEYWORDS: Readonly<Record<keyof OptionSchema, { readonly types: readonly string[] | "any" }>> = {
  title: ANY,
  description: ANY,
  type: ANY,
  anyOf: ANY,
  default: ANY,
  examples: ANY,
  enum: { types: ["string", "number", "integer", "boolean"] },
  minLength: TEXT,
  maxLength: TEXT,
  pattern: TEXT,
  format: TEXT,
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: NUMBER,
  exclusiveMaximum: NUMBER,
  multipleOf: NUMBER,
  items: LIST,
  minItems: LIST,
  maxItems: LIST,
  uniqueItems: LIST,
  properties: OBJECT,
  required: OBJECT,
  additionalProperties: OBJECT,
};

/**
 * Every option has a kind, a title and a description for whoever writes a config, and a default or else an example. It
 * accepts its own values.
 */
export const checkOptions: ManifestCheck = ({ value: { options }, report, isReported }) => {
  if (options === undefined) return;
  checkRequired(options, "/options", report);
  for (const [name, option] of Object.entries(options.properties)) {
    const at = below("/options/properties", name);
    if (isReported(at)) continue;
    if (option.default === undefined && option.examples === undefined) {
      const message = `The option "${name}" has neither a default nor examples.`;
      const hint = 'Add "default": …, the value where the config gives none, or "examples": [ … ].';
      report(at, "MISSING_KEY", { message, hint }, "key");
    }
    checkNamed(name, option, at, report);
  }
};

/** Checks an option, or a named part of one. Answers whether values can be checked by it. */
function checkNamed(name: string, schema: OptionSchema, at: string, report: Report): boolean {
  for (const key of ["title", "description"] as const) {
    if ((schema[key] ?? "").trim() !== "") continue;
    report(at, "NO_LABEL", { message: `"${name}" has no ${key}.`, hint: `Add "${key}": "…".` }, "key");
  }
  return checkSchema(schema, at, report);
}

/** Answers whether values can be checked by it. */
function checkSchema(schema: OptionSchema, at: string, report: Report): boolean {
  let isSound = true;
  const reportHere: Report = (...found) => {
    isSound = false;
    report(...found);
  };
  checkKeywords(schema, at, reportHere);
  checkRequired(schema, at, reportHere);
  for (const { key, fault } of crossedLimits(schema)) reportHere(below(at, key), "BAD_VALUE", fault);
  const bad = schema.pattern === undefined ? undefined : patternFault(schema.pattern);
  if (bad !== undefined) reportHere(below(at, "pattern"), bad.code, bad.fault);

  const { items, properties = {}, additionalProperties: others, anyOf = [] } = schema;
  const inner = [
    ...Object.entries(properties).map(([name, one]) =>
      checkNamed(name, one, below(at, "properties", name), report),
    ),
    ...anyOf.map((one, index) => checkSchema(one, below(at, "anyOf", index), report)),
    items === undefined || checkSchema(items, below(at, "items"), report),
    typeof others !== "object" || checkSchema(others, below(at, "additionalProperties"), report),
  ];
  if (!isSound || inner.includes(false)) return false;
  checkValues(schema, at, report);
  return true;
}

function checkKeywords(schema: OptionSchema, at: string, report: Report): void {
  const { type, anyOf } = schema;
  if (anyOf !== undefined && type !== undefined) {
    const message = 'The kinds of value are given twice, as "type" and as "anyOf".';
    report(below(at, "anyOf"), "FIELD_SHAPE", { message, hint: "Remove one of the two." }, "key");
  }
  if (anyOf === undefined && type === undefined) {
    const message = "It does not say of which kind its value is.";
    const hint = 'Add "type": "…": string, number, integer, boolean, array or object.';
    report(at, "MISSING_KEY", { message, hint }, "key");
  }
  for (const { key, fault } of misplacedKeywords(schema, OPTION_KEYWORDS)) {
    report(below(at, key), "FIELD_SHAPE", fault, "key");
  }
  if (type === "array" && schema.items === undefined) {
    const message = "A list needs to say what is in it.";
    report(at, "FIELD_SHAPE", { message, hint: 'Add "items": { "type": … }.' }, "key");
  }
}

function checkRequired(
  { required = [], properties = {} }: Pick<OptionSchema, "required" | "properties">,
  at: string,
  report: Report,
): void {
  required.forEach((name, index) => {
    if (Object.hasOwn(properties, name)) return;
    const message = `There is no "${name}" to require.`;
    const fault = { message, ...nameHints(name, Object.keys(properties)) };
    report(below(at, "required", index), "UNKNOWN_KEY", fault);
  });
}

/** The option accepts its own default, examples and choices. */
function checkValues(schema: OptionSchema, at: string, report: Report): void {
  const { default: first, examples = [], enum: choices = [], ...rules } = schema;
  const checkValue = (by: OptionSchema, value: unknown, place: string, code: ProblemCode, what: string) => {
    for (const { path, part, code: _code, missing: _missing, ...fault } of optionFaults(by, value)) {
      const message = `${what} ${summarizeValue(value)} is none that the option accepts: ${fault.message}`;
      report(`${place}${path}`, code, { ...fault, message }, part);
    }
  };
  const accepts = { ...rules, ...(schema.enum && { enum: schema.enum }) };
  if (first !== undefined) checkValue(accepts, first, below(at, "default"), "BAD_DEFAULT", "The default");
  examples.forEach((one, index) => {
    checkValue(accepts, one, below(at, "examples", index), "BAD_PLUGIN", "The example");
  });
  choices.forEach((one, index) => {
    checkValue(rules, one, below(at, "enum", index), "BAD_CHOICE", "The choice");
  });
}

/** Whether a pattern, however deep inside, is no regular expression: nothing can be checked by such a schema. */
export function hasBadPattern(schema: OptionSchema): boolean {
  const { pattern, items, properties = {}, additionalProperties: more, anyOf = [] } = schema;
  if (pattern !== undefined && patternFault(pattern)?.code === "BAD_PATTERN") return true;
  const inner = [items, more, ...anyOf, ...Object.values(properties)];
  return inner.some((one) => typeof one === "object" && hasBadPattern(one));
}

/** A plugin is the default for kinds of value that it takes, and names each kind once; no cell draws errors or edits items. */
export const checkKinds: ManifestCheck = ({ value: manifest, report }) => {
  const { values, defaultFor = [] } = manifest;
  if (manifest.kind === "cell" && manifest.showsErrors !== undefined) {
    const fault = { message: "A cell has no errors to draw.", hint: 'Remove "showsErrors".' };
    report("/showsErrors", "BAD_PLUGIN", fault);
  }
  if (manifest.itemField !== undefined && (manifest.kind === "cell" || !values.includes("array"))) {
    const fault = { message: "Only a widget of lists draws items.", hint: 'Remove "itemField".' };
    report("/itemField", "BAD_PLUGIN", fault);
  }
  for (const [name, kinds] of Object.entries({ values, defaultFor })) {
    kinds.forEach((kind, index) => {
      if (kinds.indexOf(kind) === index) return;
      const fault = {
        message: `${summarizeValue(kind)} is given a second time.`,
        hint: "Remove one of the two.",
      };
      report(`/${name}/${index}`, "BAD_PLUGIN", fault);
    });
  }
  defaultFor.forEach((kind, index) => {
    if (values.includes(kind)) return;
    report(`/defaultFor/${index}`, "BAD_PLUGIN", {
      message: `The plugin is the default for "${kind}", which is none of its "values".`,
      hint: `Add "${kind}" to "values", or remove it here.`,
    });
  });
};
