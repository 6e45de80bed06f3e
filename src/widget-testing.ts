/** `admin/widget-testing`: tests of plugins in vitest, with happy-dom or jsdom. */

export type { FieldHost, ReferencePage, ReferenceQuery } from "./plugin/host.ts";
export type { RecordingHost } from "./workbench/harness/field-form.ts";
export {
  type GivenRecord,
  type GivenReferences,
  givenPage,
  storedRecord,
} from "./workbench/harness/given-references.ts";
export type { PlayedSave, SavePlan } from "./workbench/harness/played-save.ts";
export type { Behaviour, Effect, HostCall as Asked } from "./workbench/harness/recording-host.ts";
export type { GivenField } from "./workbench/testing/given-plugin.ts";
export { type CellGiven, renderCell } from "./workbench/testing/render-cell.tsx";
export { renderWidget, type WidgetGiven } from "./workbench/testing/render-widget.tsx";
