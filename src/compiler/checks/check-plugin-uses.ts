import { below } from "../../record/path.ts";
import type { Check, WrittenConfig, FieldSet, Report } from "../written-config.ts";
import { findPath } from "../resolve/find-path.ts";
import { cellOf, type PluginAnswer, widgetOf } from "../resolve/plugin-use.ts";
import type { WrittenField } from "../resolve/written-field.ts";
import type { JsonFile } from "../source/json-file.ts";

/** Every field has a widget and every column a cell that can do with its value and its options. */
export const checkPluginUses: Check = function* (config, report) {
  for (const set of config.fieldSets) {
    yield;
    for (const field of set.fields.filter((field) => field.parent === undefined)) {
      checkWidgets(config, field, set, false, report);
    }
  }
  for (const { file, value: entity } of config.entities.values()) {
    entity.list.columns.forEach((column, index) => {
      const found = findPath(config, entity, column.field);
      // What cannot be in a list needs no cell.
      if (found.kind !== "found" || found.leftOut) return;
      const named = { name: column.cell, options: column.options ?? {} };
      const answer = cellOf(config.plugins, found.valueType, named);
      reportFaults(answer, below("/list/columns", index), file, report);
    });
  }
};

function checkWidgets(
  config: WrittenConfig,
  field: WrittenField,
  set: FieldSet,
  insideWidget: boolean,
  report: Report,
): void {
  const answer = widgetOf(config.plugins, field.schema, insideWidget);
  reportFaults(answer, field.path, set.file, report);
  const inside = insideWidget || answer.kind !== "none";
  for (const nested of set.fields.filter((other) => other.parent === field)) {
    checkWidgets(config, nested, set, inside, report);
  }
}

function reportFaults(answer: PluginAnswer, at: string, file: JsonFile, report: Report): void {
  if (answer.kind !== "faults") return;
  for (const { code, path, part, ...fault } of answer.faults) report(file, `${at}${path}`, code, fault, part);
}
