/** `admin/widget-testing`: vitest for plugins, in happy-dom or jsdom. */

export type { FieldHost, ReferencePage, ReferenceQuery } from "./plugin/host.ts";
export type { Asked } from "./workbench/recording/asked.ts";
export {
  type GivenRecord,
  type GivenReferences,
  givenPage,
  storedRecord,
} from "./workbench/recording/given-references.ts";
export type { PlayedSave, SavePlan } from "./workbench/recording/played-save.ts";
export type { Behaviour, Effect, RecordingHost } from "./workbench/recording/recording-host.ts";
export type { GivenField } from "./workbench/testing/given-plugin.ts";
export { type CellGiven, renderCell } from "./workbench/testing/render-cell.tsx";
export { renderWidget, type WidgetGiven } from "./workbench/testing/render-widget.tsx";
