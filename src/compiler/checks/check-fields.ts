import { KEYWORDS } from "../../model/keywords.ts";
import type { Fault } from "../../model/problem.ts";
import { SYSTEM_FIELDS } from "../../model/record.ts";
import { below } from "../../record/path.ts";
import type { Check, FieldSet, Report } from "../written-config.ts";
import { nameHints } from "../report/nearest.ts";
import { fieldNamed, type Properties, type WrittenField } from "../resolve/written-field.ts";

/** Of one entity, those inside others included. */
const MAX_FIELDS = 500;

/** Fields have names that can be columns, and keys that go together. */
export const checkFields: Check = function* (config, report) {
  for (const set of config.fieldSets) {
    yield;
    // Rules are compiled as a whole, which holds everybody up.
    if (set.fields.length > MAX_FIELDS) {
      report(set.file, below(set.at, "properties"), "BAD_VALUE", {
        message: `There are ${set.fields.length} fields here, with those inside others; ${MAX_FIELDS} are the most.`,
        hint: "Divide it into several entities that refer to each other.",
      });
    }
    checkRequired(set.properties, set.required, below(set.at, "required"), set, report);
    const names: LowerCaseNames = new Map();
    for (const field of set.fields) {
      if (field.name !== "") checkName(field, names, set, report);
      checkKeys(field, set, report);
    }
  }
};

/** By the fields that stand side by side: their names so far, by what they are without capitals. */
type LowerCaseNames = Map<Properties, Map<string, string>>;

function checkName(field: WrittenField, names: LowerCaseNames, { file }: FieldSet, report: Report): void {
  const { name, path, siblings } = field;
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    const message = `"${name}" cannot be a field's name.`;
    const hint = "Choose a name of letters, digits and _, a letter first; what people read is its title.";
    report(file, path, "FIELD_NAME", { message, hint }, "key");
  }
  if (SYSTEM_FIELDS.some((system) => system.toLowerCase() === name.toLowerCase())) {
    report(file, path, "FIELD_NAME", `"${name}" is kept by the machine on every record.`, "key");
  }
  // Columns of a database ignore case; only the second of the two is reported.
  const beside = names.get(siblings) ?? new Map<string, string>();
  names.set(siblings, beside);
  const twin = beside.get(name.toLowerCase());
  if (twin === undefined) beside.set(name.toLowerCase(), name);
  else report(file, path, "DUPLICATE_NAME", `"${name}" differs from "${twin}" in capitals alone.`, "key");
}

function checkKeys(field: WrittenField, set: FieldSet, report: Report): void {
  const { schema, path, siblings } = field;
  for (const { key, fault } of misplacedKeywords(schema, KEYWORDS)) {
    // Of "unique" more is said below.
    if (key !== "unique") report(set.file, below(path, key), "FIELD_SHAPE", fault, "key");
  }
  if (schema.type === "object" && schema.image !== true && schema.properties === undefined) {
    report(set.file, path, "FIELD_SHAPE", {
      message: "An object needs fields of its own.",
      hint: 'Add "properties": { … }, or "image": true for a picture.',
    });
  }
  if (schema.type === "array" && schema.items === undefined) {
    report(set.file, path, "FIELD_SHAPE", {
      message: "A list needs to say what is in it.",
      hint: 'Add "items": { "type": … }.',
    });
  }
  if (schema.unique === true && (schema.type !== "string" || field.parent !== undefined)) {
    const message = "This cannot be unique: only a text that is not inside another field can.";
    const fault = { message, hint: 'Remove "unique".' };
    report(set.file, below(path, "unique"), "FIELD_SHAPE", fault, "key");
  }
  if (schema.writeOnly === true && field.parent !== undefined) {
    const message = "This cannot be kept from being shown: only a field that is not inside another can.";
    const fault = { message, hint: 'Remove "writeOnly", or make it a field of its own.' };
    report(set.file, below(path, "writeOnly"), "FIELD_SHAPE", fault, "key");
  }
  if (schema.writeOnly === true && schema.default !== undefined) {
    const message = "What is never shown cannot have a default: whoever reads the config would know it.";
    report(set.file, below(path, "default"), "FIELD_SHAPE", { message, hint: 'Remove "default".' }, "key");
  }
  if (schema.labels !== undefined) {
    const values = (schema.enum ?? []).map(String);
    for (const value of Object.keys(schema.labels).filter((value) => !values.includes(value))) {
      const fault = {
        message: `There is a label for "${value}", but "enum" has no such value.`,
        ...nameHints(value, values),
      };
      report(set.file, below(path, "labels", value), "NOT_ALLOWED", fault, "key");
    }
  }
  if (schema.equals !== undefined && (schema.equals === field.name || !fieldNamed(siblings, schema.equals))) {
    const others = Object.keys(siblings).filter((name) => name !== field.name);
    const message = `There is no other field "${schema.equals}" beside it.`;
    report(set.file, below(path, "equals"), "UNKNOWN_FIELD", {
      message,
      ...nameHints(schema.equals, others),
    });
  }
  if (schema.uniqueBy !== undefined && schema.items !== undefined) {
    const inner = schema.items.properties ?? {};
    if (fieldNamed(inner, schema.uniqueBy) === undefined) {
      const message = `The items have no field "${schema.uniqueBy}".`;
      const hints = nameHints(schema.uniqueBy, Object.keys(inner));
      report(set.file, below(path, "uniqueBy"), "UNKNOWN_FIELD", { message, ...hints });
    }
  }
  checkRequired(schema.properties ?? {}, schema.required ?? [], below(path, "required"), set, report);
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
  path: string,
  { file }: FieldSet,
  report: Report,
): void {
  required.forEach((name, index) => {
    if (fieldNamed(properties, name) !== undefined) return;
    const message = `There is no field "${name}" to require.`;
    report(file, below(path, index), "UNKNOWN_FIELD", {
      message,
      ...nameHints(name, Object.keys(properties)),
    });
  });
}
