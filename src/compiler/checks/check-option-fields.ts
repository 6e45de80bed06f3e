import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema, Reference } from "../../model/field-schema.ts";
import type { OptionSchema } from "../../model/option-schema.ts";
import type { Fault } from "../../model/problem.ts";
import { resolveRights } from "../../model/rights.ts";
import { isObject } from "../../record/json.ts";
import { placeholdersOf } from "../../record/messages.ts";
import { below, isWithin, patternOf, splitPath } from "../../record/path.ts";
import { isOpenIn, isSeen, type RoleSight, sightOf } from "../../record/role-sight.ts";
import { fieldsNamed } from "../../record/title.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { findInForm, findInReferred, findPath, type PathAnswer } from "../resolve/find-path.ts";
import { localTextIn } from "../resolve/local-text.ts";
import { cellOf, type PluginAnswer, widgetOfField } from "../resolve/plugin-use.ts";
import { referenceShows } from "../resolve/written-display.ts";
import { topOf } from "../resolve/written-field.ts";
import { optionFaults } from "../shape/options.ts";
import type { Check, WrittenConfig } from "../written-config.ts";
import { IN_LIST, missingFault, unreadFault } from "./check-lists.ts";

/** Options that name a field, an entity or a choice (`NAME_FORMATS`) name one that exists, and that whoever sees the plugin may see. */
export const checkOptionFields: Check = function* (config) {
  for (const { fields, properties, report, entity } of config.fieldSets) {
    yield;
    const users = config.entities.get(entity ?? "")?.value;
    for (const field of fields) {
      const { schema, path } = field;
      if (schema.options === undefined || config.broken.has(schema)) continue;
      const own = (name: string) => {
        const found = findInForm(properties, name, config.broken);
        return fieldFault(found, `The option names "${name}"`, name, IN_FORM);
      };
      const answer = widgetOfField(config.plugins, field);
      checkOptions(
        answer,
        schema.options,
        { config, schema, users, used: topOf(field), isList: false, own },
        below(path, "options"),
        report,
      );
    }
  }
  for (const { report, value: entity } of config.entities.values()) {
    entity.list.columns.forEach((column, index) => {
      const found = findPath(config, entity, column.field);
      if (column.options === undefined || found.kind !== "found") return;
      const own = (name: string) => {
        const named = findPath(config, entity, name);
        const what = `The option names "${name}"`;
        return fieldFault(named, what, name, IN_LIST) ?? unreadThrough(named, what, entity);
      };
      const answer = cellOf(config.plugins, found.valueType, column);
      const at = below("/list/columns", index, "options");
      const used = column.field;
      const around = { config, schema: found.schema, users: entity, used, isList: true, own };
      checkOptions(answer, column.options, around, at, report);
    });
  }
};

/** Where a named field is looked for. */
interface Around {
  readonly config: WrittenConfig;
  /** The field that the plugin is used on. */
  readonly schema: FieldSchema | undefined;
  /** Of the entity; registration has none. */
  readonly users: EntityConfig | undefined;
  /** The path by which that entity has the field. */
  readonly used: string;
  /** The record around it is in a list. */
  readonly isList: boolean;
  /** What is wrong with a dotted path in that record. */
  own(path: string): NameFault | undefined;
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
  readonly code: "UNKNOWN_FIELD" | "UNKNOWN_ENTITY" | "NOT_ALLOWED" | "NOT_LISTED" | "NOT_SHOWN" | "RIGHTS";
  readonly fault: Fault;
}
type PlacedFault = NameFault & { readonly path: string };

/** Of every value of the options whose schema says that it names something. */
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
  if (meant.every((faults) => faults.length > 0)) {
    // What exists is what is meant, also where somebody may not see it.
    const existing = meant.find((faults) => faults.every(({ code }) => code === "RIGHTS"));
    found.push(...(existing ?? meant[0] ?? []));
  }
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
  const { config, schema, own } = around;
  if (format === "entity") {
    if (config.entityIds.has(name)) return undefined;
    const message = `The option names "${name}", which is no entity.`;
    return { code: "UNKNOWN_ENTITY", fault: { message, ...nameHints(name, config.entityIds) } };
  }
  if (format === "choice") {
    const choices = schema?.enum?.map(String) ?? [];
    if (choices.includes(name)) return undefined;
    const message = `The option names "${name}", but "enum" has no such value.`;
    return { code: "NOT_ALLOWED", fault: { message, ...nameHints(name, choices) } };
  }
  if (format === "field") return own(name) ?? unseenFault(around, name, (sight) => isSeen(sight, name));
  if (format !== "referenced-field") return undefined;
  const reference = schema && referenceIn(schema);
  if (reference === undefined) {
    const message = `The option names "${name}" of the record referred to, but this field refers to none.`;
    const hint = 'Remove the option, or give the field, or its items, a "reference".';
    return { code: "UNKNOWN_FIELD", fault: { message, hint } };
  }
  const { entity } = reference;
  const target = config.entities.get(entity);
  if (target === undefined) return undefined; // reported where the field refers to it
  const answer = findInReferred(config.broken, target.value, name);
  const what = `The option names "${name}" of "${entity}"`;
  return (
    fieldFault(answer, what, name, IN_REFERRED) ??
    unreadByUsers(around, target.value, reference, what, name) ??
    unseenFault(around, name, ({ permissions }) => isOpenIn(config, entity, topName(name), permissions))
  );
}

