import type { EntityConfig } from "../../model/entity-config.ts";
import type { Fault } from "../../model/problem.ts";
import { valueWords } from "../../model/value-type.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import {
  findPath,
  isSortable,
  type MissingPath,
  type PathAnswer,
  type TooFarPath,
} from "../resolve/find-path.ts";
import { searchedNames } from "../resolve/resolve-search.ts";
import { fieldNamed, isSearchable } from "../resolve/written-field.ts";
import type { Check, WrittenConfig } from "../written-config.ts";

/** Columns, search and order of a list name what can be shown, searched and sorted by. */
export const checkLists: Check = (config) => {
  for (const { report, isReported, value: entity } of config.entities.values()) {
    const { columns, search, defaultSort } = entity.list;
    const seen = new Set<string>();

    columns.forEach(({ field, label, sortable }, index) => {
      const at = below("/list/columns", index);
      const found = findPath(config, entity, field);
      if (found.kind === "missing") {
        const fault = missingFault(`The column shows "${field}"`, field, found);
        report(below(at, "field"), "UNKNOWN_FIELD", fault);
      }
      const unread = unreadReference(found, field);
      if (unread !== undefined) {
        const fault = unreadFault(`The column shows "${field}"`, IN_LIST, unread);
        report(below(at, "field"), "NOT_SHOWN", fault);
      }
      if (seen.has(field)) {
        report(below(at, "field"), "FIELD_TWICE", `The list shows "${field}" a second time.`);
      }
      seen.add(field);
      if (found.kind !== "found" || unread !== undefined) return;
      if (found.leftOut) {
        const message = `The column shows "${field}", which lists are answered without.`;
        report(below(at, "field"), "NOT_LISTED", message);
        return;
      }
      if (found.labels.length === 0 && label === undefined) {
        const message = `The column "${field}" has no heading: it shows no field that has a title.`;
        report(at, "NO_LABEL", { message, hint: 'Add "label": "…" to the column.' });
      }
      if (sortable === true && !isSortable(found)) {
        const message = `The list cannot be sorted by "${field}": it is ${valueWords(found.valueType)}.`;
        report(below(at, "sortable"), "NOT_SORTABLE", { message, hint: 'Remove "sortable".' });
      }
    });

    if (search !== undefined && !isReported("/list/search")) checkSearch(config, entity, search, report);

    if (defaultSort !== undefined)
      checkSort(config, entity, defaultSort.field, "The list", report, "/list/defaultSort/field");
  }
};

/** Reports what is wrong about the field by which `what` is ordered, which stands at a pointer. */
export function checkSort(
  config: WrittenConfig,
  entity: EntityConfig,
  field: string,
  what: string,
  report: Report,
  at: string,
): void {
  const found = findPath(config, entity, field);
  const unread = unreadReference(found, field);
  if (found.kind === "missing") {
    report(at, "UNKNOWN_FIELD", missingFault(`${what} is ordered by "${field}"`, field, found));
  } else if (unread !== undefined) {
    report(at, "NOT_SHOWN", unreadFault(`${what} is ordered by "${field}"`, IN_LIST, unread));
  } else if (found.kind === "found" && !isSortable(found)) {
    const message = `${what} cannot be ordered by "${field}": it is ${valueWords(found.valueType)}.`;
    report(at, "NOT_SORTABLE", message);
  }
}

function checkSearch(
  config: WrittenConfig,
  entity: EntityConfig,
  search: NonNullable<EntityConfig["list"]["search"]>,
  report: Report,
): void {
  const { properties } = entity.schema;
  const named = searchedNames(search);
  if (search.field === undefined && search.fields === undefined)
    report("/list/search", "MISSING_KEY", {
      message: "The search names no field.",
      hint: 'Add "field": "…", or "fields": [ … ] for several.',
    });
  if (search.field !== undefined && search.fields !== undefined)
    report("/list/search/field", "NOT_ALLOWED", {
      message: '"field" and "fields" are both given.',
      hint: 'Remove "field", and name it in "fields".',
    });
  const seen = new Set<string>();
  for (const { name, at } of named) {
    const path = `/list/search${at}`;
    if (seen.has(name)) report(path, "FIELD_TWICE", `The list searches "${name}" already.`);
    seen.add(name);
    const own = fieldNamed(properties, name.split(".")[0] ?? "");
    if (own?.reference !== undefined && name.includes("."))
      checkSearchThrough(config, entity, name, report, path);
    else if (own === undefined || name.includes(".")) {
      const message = `The list searches "${name}", which is no field.`;
      report(path, "UNKNOWN_FIELD", { message, ...nameHints(name, Object.keys(properties)) });
    } else if (!config.broken.has(own) && !isSearchable(own)) {
      const message = `The list cannot search "${name}": only a text that is stored and shown can be searched.`;
      report(path, "NOT_SEARCHABLE", message);
    }
  }
}

/** Through one reference of the record itself: what it shows of the record that it leads to. */
function checkSearchThrough(
  config: WrittenConfig,
  entity: EntityConfig,
  name: string,
  report: Report,
  path: string,
): void {
  const found = findPath(config, entity, name);
  const unread = unreadReference(found, name);
  if (found.kind === "missing")
    report(path, "UNKNOWN_FIELD", missingFault(`The list searches "${name}"`, name, found));
  else if (unread !== undefined)
    report(path, "NOT_SHOWN", unreadFault(`The list searches "${name}"`, IN_LIST, unread));
  else if (
    found.kind === "found" &&
    (found.schema === undefined || !isSearchable(found.schema) || name.split(".").length > 2)
  ) {
    const message = `The list cannot search "${name}": only a text that is stored and shown can be searched.`;
    report(path, "NOT_SEARCHABLE", message);
  }
}

/** The reference at or before the end of a path of a list of which the list has the `_id` alone. */
export function unreadReference(found: PathAnswer, path: string): UnreadReference | undefined {
  if (found.kind === "tooFar") return found;
  const reference = found.kind === "found" && found.through !== undefined && found.schema?.reference;
  return reference ? { reference: path, entity: reference.entity } : undefined;
}

type UnreadReference = Pick<TooFarPath, "reference" | "entity">;

/** Why a reference is not followed, by what names it. */
export const IN_LIST = "a list follows one reference, not two";

/** A path leads over a reference that is not followed. `why`: how far they are followed there. */
export function unreadFault(what: string, why: string, { reference, entity }: UnreadReference): Fault {
  return {
    message: `${what}, but ${why}: of "${reference}" it has only the _id.`,
    hint: `Name another field, or give these records a reference to "${entity}" of their own.`,
  };
}

/** A path leads to no field; of one through references or objects, the fault says which of its names is none. */
export function missingFault(what: string, path: string, { name, known, unshown }: MissingPath): Fault {
  if (unshown !== undefined) {
    const { entity, fields = [] } = unshown.reference;
    const all = [...fields, name].map((one) => `"${one}"`).join(", ");
    return {
      message: `${what}, but the reference "${unshown.path}" does not show "${name}" of "${entity}".`,
      hint: `Write "fields": [${all}] into the "reference" of "${unshown.path}".`,
    };
  }
  const none = path === name ? "there is no such field" : `there is no "${name}"`;
  return { message: `${what}, but ${none}.`, ...nameHints(name, known) };
}
