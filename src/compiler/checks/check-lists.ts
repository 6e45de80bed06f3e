import type { FieldSchema } from "../../model/field-schema.ts";
import { valueWords } from "../../model/value-type.ts";
import { below } from "../../record/path.ts";
import type { Check } from "../written-config.ts";
import { nameHints } from "../report/nearest.ts";
import { findPath, isSortable } from "../resolve/find-path.ts";
import { fieldNamed } from "../resolve/written-field.ts";

/** Columns, search and order of a list name what can be shown, searched and sorted by. */
export const checkLists: Check = (config, report) => {
  for (const { file, value: entity } of config.entities.values()) {
    const { columns, search, defaultSort } = entity.list;
    const seen = new Set<string>();

    columns.forEach((column, index) => {
      const at = below("/list/columns", index);
      const found = findPath(config, entity, column.field);
      if (found.kind === "missing") {
        const message = missingField(`The column shows "${column.field}"`, column.field, found.name);
        const hints = nameHints(found.name, found.known);
        report(file, below(at, "field"), "UNKNOWN_FIELD", { message, ...hints });
      }
      if (seen.has(column.field)) {
        report(file, below(at, "field"), "FIELD_TWICE", `The list shows "${column.field}" a second time.`);
      }
      seen.add(column.field);
      if (found.kind !== "found") return;
      if (found.leftOut) {
        const message = `The column shows "${column.field}", which lists are answered without.`;
        report(file, below(at, "field"), "NOT_LISTED", message);
        return;
      }
      if (found.labels.length === 0 && column.label === undefined) {
        report(file, at, "NO_LABEL", {
          message: `The column "${column.field}" has no heading: it shows no field that has a title.`,
          hint: 'Add "label": "…" to the column.',
        });
      }
      if (column.sortable === true && !isSortable(found)) {
        const message = `The list cannot be sorted by "${column.field}": it is ${valueWords(found.valueType)}.`;
        report(file, below(at, "sortable"), "NOT_SORTABLE", { message, hint: 'Remove "sortable".' });
      }
    });

    if (search !== undefined) {
      const field = fieldNamed(entity.schema.properties, search.field);
      if (field === undefined) {
        const message = `The list searches "${search.field}", which is no field.`;
        const hints = nameHints(search.field, Object.keys(entity.schema.properties));
        report(file, "/list/search/field", "UNKNOWN_FIELD", { message, ...hints });
      } else if (!config.broken.has(field) && !isSearchable(field)) {
        const message = `The list cannot search "${search.field}": only a text that is stored and shown can be searched.`;
        report(file, "/list/search/field", "NOT_SEARCHABLE", message);
      }
    }

    if (defaultSort !== undefined) {
      const found = findPath(config, entity, defaultSort.field);
      if (found.kind === "missing") {
        const message = missingField(
          `The list is ordered by "${defaultSort.field}"`,
          defaultSort.field,
          found.name,
        );
        const hints = nameHints(found.name, found.known);
        report(file, "/list/defaultSort/field", "UNKNOWN_FIELD", { message, ...hints });
      } else if (found.kind === "found" && !isSortable(found)) {
        const message = `The list cannot be ordered by "${defaultSort.field}": it is ${valueWords(found.valueType)}.`;
        report(file, "/list/defaultSort/field", "NOT_SORTABLE", message);
      }
    }
  }
};

function isSearchable({ type, reference, writeOnly, formOnly }: FieldSchema): boolean {
  return type === "string" && reference === undefined && writeOnly !== true && formOnly !== true;
}

/** Of a path through references or objects, which of its names it is. */
export function missingField(what: string, path: string, name: string): string {
  return path === name ? `${what}, but there is no such field.` : `${what}, but there is no "${name}".`;
}
