import type { TSchema } from "@sinclair/typebox";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { Fault } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { below, isIndex, segmentsOf } from "../../record/path.ts";
import { hintsForSome, type nameHints } from "../report/nearest.ts";

/** Something about a value's shape that is wrong, not yet placed in a file. */
export interface ShapeFault extends Fault {
  readonly code: ProblemCode;
  readonly path: string;
  readonly part: "key" | "value";
  /** Of MISSING_KEY: the key. */
  readonly missing?: string;
}

/** A compiled shape: the faults of a value, and whether it has none. */
export interface Shape<T> {
  faults(value: unknown): readonly ShapeFault[];
  holds(value: unknown): value is T;
}

/** Compiles a shape. `T` is what the schema describes: `Static<typeof schema>`. */
export function makeShape<T>(schema: TSchema): Shape<T> {
  // verbose: an error carries what was found and what the schema says there
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, meta: false, validateSchema: false });
  const validate: ValidateFunction<T> = ajv.compile<T>(schema);
  return {
    holds: (value): value is T => validate(value),
    faults: (value) => (validate(value) ? [] : faultsOf(validate.errors ?? [])),
  };
}

/** Nobody reads more, and each is compared with all others. */
const MAX_ERRORS = 1000;

/**
 * ajv's errors as sentences, one for each mistake.
 * @param whole what a sentence calls the value as a whole
 */
export function faultsOf(all: readonly ErrorObject[], whole = "The file"): ShapeFault[] {
  const errors = all.slice(0, MAX_ERRORS);
  const alternatives = errors.filter((error) => error.keyword === "anyOf");
  const faults: ShapeFault[] = [];
  const hints = hintsForSome();
  for (const error of errors) {
    // What each alternative of an anyOf misses says less than what the anyOf misses as a whole.
    if (alternatives.some((one) => error !== one && error.schemaPath.startsWith(`${one.schemaPath}/`))) {
      continue;
    }
    // Which values there are says more than of what kind they are.
    if (error.keyword === "type" && errors.some((other) => isChoiceAt(other, error.instancePath))) continue;
    const fault = faultOf(error, hints, whole);
    if (!faults.some((known) => known.path === fault.path && known.message === fault.message)) {
      faults.push(fault);
    }
  }
  // A mistyped key says what is missing.
  return faults.filter(
    ({ missing, path }) =>
      missing === undefined ||
      !faults.some((one) => one.code === "UNKNOWN_KEY" && one.meant === missing && isKeyOf(one.path, path)),
  );
}

function isKeyOf(key: string, path: string): boolean {
  return key.slice(0, key.lastIndexOf("/")) === path;
}

function isChoiceAt({ keyword, instancePath }: ErrorObject, path: string): boolean {
  return instancePath === path && (keyword === "enum" || keyword === "const");
}

function faultOf(error: ErrorObject, hintsOf: typeof nameHints, whole: string): ShapeFault {
  const { instancePath: path, keyword, params, data, parentSchema } = error;
  const name = segmentsOf(path).at(-1);
  const here = name === undefined ? whole : isIndex(name) ? `No. ${Number(name) + 1}` : `"${name}"`;
  const found = inWords(data);
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
      const hints = hintsOf(key, Object.keys(parentSchema?.properties ?? {}));
      return {
        code: "UNKNOWN_KEY",
        path: below(path, key),
        part: "key",
        message: `"${key}" means nothing here.`,
        ...hints,
      };
    }
    case "required":
      return missingKey(path, name, String(params.missingProperty), parentSchema);
    case "type":
      return must("WRONG_TYPE", kinds(params.type), conversion([params.type].flat(), data));
    case "anyOf": {
      const types = alternativesOf(error.schema);
      return must("WRONG_TYPE", kinds(types), conversion(types, data));
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
      return must(
        "NOT_ALLOWED",
        JSON.stringify(params.allowedValue),
        `Write ${JSON.stringify(params.allowedValue)}.`,
      );
    case "minimum":
      return must("BAD_VALUE", `${params.limit} or more`);
    case "exclusiveMinimum":
      return must("BAD_VALUE", `more than ${params.limit}`);
    case "maximum":
      return must("BAD_VALUE", `${params.limit} or less`);
    case "exclusiveMaximum":
      return must("BAD_VALUE", `less than ${params.limit}`);
    case "minItems":
      return must("BAD_VALUE", `a list of ${params.limit} or more`);
    case "maxItems":
      return must("BAD_VALUE", `a list of ${params.limit} or fewer`);
    case "pattern":
      return must("BAD_VALUE", FORMS.get(params.pattern) ?? `of the form ${params.pattern}`);
    default:
      return {
        code: "BAD_VALUE",
        path,
        part,
        message: `${here} ${error.message ?? "is wrong"}; found ${found}.`,
        found,
      };
  }
}

