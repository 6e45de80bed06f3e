import type { Check } from "../draft.ts";
import { findPath, isSortable } from "../find-path.ts";
import { suggestion } from "../nearest.ts";
import { fieldNamed } from "../placed-field.ts";
import { below } from "../pointer.ts";
import { entityValues } from "./entity-values.ts";

/** Columns, search and order of a list name what can be shown, searched and sorted by. */
export const checkLists: Check = (draft, report) => {
  const entities = entityValues(draft);
  for (const { file, value: entity } of draft.entities.values()) {
    const { columns, search, defaultSort } = entity.list;
    const words = `The list of ${entity.label}`;
    const seen = new Set<string>();

    columns.forEach((column, index) => {
      const at = below("/list/columns", index);
      const found = findPath(entities, entity, column.field);
      if (found.kind === "missing") {
        const message = `${words} has a column "${column.field}", but there is no "${found.name}".${suggestion(found.name, found.known)}`;
        report(file, below(at, "field"), "UNKNOWN_FIELD", message);
      }
      if (seen.has(column.field)) {
        report(file, below(at, "field"), "FIELD_TWICE", `${words} shows "${column.field}" a second time.`);
      }
      seen.add(column.field);
      if (found.kind !== "found") return;
      if (found.labels.length === 0 && column.label === undefined) {
        report(file, at, "NO_LABEL", `The column "${column.field}" needs a "label".`);
      }
      if (column.sortable === true && !isSortable(found)) {
        const message = `${words} cannot be sorted by "${column.field}", a value of the kind "${found.valueType}".`;
        report(file, below(at, "sortable"), "NOT_SORTABLE", message);
      }
    });

    if (search !== undefined) {
      const field = fieldNamed(entity.schema.properties, search.field);
      if (field === undefined) {
        const message = `${words} searches "${search.field}", which is no field.${suggestion(search.field, Object.keys(entity.schema.properties))}`;
        report(file, "/list/search/field", "UNKNOWN_FIELD", message);
      } else if (
        field.type !== "string" ||
        field.reference !== undefined ||
        field.writeOnly === true ||
        field.formOnly === true
      ) {
        const message = `${words} cannot search "${search.field}": only a text that is stored and shown can be searched.`;
        report(file, "/list/search/field", "NOT_SEARCHABLE", message);
      }
    }

    if (defaultSort !== undefined) {
      const found = findPath(entities, entity, defaultSort.field);
      if (found.kind === "missing") {
        const message = `${words} is ordered by "${defaultSort.field}", but there is no "${found.name}".${suggestion(found.name, found.known)}`;
        report(file, "/list/defaultSort/field", "UNKNOWN_FIELD", message);
      } else if (found.kind === "found" && !isSortable(found)) {
        const message = `${words} cannot be ordered by "${defaultSort.field}", a value of the kind "${found.valueType}".`;
        report(file, "/list/defaultSort/field", "NOT_SORTABLE", message);
      }
    }
  }
};