const topName = (path: string) => splitPath(path)[0] ?? "";

/** A role that sees the field, but not the one that the option names: the plugin would do without it. */
function unseenFault(
  { config, users, used, isList }: Around,
  name: string,
  sees: (sight: RoleSight) => boolean,
): NameFault | undefined {
  if (users === undefined) return undefined;
  const roles = Object.entries(config.app?.value.roles ?? {}).flatMap(([role, { permissions }]) => {
    const sight = sightOf(config, users, { name: role, permissions });
    return sight.granted.may.view && isSeen(sight, used) && !sees(sight) ? [role] : [];
  });
  if (roles.length === 0) return undefined;
  const here = isList ? "this column" : "this field";
  const who =
    roles.length === 1 ? `the role ${quoted(roles)} sees` : `each of the roles ${quoted(roles)} sees`;
  const message = `The option names "${name}", but ${who} ${here} and may not see "${name}".`;
  return { code: "RIGHTS", fault: { message, hint: "Name another field, or let it see this one." } };
}

/** A list has of a record behind a reference what the reference shows; so has whoever lacks the permission of the other entity. */
function unreadByUsers(
  { config: { app, entities }, users, isList }: Around,
  referred: EntityConfig,
  reference: Reference,
  what: string,
  path: string,
): NameFault | undefined {
  const [first = ""] = splitPath(path);
  if ([...referenceShows(reference, entities), "_id"].includes(first)) return undefined;
  const hint = `Add "${first}" to the "fields" of the reference.`;
  if (isList)
    return { code: "NOT_SHOWN", fault: { message: `${what}, which the reference does not show.`, hint } };
  if (app === undefined || users === undefined) return undefined;
  const mayView = (permissions: readonly string[], one: EntityConfig) =>
    resolveRights(one).view.some((permission) => permissions.includes(permission));
  const user = Object.entries(app.value.roles).find(
    ([, { permissions }]) => mayView(permissions, users) && !mayView(permissions, referred),
  );
  if (user === undefined) return undefined;
  const message = `${what}, but the role "${user[0]}", which may fill in this field, reads there what the reference shows alone.`;
  return { code: "NOT_SHOWN", fault: { message, hint } };
}

/** Where a record is read, and how far its references are followed there (`unreadFault`). */
const IN_FORM = "a form follows no reference";
const IN_REFERRED = "a record that is referred to follows no reference";

function fieldFault(answer: PathAnswer, what: string, path: string, where: string): NameFault | undefined {
  if (answer.kind === "missing") return { code: "UNKNOWN_FIELD", fault: missingFault(what, path, answer) };
  if (answer.kind === "tooFar") return { code: "NOT_SHOWN", fault: unreadFault(what, where, answer) };
  if (answer.kind !== "found" || !answer.leftOut || where === IN_FORM) return undefined;
  return { code: "NOT_LISTED", fault: { message: `${what}, which lists are answered without.` } };
}

/** A list answers the record behind a reference only where it shows some of it. */
function unreadThrough(
  answer: PathAnswer,
  what: string,
  { list, display = {}, language }: EntityConfig,
): NameFault | undefined {
  if (answer.kind !== "found" || answer.through === undefined) return undefined;
  const through = patternOf(answer.through);
  const { image, title = "", subtitle = "", badges = [] } = display;
  const shown = [
    ...list.columns.map(({ field }) => field),
    ...placeholdersOf(list.deleteConfirm),
    ...[title, subtitle].flatMap((text) => fieldsNamed(localTextIn(text, language))),
    ...(image === undefined ? [] : [image]),
    ...badges.map(({ field }) => field),
  ];
  if (shown.map(patternOf).some((path) => path !== through && isWithin(path, through))) return undefined;
  const message = `${what}, but no column shows anything of "${answer.through}": of that the list has only the _id.`;
  return {
    code: "NOT_SHOWN",
    fault: { message, hint: `Add a column that shows a field of "${answer.through}".` },
  };
}

/** Of a list of objects, the first reference in their fields. */
function referenceIn({ reference, items, properties = {} }: FieldSchema): Reference | undefined {
  if (reference !== undefined) return reference;
  if (items !== undefined) return referenceIn(items);
  return Object.values(properties).find((one) => one.reference !== undefined)?.reference;
}
