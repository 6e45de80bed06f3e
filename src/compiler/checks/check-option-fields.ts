import type { FieldSchema } from "../../model/field-schema.ts";
import type { OptionSchema } from "../../model/option-schema.ts";
import type { Fault } from "../../model/problem.ts";
import { isObject } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { findInForm, findPath, type PathAnswer } from "../resolve/find-path.ts";
import { cellOf, type PluginAnswer, widgetOfField } from "../resolve/plugin-use.ts";
import { optionFaults } from "../shape/options.ts";
import type { Check, WrittenConfig } from "../written-config.ts";
import { missingFault } from "./check-lists.ts";

/** Options that name a field or an entity (`NAME_FORMATS`) name one that exists. */
export const checkOptionFields: Check = function* (config) {
  for (const { fields, properties, report } of config.fieldSets) {
    yield;
    for (const field of fields) {
      const { schema, path } = field;
      if (schema.options === undefined || config.broken.has(schema)) continue;
      const own = (name: string) => findInForm(properties, name, config.broken);
      const answer = widgetOfField(config.plugins, field);
      checkOptions(answer, schema.options, { config, schema, own }, below(path, "options"), report);
    }
  }
  for (const { report, value: entity } of config.entities.values()) {
    entity.list.columns.forEach((column, index) => {
      const found = findPath(config, entity, column.field);
      if (column.options === undefined || found.kind !== "found") return;
      const own = (name: string) => findPath(config, entity, name);
      const answer = cellOf(config.plugins, found.valueType, column);
      const at = below("/list/columns", index, "options");
      checkOptions(answer, column.options, { config, schema: found.schema, own, isList: true }, at, report);
    });
  }
};

/** Where a named field is looked for. */
interface Around {
  readonly config: WrittenConfig;
  /** The field that the plugin is used on. */
  readonly schema: FieldSchema | undefined;
  /** What a dotted path leads to in the record around it. */
  own(path: string): PathAnswer;
  /** That record is in a list, which leaves out some fields. */
  readonly isList?: boolean;
}

function checkOptions(
  answer: PluginAnswer,
  options: Readonly<Record<string, unknown>>,
  around: Around,
  at: string,
  report: Report,
): void {
  const schema = answer.kind === "use" ? answer.manifest?.options : undefined;
  if (schema === undefined) return;
  for (const { path, code, fault } of faultsIn(schema, options, at, around)) report(path, code, fault);
}

interface NameFault {
  readonly code: "UNKNOWN_FIELD" | "UNKNOWN_ENTITY" | "NOT_LISTED";
  readonly fault: Fault;
}
type PlacedFault = NameFault & { readonly path: string };

/** Of every value of the options whose schema says that it names a field or an entity. */
function faultsIn(
  schema: OptionSchema,
  value: unknown,
  path: string,
  around: Around,
): readonly PlacedFault[] {
  const { format, items, properties = {}, additionalProperties: others, anyOf = [] } = schema;
  const fault = typeof value === "string" ? faultOf(format, value, around) : undefined;
  const found: PlacedFault[] = fault === undefined ? [] : [{ path, ...fault }];
  // It is enough that the value names something that exists by one of the schemas that accept it.
  const meant = anyOf
    .filter((one) => optionFaults(one, value).length === 0)
    .map((one) => faultsIn(one, value, path, around));
  if (meant.every((faults) => faults.length > 0)) found.push(...(meant[0] ?? []));
  if (Array.isArray(value) && items !== undefined) {
    for (const [index, item] of value.entries())
      found.push(...faultsIn(items, item, below(path, index), around));
  }
  if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const part = Object.hasOwn(properties, key) ? properties[key] : others;
      if (typeof part === "object") found.push(...faultsIn(part, inner, below(path, key), around));
    }
  }
  return found;
}

function faultOf(format: OptionSchema["format"], name: string, around: Around): NameFault | undefined {
  const { config, schema, own, isList = false } = around;
  if (format === "entity") {
    if (config.entityIds.has(name)) return undefined;
    const message = `The option names "${name}", which is no entity.`;
    return { code: "UNKNOWN_ENTITY", fault: { message, ...nameHints(name, config.entityIds) } };
  }
  if (format === "field") return fieldFault(own(name), `The option names "${name}"`, name, isList);
  if (format !== "referenced-field") return undefined;
  const entity = schema && referredEntity(schema);
  if (entity === undefined) {
    const message = `The option names "${name}" of the record referred to, but this field refers to none.`;
    const hint = 'Remove the option, or give the field, or its items, a "reference".';
    return { code: "UNKNOWN_FIELD", fault: { message, hint } };
  }
  const target = config.entities.get(entity);
  if (target === undefined) return undefined; // reported where the field refers to it
  const answer = findPath(config, target.value, name);
  return fieldFault(answer, `The option names "${name}" of "${entity}"`, name, true);
}

function fieldFault(answer: PathAnswer, what: string, path: string, isList: boolean): NameFault | undefined {
  if (answer.kind === "missing") return { code: "UNKNOWN_FIELD", fault: missingFault(what, path, answer) };
  if (answer.kind !== "found" || !answer.leftOut || !isList) return undefined;
  return { code: "NOT_LISTED", fault: { message: `${what}, which lists are answered without.` } };
}

/** Of a list of objects, the first of their fields that refers to something. */
function referredEntity({ reference, items, properties = {} }: FieldSchema): string | undefined {
  if (reference !== undefined) return reference.entity;
  if (items !== undefined) return referredEntity(items);
  return Object.values(properties).find((one) => one.reference !== undefined)?.reference?.entity;
}