function missingKey(
  path: string,
  name: string | undefined,
  key: string,
  around: ErrorObject["parentSchema"],
): ShapeFault {
  const schema: { type?: unknown; const?: unknown } = around?.properties?.[key] ?? {};
  const example =
    schema.const === undefined ? EXAMPLES.get(String(schema.type)) : JSON.stringify(schema.const);
  const of = name === undefined || isIndex(name) ? "" : ` of "${name}"`;
  return {
    code: "MISSING_KEY",
    path,
    part: "value",
    message: `The key "${key}"${of} is missing.`,
    missing: key,
    expected: `"${key}"`,
    hint: `Add "${key}": ${example ?? "…"}.`,
  };
}

const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ["string", '"…"'],
  ["number", "1"],
  ["integer", "1"],
  ["boolean", "true"],
  ["array", "[ … ]"],
  ["object", "{ … }"],
]);

/** Patterns of the config's own shapes in words. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ["^/", "a path that begins with /"],
  ["^/.*\\{id\\}", "a path that begins with / and has {id} in it"],
  ["^[a-z][a-z0-9-]*$", "small letters, digits and -, a letter first"],
]);

/** How to write a value found as one of another kind, where it only looks wrong. */
function conversion(types: readonly string[], found: unknown): string | undefined {
  const wants = (...some: string[]) => some.some((type) => types.includes(type));
  if (typeof found === "string") {
    const bare = found.trim();
    const isNumber = bare !== "" && Number.isFinite(Number(bare));
    if (isNumber && wants("number", "integer")) return `Write ${Number(bare)}, without quotes.`;
    if ((bare === "true" || bare === "false") && wants("boolean")) return `Write ${bare}, without quotes.`;
  }
  if ((typeof found === "number" || typeof found === "boolean") && wants("string")) {
    return `Write "${found}", in quotes.`;
  }
  const isPlain = typeof found !== "object" || found === null;
  const parts =
    typeof found === "string" ? found.split(/\s*[,;\uFF0C\u3001]\s*/).filter((one) => one !== "") : [];
  if (parts.length > 1 && wants("array"))
    return `Put it in brackets, each text in quotes of its own: ${JSON.stringify(parts)}.`;
  return isPlain && wants("array") ? `Put it in brackets: [${JSON.stringify(found)}].` : undefined;
}

/** What people call the kinds of value. */
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

/** Kinds of JSON in words. */
export function kinds(types: string | readonly string[]): string {
  const list = typeof types === "string" ? [types] : types;
  return list.map((type) => KIND_WORDS.get(type) ?? type).join(" or ");
}

function alternativesOf(schema: unknown): string[] {
  const branches: readonly unknown[] = Array.isArray(schema) ? schema : [];
  return branches.flatMap((branch) =>
    typeof branch === "object" && branch !== null && "type" in branch && typeof branch.type === "string"
      ? [branch.type]
      : [],
  );
}

/** A value found, as a sentence names it. */
export function inWords(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
