import { KEYWORDS } from "../../model/keywords.ts";
import type { Fault } from "../../model/problem.ts";
import { SYSTEM_FIELDS } from "../../model/record.ts";
import { below } from "../../record/path.ts";
import { GIVEN_ALREADY, nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { fieldNamed, type Properties, type WrittenField } from "../resolve/written-field.ts";
import type { Check } from "../written-config.ts";

/** Fields of one entity, nested ones included. Its rules are compiled at once, and meanwhile the server answers nothing. */
const MAX_FIELDS = 500;
const FIELDS_A_STEP = 500;

/** Fields have names that can be columns, and keys that go together. */
export const checkFields: Check = function* ({ fieldSets }) {
  for (const { fields, properties, required, at, report } of fieldSets) {
    yield;
    if (fields.length > MAX_FIELDS) {
      report(below(at, "properties"), "BAD_VALUE", {
        message: `There are ${fields.length} fields here, with those inside others; ${MAX_FIELDS} are the most.`,
        hint: "Divide it into several entities that refer to each other.",
      });
    }
    checkRequired(properties, required, at, report);
    const names: LowerCaseNames = new Map();
    for (const [index, field] of fields.entries()) {
      if ((index + 1) % FIELDS_A_STEP === 0) yield;
      if (field.name !== "") checkName(field, names, report);
      checkKeys(field, report);
      checkNamedFields(field, report);
    }
  }
};

/** The names so far of fields that stand side by side, by their lower case. */
type LowerCaseNames = Map<Properties, Map<string, string>>;

function checkName({ name, path, siblings }: WrittenField, names: LowerCaseNames, report: Report): void {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    const message = `"${name}" cannot be a field's name.`;
    const usable = name.replace(/^[^A-Za-z]+|[^A-Za-z0-9_]+/g, "");
    const hint =
      usable === "" || Object.hasOwn(siblings, usable)
        ? "Choose a name of letters, digits and _, a letter first; what people read is its title."
        : `Write "${usable}", for example: letters, digits and _, a letter first; what people read is its title.`;
    report(path, "FIELD_NAME", { message, hint }, "key");
  }
  if (SYSTEM_FIELDS.some((system) => system.toLowerCase() === name.toLowerCase())) {
    const message = `Every record has "${name}" already: the program sets it.`;
    report(path, "FIELD_NAME", message, "key");
  }
  // Columns of a database ignore case; only the second of the two is reported.
  const beside = names.get(siblings) ?? new Map<string, string>();
  names.set(siblings, beside);
  const twin = beside.get(name.toLowerCase());
  if (twin === undefined) beside.set(name.toLowerCase(), name);
  else report(path, "DUPLICATE_NAME", `"${name}" differs from "${twin}" in capitals alone.`, "key");
}

function checkKeys({ schema, path, parent }: WrittenField, report: Report): void {
  const reportKey = (key: string, message: string, hint: string) =>
    report(below(path, key), "FIELD_SHAPE", { message, hint }, "key");
  for (const { key, fault } of misplacedKeywords(schema, KEYWORDS)) {
    // Of "unique" more is said below.
    if (key !== "unique") report(below(path, key), "FIELD_SHAPE", fault, "key");
  }
  if (schema.type === "object" && schema.image !== true && schema.properties === undefined) {
    const hint = 'Add "properties": { … }, or "image": true for a picture.';
    report(path, "FIELD_SHAPE", { message: "An object needs fields of its own.", hint });
  }
  if (schema.type === "array" && schema.items === undefined) {
    const hint = 'Add "items": { "type": … }.';
    report(path, "FIELD_SHAPE", { message: "A list needs to say what is in it.", hint });
  }
  if (schema.unique === true && (schema.type !== "string" || parent !== undefined)) {
    const message = "This cannot be unique: only a text that is not inside another field can.";
    reportKey("unique", message, 'Remove "unique".');
  }
  if (schema.writeOnly === true && parent !== undefined) {
    const message =
      'This cannot be hidden for good: only a field that is not inside another can be "writeOnly".';
    reportKey("writeOnly", message, 'Remove "writeOnly", or make it a field of its own.');
  }
  if (schema.writeOnly === true && schema.default !== undefined) {
    const message = "What is never shown cannot have a default: whoever reads the config would know it.";
    reportKey("default", message, 'Remove "default".');
  }
  const values = (schema.enum ?? []).map(String);
  const labelled = Object.keys(schema.labels ?? {});
  const unlabelled = values.filter((value) => !labelled.includes(value));
  const labelHints = (value: string) => {
    const { found, meant } = nameHints(value, values);
    if (meant !== undefined && labelled.includes(meant)) return { found, meant, hint: GIVEN_ALREADY };
    return unlabelled.length === 0 ? { found, hint: "Remove it." } : nameHints(value, unlabelled);
  };
  for (const value of labelled.filter((value) => !values.includes(value))) {
    const message = `There is a label for "${value}", but "enum" has no such value.`;
    report(below(path, "labels", value), "NOT_ALLOWED", { message, ...labelHints(value) }, "key");
  }
}

/** Fields that a field's keywords name exist. */
function checkNamedFields({ name, schema, path, siblings }: WrittenField, report: Report): void {
  const { equals, uniqueBy, items, properties = {}, required = [] } = schema;
  if (equals !== undefined && (equals === name || !fieldNamed(siblings, equals))) {
    const others = Object.keys(siblings).filter((one) => one !== name);
    const message = `There is no other field "${equals}" beside it.`;
    report(below(path, "equals"), "UNKNOWN_FIELD", { message, ...nameHints(equals, others) });
  }
  const inner = items?.properties ?? {};
  if (uniqueBy !== undefined && items !== undefined && !fieldNamed(inner, uniqueBy)) {
    const message = `The items have no field "${uniqueBy}".`;
    const hints = nameHints(uniqueBy, Object.keys(inner));
    report(below(path, "uniqueBy"), "UNKNOWN_FIELD", { message, ...hints });
  }
  checkRequired(properties, required, path, report);
}

/** The keywords of a schema that do not go with its type. `table`: the types that each keyword goes with. */
export function misplacedKeywords(
  schema: Readonly<Record<string, unknown>> & { readonly type?: string },
  table: Readonly<Record<string, { readonly types: readonly string[] | "any" }>>,
): readonly { readonly key: string; readonly fault: Fault }[] {
  return Object.entries(table).flatMap(([key, { types }]) => {
    const { type } = schema;
    if (type === undefined || schema[key] === undefined || types === "any" || types.includes(type)) return [];
    const message = `"${key}" goes with "type": ${types.map((one) => `"${one}"`).join(" or ")}, but the type is "${type}".`;
    return [{ key, fault: { message, hint: `Remove "${key}", or change the type.` } }];
  });
}

function checkRequired(
  properties: Properties,
  required: readonly string[],
  at: string,
  report: Report,
): void {
  required.forEach((name, index) => {
    if (fieldNamed(properties, name) !== undefined) return;
    const message = `There is no field "${name}" to require.`;
    const hints = nameHints(name, Object.keys(properties));
    report(below(at, "required", index), "UNKNOWN_FIELD", { message, ...hints });
  });
}
