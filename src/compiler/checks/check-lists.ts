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
import { fieldNamed, isSearchable } from "../resolve/written-field.ts";
import type { Check, WrittenConfig } from "../written-config.ts";

/** Columns, search and order of a list name what can be shown, searched and sorted by. */
export const checkLists: Check = (config) => {
  for (const { report, value: entity } of config.entities.values()) {
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

    if (search !== undefined) {
      const field = fieldNamed(entity.schema.properties, search.field);
      if (field === undefined) {
        const message = `The list searches "${search.field}", which is no field.`;
        const hints = nameHints(search.field, Object.keys(entity.schema.properties));
        report("/list/search/field", "UNKNOWN_FIELD", { message, ...hints });
      } else if (!config.broken.has(field) && !isSearchable(field)) {
        const message = `The list cannot search "${search.field}": only a text that is stored and shown can be searched.`;
        report("/list/search/field", "NOT_SEARCHABLE", message);
      }
    }

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
