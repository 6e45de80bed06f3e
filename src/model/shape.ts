import type { TSchema } from "@sinclair/typebox";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { suggestion } from "./nearest.ts";
import { below, segmentsOf } from "./pointer.ts";
import type { ProblemCode } from "./problem-codes.ts";

/** Something about a value's shape that is wrong, not yet placed in a file. */
export interface ShapeFault {
  readonly code: ProblemCode;
  readonly path: string;
  readonly part: "key" | "value";
  readonly message: string;
}

/** A compiled shape: the faults of a value, and whether it has none. */
export interface Shape<T> {
  faults(value: unknown): readonly ShapeFault[];
  holds(value: unknown): value is T;
}

/** Compiles a shape. `T` is what the schema describes: `Static<typeof schema>`. */
export function makeShape<T>(schema: TSchema): Shape<T> {
  // verbose: an error carries what was found and what the schema says there
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false });
  const validate: ValidateFunction<T> = ajv.compile<T>(schema);
  return {
    holds: (value): value is T => validate(value),
    faults: (value) => (validate(value) ? [] : faultsOf(validate.errors ?? [])),
  };
}

/** ajv's errors as sentences, one for each mistake. */
export function faultsOf(errors: readonly ErrorObject[]): ShapeFault[] {
  const alternatives = errors.filter((error) => error.keyword === "anyOf");
  const faults: ShapeFault[] = [];
  for (const error of errors) {
    // What each alternative of an anyOf misses says less than what the anyOf misses as a whole.
    if (
      alternatives.some((whole) => error !== whole && error.schemaPath.startsWith(`${whole.schemaPath}/`))
    ) {
      continue;
    }
    const fault = faultOf(error);
    if (!faults.some((known) => known.path === fault.path && known.message === fault.message)) {
      faults.push(fault);
    }
  }
  return faults;
}

function faultOf(error: ErrorObject): ShapeFault {
  const { instancePath, keyword, params, data, parentSchema } = error;
  const name = segmentsOf(instancePath).at(-1);
  const here = name === undefined ? "The whole" : `"${name}"`;
  const fault = (
    code: ProblemCode,
    message: string,
    path = instancePath,
    part: "key" | "value" = "value",
  ) => ({
    code,
    path,
    part,
    message,
  });
  switch (keyword) {
    case "additionalProperties": {
      const key = String(params.additionalProperty);
      const known = Object.keys(parentSchema?.properties ?? {});
      const message = `"${key}" means nothing here.${suggestion(key, known)}`;
      return fault("UNKNOWN_KEY", message, below(instancePath, key), "key");
    }
    case "required":
      return fault("MISSING_KEY", `${here} needs the key "${params.missingProperty}".`);
    case "type":
      return fault("WRONG_TYPE", `${here} must be ${kinds(params.type)}; found ${inWords(data)}.`);
    case "anyOf":
      return fault("WRONG_TYPE", `${here} must be ${alternativesOf(error.schema)}; found ${inWords(data)}.`);
    case "enum": {
      const allowed: string[] = params.allowedValues.map(String);
      const known = typeof data === "string" ? suggestion(data, allowed) : suggestion("", allowed);
      return fault("NOT_ALLOWED", `${here} cannot be ${inWords(data)}.${known}`);
    }
    case "const":
      return fault(
        "NOT_ALLOWED",
        `${here} must be ${JSON.stringify(params.allowedValue)}; found ${inWords(data)}.`,
      );
    case "minimum":
    case "exclusiveMinimum":
    case "maximum":
    case "exclusiveMaximum":
      return fault(
        "BAD_VALUE",
        `${here} must be ${params.comparison} ${params.limit}; found ${inWords(data)}.`,
      );
    case "minItems":
      return fault("BAD_VALUE", `${here} must list ${params.limit} or more; found ${inWords(data)}.`);
    case "maxItems":
      return fault("BAD_VALUE", `${here} must list ${params.limit} or fewer; found ${inWords(data)}.`);
    case "pattern":
      return fault("BAD_VALUE", `${here} must fit ${params.pattern}; found ${inWords(data)}.`);
    default:
      return fault("BAD_VALUE", `${here} ${error.message ?? "is wrong"}; found ${inWords(data)}.`);
  }
}

const KIND_WORDS: ReadonlyMap<string, string> = new Map([
  ["string", "a text"],
  ["number", "a number"],
  ["integer", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list [ … ]"],
  ["object", "an object { … }"],
  ["null", "null"],
]);

function kinds(types: string | readonly string[]): string {
  const list = typeof types === "string" ? [types] : types;
  return list.map((type) => KIND_WORDS.get(type) ?? type).join(" or ");
}

function alternativesOf(schema: unknown): string {
  const branches: readonly unknown[] = Array.isArray(schema) ? schema : [];
  const types = branches.flatMap((branch) =>
    typeof branch === "object" && branch !== null && "type" in branch && typeof branch.type === "string"
      ? [branch.type]
      : [],
  );
  return kinds(types);
}

/** A value found, as a sentence names it. */
export function inWords(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
