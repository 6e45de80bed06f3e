import type { TSchema } from "@sinclair/typebox";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { Fault } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { isObject, ownValue } from "../../record/json.ts";
import { below, isIndex, segmentsOf } from "../../record/path.ts";
import { GIVEN_ALREADY, hintsForSome, MAX_HINTS, type nameHints } from "../report/nearest.ts";
import { conversion, exampleOf } from "./example.ts";
import { meantKey } from "./meant-key.ts";

/** A fault of the shape of a value, not yet placed in a file. */
export interface ShapeFault extends Fault {
  readonly code: ProblemCode;
  readonly path: string;
  readonly part: "key" | "value";
  /** The key that is missing, of MISSING_KEY. */
  readonly missing?: string;
}

export interface Shape<T> {
  faults(value: unknown): readonly ShapeFault[];
  accepts(value: unknown): value is T;
}

/** For schemas of our own that judge few values: making the code smaller takes half of the time. */
export const FAST_TO_COMPILE = { meta: false, validateSchema: false, code: { optimize: false } } as const;

/** Compiles a shape. `T` is what the schema describes: `Static<typeof schema>`. */
export function makeShape<T>(schema: TSchema): Shape<T> {
  // verbose: an error has the value and the schema at its place
  const ajv = new Ajv({ ...FAST_TO_COMPILE, allErrors: true, verbose: true, strict: false });
  const validate: ValidateFunction<T> = ajv.compile<T>(schema);
  return {
    accepts: (value): value is T => validate(value),
    faults: (value) => (validate(value) ? [] : faultsOf(validate.errors ?? [])),
  };
}

/** Each is compared with all others. */
const MAX_ERRORS = 1000;

/** ajv's errors as faults, one for each mistake. `whole`: what they call the value as a whole. */
export function faultsOf(all: readonly ErrorObject[], whole = "The file"): ShapeFault[] {
  const errors = all.slice(0, MAX_ERRORS);
  const alternatives = errors
    .filter((error) => error.keyword === "anyOf")
    .map((error) => ({ error, meant: meantAlternative(error, errors) }));
  const faults: ShapeFault[] = [];
  const known = new Set<string>();
  const hints = hintsForSome();
  let unknown = 0;
  for (const error of errors) {
    // The error of an anyOf says more than those of its alternatives, unless it is clear which of them is meant.
    const isSaid = alternatives.some(({ error: one, meant }) => {
      if (error === one) return meant !== undefined;
      const isInside = error.schemaPath.startsWith(`${one.schemaPath}/`);
      return isInside && !(meant !== undefined && error.schemaPath.startsWith(meant) && isWithin(error, one));
    });
    if (isSaid) continue;
    // The possible values say more than their type.
    if (error.keyword === "type" && errors.some((other) => isChoiceAt(other, error.instancePath))) continue;
    if (error.keyword === "additionalProperties") unknown += 1;
    const fault = faultOf(error, hints, whole, unknown <= MAX_HINTS);
    const said = JSON.stringify([fault.path, fault.message]);
    if (!known.has(said)) faults.push(fault);
    known.add(said);
  }
  // A mistyped key is reported; that it is missing under its right name is no second mistake.
  return faults.filter(
    ({ missing, path }) =>
      missing === undefined ||
      !faults.some((one) => one.code === "UNKNOWN_KEY" && one.meant === missing && isKeyOf(one.path, path)),
  );
}

function isWithin({ instancePath }: ErrorObject, { instancePath: around }: ErrorObject): boolean {
  return instancePath === around || instancePath.startsWith(`${around}/`);
}

/** The schema path of the one alternative that a list or an object is of: the only one of that type, with these keys. */
function meantAlternative(error: ErrorObject, errors: readonly ErrorObject[]): string | undefined {
  const { schema, schemaPath, data } = error;
  if (!Array.isArray(schema) || !(Array.isArray(data) || isObject(data))) return undefined;
  const type = Array.isArray(data) ? "array" : "object";
  const isOther = (path: string) =>
    errors.some(
      (one) =>
        one.instancePath === error.instancePath &&
        (one.keyword === "required" || one.keyword === "additionalProperties") &&
        one.schemaPath.startsWith(path),
    );
  const fitting = schema
    .map((one, at) => ({ path: `${schemaPath}/${at}/`, type: ownValue(one, "type") }))
    .filter((one) => one.type === type && !isOther(one.path));
  return fitting.length === 1 ? fitting[0]?.path : undefined;
}

function isKeyOf(key: string, path: string): boolean {
  return key.slice(0, key.lastIndexOf("/")) === path;
}

function isChoiceAt({ keyword, instancePath }: ErrorObject, path: string): boolean {
  return instancePath === path && (keyword === "enum" || keyword === "const");
}

