import { below } from "../../record/path.ts";
import type { Check, Draft, FieldSet, Report } from "../draft.ts";
import { findPath } from "../resolve/find-path.ts";
import { cellOf, type PluginAnswer, widgetOf } from "../resolve/plugin-use.ts";
import type { WrittenField } from "../resolve/written-field.ts";
import type { JsonFile } from "../source/json-file.ts";

/** Every field has a widget and every column a cell that can do with its value and its options. */
export const checkPluginUses: Check = function* (draft, report) {
  for (const set of draft.fieldSets) {
    yield;
    for (const field of set.fields.filter((field) => field.parent === undefined)) {
      checkWidgets(draft, field, set, false, report);
    }
  }
  for (const { file, value: entity } of draft.entities.values()) {
    entity.list.columns.forEach((column, index) => {
      const found = findPath(draft, entity, column.field);
      // What cannot be in a list needs no cell.
      if (found.kind !== "found" || found.leftOut) return;
      const named = { name: column.cell, options: column.options ?? {} };
      const answer = cellOf(draft.plugins, found.valueType, named);
      reportFaults(answer, below("/list/columns", index), file, report);
    });
  }
};

function checkWidgets(
  draft: Draft,
  field: WrittenField,
  set: FieldSet,
  insideWidget: boolean,
  report: Report,
): void {
  const answer = widgetOf(draft.plugins, field.schema, insideWidget);
  reportFaults(answer, field.path, set.file, report);
  const inside = insideWidget || answer.kind !== "none";
  for (const nested of set.fields.filter((other) => other.parent === field)) {
    checkWidgets(draft, nested, set, inside, report);
  }
}

function reportFaults(answer: PluginAnswer, at: string, file: JsonFile, report: Report): void {
  if (answer.kind !== "faults") return;
  for (const { code, path, part, ...fault } of answer.faults) report(file, `${at}${path}`, code, fault, part);
}
