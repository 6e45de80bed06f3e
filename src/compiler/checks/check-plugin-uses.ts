import { below } from "../../record/path.ts";
import type { Report } from "../report/reported-faults.ts";
import { findPath } from "../resolve/find-path.ts";
import { cellOf, type PluginAnswer, widgetOfField } from "../resolve/plugin-use.ts";
import type { Check } from "../written-config.ts";
import { unreadReference } from "./check-lists.ts";

/** Every field has a widget and every column a cell that takes its value and its options. */
export const checkPluginUses: Check = function* (config) {
  for (const { fields, report } of config.fieldSets) {
    yield;
    for (const field of fields) reportFaults(widgetOfField(config.plugins, field), field.path, report);
  }
  for (const { report, value: entity } of config.entities.values()) {
    entity.list.columns.forEach((column, index) => {
      const found = findPath(config, entity, column.field);
      // A field that cannot be in a list needs no cell.
      if (found.kind !== "found" || found.leftOut || unreadReference(found, column.field)) return;
      const answer = cellOf(config.plugins, found.valueType, column);
      reportFaults(answer, below("/list/columns", index), report);
    });
  }
};

function reportFaults(answer: PluginAnswer, at: string, report: Report): void {
  if (answer.kind !== "faults") return;
  for (const { code, path, part, ...fault } of answer.faults) report(`${at}${path}`, code, fault, part);
}
