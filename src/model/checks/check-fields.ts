import type { Check, Report } from "../draft.ts";
import type { FieldSchema } from "../field-schema.ts";
import { suggestion } from "../nearest.ts";
import { fieldNamed, fieldWords, type PlacedField, type Properties } from "../placed-field.ts";
import { below } from "../pointer.ts";
import { SYSTEM_FIELDS } from "../record.ts";
import { type FieldSet, fieldSets } from "./field-sets.ts";

/** Which keywords go with which types. */
const FITS: readonly {
  readonly keys: readonly (keyof FieldSchema)[];
  readonly types: readonly FieldSchema["type"][];
}[] = [
  { keys: ["minLength", "maxLength", "pattern", "format", "reference", "writeOnly"], types: ["string"] },
  { keys: ["minimum", "maximum", "multipleOf"], types: ["number", "integer"] },
  { keys: ["enum"], types: ["string", "number", "integer"] },
  { keys: ["minItems", "maxItems", "uniqueBy", "items"], types: ["array"] },
  { keys: ["properties", "required", "image"], types: ["object"] },
];

/** Fields have names that can be columns, and keys that go together. */
export const checkFields: Check = (draft, report) => {
  for (const set of fieldSets(draft)) {
    checkRequired(set.properties, set.required, below(set.at, "required"), set, report);
    for (const field of set.fields) {
      if (field.name !== "") checkName(field, set, report);
      checkKeys(field, set, report);
    }
  }
};

function checkName(field: PlacedField, { file }: FieldSet, report: Report): void {
  const { name, path, siblings } = field;
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    const message = `"${name}" cannot be a field's name: a letter comes first, then letters, digits and _ .`;
    report(file, path, "FIELD_NAME", message, "key");
  }
  if (SYSTEM_FIELDS.some((system) => system.toLowerCase() === name.toLowerCase())) {
    report(
      file,
      path,
      "FIELD_NAME",
      `"${name}" is kept by the machine on every record; choose another.`,
      "key",
    );
  }
  const names = Object.keys(siblings);
  const twin = names.find((other) => other !== name && other.toLowerCase() === name.toLowerCase());
  // Columns of a database do not tell capitals; only the second of the two is reported.
  if (twin !== undefined && names.indexOf(twin) < names.indexOf(name)) {
    report(file, path, "DUPLICATE_NAME", `"${name}" differs from "${twin}" in capitals alone.`, "key");
  }
}

function checkKeys(field: PlacedField, set: FieldSet, report: Report): void {
  const { schema, path, siblings } = field;
  const words = fieldWords(field);
  const wrong = (key: string, message: string) =>
    report(
      set.file,
      key === "" ? path : below(path, key),
      "FIELD_SHAPE",
      message,
      key === "" ? "value" : "key",
    );

  for (const { keys, types } of FITS) {
    if (types.includes(schema.type)) continue;
    for (const key of keys.filter((key) => schema[key] !== undefined)) {
      wrong(key, `${words} is of type "${schema.type}"; "${key}" goes with ${types.join(", ")}.`);
    }
  }
  if (schema.type === "object" && schema.image !== true && schema.properties === undefined) {
    wrong("", `${words} is an object: it needs "properties" (or "image": true).`);
  }
  if (schema.type === "array" && schema.items === undefined) {
    wrong("", `${words} is a list: it needs "items".`);
  }
  if (schema.unique === true && (schema.type !== "string" || field.parent !== undefined)) {
    wrong("unique", `${words} cannot be unique: only a text that is not inside another field can.`);
  }
  if (schema.labels !== undefined) {
    const values = (schema.enum ?? []).map(String);
    for (const value of Object.keys(schema.labels).filter((value) => !values.includes(value))) {
      const message = `${words}: "${value}" is none of its "enum".${suggestion(value, values)}`;
      report(set.file, below(path, "labels", value), "NOT_ALLOWED", message, "key");
    }
  }
  if (schema.equals !== undefined && (schema.equals === field.name || !fieldNamed(siblings, schema.equals))) {
    const others = Object.keys(siblings).filter((name) => name !== field.name);
    const message = `${words}: there is no other field "${schema.equals}" beside it.${suggestion(schema.equals, others)}`;
    report(set.file, below(path, "equals"), "UNKNOWN_FIELD", message);
  }
  if (schema.uniqueBy !== undefined && schema.items !== undefined) {
    const inner = schema.items.properties ?? {};
    if (fieldNamed(inner, schema.uniqueBy) === undefined) {
      const message = `${words}: its items have no field "${schema.uniqueBy}".${suggestion(schema.uniqueBy, Object.keys(inner))}`;
      report(set.file, below(path, "uniqueBy"), "UNKNOWN_FIELD", message);
    }
  }
  checkRequired(schema.properties ?? {}, schema.required ?? [], below(path, "required"), set, report);
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
    const message = `There is no field "${name}" to require.${suggestion(name, Object.keys(properties))}`;
    report(file, below(path, index), "UNKNOWN_FIELD", message);
  });
}