function faultOf(
  error: ErrorObject,
  hintsOf: typeof nameHints,
  whole: string,
  mayCompare: boolean,
): ShapeFault {
  const { instancePath: path, keyword, params, data, parentSchema } = error;
  const name = segmentsOf(path).at(-1);
  const here = name === undefined ? whole : isIndex(name) ? `No. ${Number(name) + 1}` : `"${name}"`;
  const found = summarizeValue(data);
  const part = "value";
  const must = (code: ProblemCode, expected: string, hint?: string): ShapeFault => ({
    code,
    path,
    part,
    message: `${here} must be ${expected}; found ${found}.`,
    found,
    expected,
    hint: hint ?? `Write ${expected}.`,
  });
  switch (keyword) {
    case "additionalProperties": {
      const key = String(params.additionalProperty);
      return {
        code: "UNKNOWN_KEY",
        path: below(path, key),
        part: "key",
        ...unknownKey(key, data, parentSchema, hintsOf, mayCompare),
      };
    }
    case "required":
      return missingKey(path, name, String(params.missingProperty), parentSchema);
    case "type":
      return must("WRONG_TYPE", kinds(params.type), conversion([params.type].flat(), data, parentSchema));
    case "anyOf": {
      const types = alternativesOf(error.schema);
      return must("WRONG_TYPE", kinds(types), conversion(types, data, alternative(error.schema, "array")));
    }
    case "enum": {
      const allowed: string[] = params.allowedValues.map(String);
      const hints = hintsOf(typeof data === "string" ? data : "", allowed);
      const message = `${here} cannot be ${found}.`;
      const kind = KINDS_MEANT.get(String(data).toLowerCase());
      const meant =
        kind !== undefined && allowed.includes(kind) ? { meant: kind, hint: `Write "${kind}".` } : {};
      return { code: "NOT_ALLOWED", path, part, message, ...hints, found, ...meant };
    }
    case "const":
      return must("NOT_ALLOWED", JSON.stringify(params.allowedValue));
    case "pattern":
      return must("BAD_VALUE", FORMS.get(params.pattern) ?? `of the form ${params.pattern}`);
    default: {
      const limit = LIMITS.get(keyword)?.(params.limit);
      if (limit !== undefined) return must("BAD_VALUE", limit);
      const message = `${here} ${error.message ?? "is wrong"}; found ${found}.`;
      return { code: "BAD_VALUE", path, part, message, found };
    }
  }
}

function unknownKey(
  key: string,
  object: unknown,
  schema: ErrorObject["parentSchema"],
  hintsOf: typeof nameHints,
  mayCompare: boolean,
): Fault {
  const keys: Readonly<Record<string, unknown>> = schema?.properties ?? {};
  const message = `"${key}" means nothing here.`;
  const found = `"${key}"`;
  const { meant, given } = meantKey(key, object, keys, schema?.required ?? [], mayCompare);
  if (meant !== undefined) return { message, found, meant };
  if (given !== undefined) return { message, found, meant: given, hint: GIVEN_ALREADY };
  return {
    message,
    ...hintsOf(
      key,
      Object.keys(keys).filter((one) => ownValue(object, one) === undefined),
    ),
  };
}

const LIMITS = new Map<string, (limit: number) => string>([
  ["minimum", (limit) => `${limit} or more`],
  ["exclusiveMinimum", (limit) => `more than ${limit}`],
  ["maximum", (limit) => `${limit} or less`],
  ["exclusiveMaximum", (limit) => `less than ${limit}`],
  ["minItems", (limit) => `a list of ${limit} or more`],
  ["maxItems", (limit) => `a list of ${limit} or fewer`],
]);

function missingKey(
  path: string,
  name: string | undefined,
  key: string,
  around: ErrorObject["parentSchema"],
): ShapeFault {
  const example = exampleOf(around?.properties?.[key]);
  const of = name === undefined || isIndex(name) ? "" : ` of "${name}"`;
  return {
    code: "MISSING_KEY",
    path,
    part: "value",
    message: `The key "${key}"${of} is missing.`,
    missing: key,
    expected: `"${key}"`,
    hint: `Add "${key}": ${example}.`,
  };
}

/** Patterns of the config's shapes in words. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ["^/[^*?#]*$", "a path that begins with / and has no *, ? or #"],
  ["^/[^*?#]*\\{id\\}[^*?#]*$", "a path that begins with / and has {id} in it, no *, ? or #"],
  ["^[a-z][a-z0-9-]*$", "small letters, digits and -, a letter first"],
]);

/** Common names for the kinds of value. */
const KINDS_MEANT: ReadonlyMap<string, string> = new Map([
  ...["text", "str", "varchar", "date", "email", "url"].map((word) => [word, "string"] as const),
  ...["int", "whole"].map((word) => [word, "integer"] as const),
  ...["float", "double", "decimal", "price"].map((word) => [word, "number"] as const),
  ...["bool", "yes/no", "yesno", "checkbox", "switch"].map((word) => [word, "boolean"] as const),
  ...["list", "images"].map((word) => [word, "array"] as const),
  ...["image", "map", "group"].map((word) => [word, "object"] as const),
]);

const KIND_WORDS: ReadonlyMap<string, string> = new Map([
  ["string", "a text"],
  ["number", "a number"],
  ["integer", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list [ … ]"],
  ["object", "an object { … }"],
  ["null", "null"],
]);

export function kinds(types: string | readonly string[]): string {
  const list = typeof types === "string" ? [types] : types;
  return list.map((type) => KIND_WORDS.get(type) ?? type).join(" or ");
}

/** Of several schemas the one of this type. */
function alternative(schemas: unknown, type: string): unknown {
  return Array.isArray(schemas) ? schemas.find((schema) => ownValue(schema, "type") === type) : undefined;
}

/** The types of the alternatives, and of those inside them, each once. */
function alternativesOf(schemas: unknown): string[] {
  const types = (Array.isArray(schemas) ? schemas : []).flatMap((schema) => {
    const type = ownValue(schema, "type");
    return typeof type === "string" ? [type] : alternativesOf(ownValue(schema, "anyOf"));
  });
  return [...new Set(types)];
}

/** A value as messages name it. */
export function summarizeValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
