import type { FieldSchema } from "../../model/field-schema.ts";
import type { OptionSchema } from "../../model/option-schema.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import type { Fault } from "../../model/problem.ts";
import { isObject } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import type { Check, WrittenConfig } from "../written-config.ts";
import { nameHints } from "../report/nearest.ts";
import { findInForm, findPath, type PathAnswer } from "../resolve/find-path.ts";
import { cellOf, type PluginAnswer, widgetOf } from "../resolve/plugin-use.ts";
import { optionFaults } from "../shape/options.ts";
import { missingField } from "./check-lists.ts";

/** Options that name a field or an entity (`NAME_FORMATS`) name one that there is. */
export const checkOptionFields: Check = function* (config, report) {
  for (const set of config.fieldSets) {
    yield;
    for (const { schema, path, parent } of set.fields) {
      if (schema.options === undefined || config.broken.has(schema)) continue;
      const manifest = manifestOf(config, "widgets", widgetOf(config.plugins, schema, parent !== undefined));
      const around = { config, schema, own: (name: string) => findInForm(set.properties, name, config.broken) };
      for (const { at, code, fault } of faultsOf(manifest, schema.options, around)) {
        report(set.file, `${below(path, "options")}${at}`, code, fault);
      }
    }
  }
  for (const { file, value: entity } of config.entities.values()) {
    entity.list.columns.forEach(({ field, cell, options }, index) => {
      const found = findPath(config, entity, field);
      if (options === undefined || found.kind !== "found") return;
      const manifest = manifestOf(
        config,
        "cells",
        cellOf(config.plugins, found.valueType, { name: cell, options }),
      );
      const around: Around = {
        config,
        schema: found.schema,
        own(name) {
          const answer = findPath(config, entity, name);
          return answer.kind === "found" && answer.leftOut ? "leftOut" : answer;
        },
      };
      for (const { at, code, fault } of faultsOf(manifest, options, around)) {
        report(file, `${below("/list/columns", index, "options")}${at}`, code, fault);
      }
    });
  }
};

/** What a named field is looked for in. */
interface Around {
  readonly config: WrittenConfig;
  /** The field that the plugin is used on. */
  readonly schema: FieldSchema | undefined;
  /** What a dotted path leads to in the record around it; `leftOut`: that record is a list's, which lacks it. */
  own(path: string): PathAnswer | "leftOut";
}

function manifestOf(
  config: WrittenConfig,
  kind: "widgets" | "cells",
  answer: PluginAnswer,
): PluginManifest | undefined {
  return answer.kind === "use" ? config.plugins[kind].get(answer.use.name)?.manifest : undefined;
}

function faultsOf(
  manifest: PluginManifest | undefined,
  options: Readonly<Record<string, unknown>>,
  around: Around,
): readonly PlacedFault[] {
  return manifest?.options === undefined ? [] : faultsIn(manifest.options, options, "", around);
}

interface PlacedFault {
  /** Pointer inside the options. */
  readonly at: string;
  readonly code: "UNKNOWN_FIELD" | "UNKNOWN_ENTITY" | "NOT_LISTED";
  readonly fault: Fault;
}

/** Of every value of the options whose schema says that it names a field or an entity. */
function faultsIn(schema: OptionSchema, value: unknown, at: string, around: Around): readonly PlacedFault[] {
  const { format, items, properties = {}, additionalProperties: others, anyOf = [] } = schema;
  const found: PlacedFault[] = [];
  if ((format === "field" || format === "referenced-field") && typeof value === "string") {
    const fault = faultOf(format, value, around);
    if (fault !== undefined) found.push({ at, ...fault });
  }
  if (format === "entity" && typeof value === "string" && !around.config.entityIds.has(value)) {
    const message = `The option names "${value}", which is no entity.`;
    found.push({
      at,
      code: "UNKNOWN_ENTITY",
      fault: { message, ...nameHints(value, around.config.entityIds) },
    });
  }
  // It is meant as one of the kinds that accept it: one by which it names what there is, or nothing at all, will do.
  const meant = anyOf
    .filter((one) => optionFaults(one, value).length === 0)
    .map((one) => faultsIn(one, value, at, around));
  if (meant.every((faults) => faults.length > 0)) found.push(...(meant[0] ?? []));
  if (Array.isArray(value) && items !== undefined) {
    for (const [index, item] of value.entries())
      found.push(...faultsIn(items, item, below(at, index), around));
  }
  if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const part = Object.hasOwn(properties, key) ? properties[key] : others;
      if (typeof part === "object") found.push(...faultsIn(part, inner, below(at, key), around));
    }
  }
  return found;
}

type Named = Omit<PlacedFault, "at"> | undefined;

function faultOf(format: OptionSchema["format"], name: string, around: Around): Named {
  if (format === "field") {
    const answer = around.own(name);
    if (answer !== "leftOut") return missing(answer, `The option names "${name}"`, name);
    const message = `The option names "${name}", which lists are answered without.`;
    return { code: "NOT_LISTED", fault: { message } };
  }
  const entity = around.schema && referredEntity(around.schema);
  if (entity === undefined) {
    return {
      code: "UNKNOWN_FIELD",
      fault: {
        message: `The option names "${name}" of the record referred to, but this field refers to none.`,
        hint: 'Remove the option, or give the field, or its items, a "reference".',
      },
    };
  }
  const target = around.config.entityConfigs.get(entity);
  if (target === undefined) return undefined; // reported where the field refers to it
  const answer = findPath(around.config, target, name);
  if (answer.kind === "found" && answer.leftOut) {
    const message = `The option names "${name}" of "${entity}", which lists are answered without.`;
    return { code: "NOT_LISTED", fault: { message } };
  }
  return missing(answer, `The option names "${name}" of "${entity}"`, name);
}

function missing(answer: PathAnswer, what: string, path: string): Named {
  if (answer.kind !== "missing") return undefined;
  const message = missingField(what, path, answer.name);
  return { code: "UNKNOWN_FIELD", fault: { message, ...nameHints(answer.name, answer.known) } };
}

/** Of a list of objects, the first of their fields that refers to something. */
function referredEntity({ reference, items, properties = {} }: FieldSchema): string | undefined {
  if (reference !== undefined) return reference.entity;
  if (items !== undefined) return referredEntity(items);
  return Object.values(properties).find((one) => one.reference !== undefined)?.reference?.entity;
}
