/** `admin/widget-testing`: vitest for plugins, in happy-dom or jsdom. */

export type { Asked } from "./admin/recording/asked.ts";
export {
  type GivenRecord,
  type GivenReferences,
  givenPage,
  storedRecord,
} from "./admin/recording/given-references.ts";
export type { PlayedSave, SavePlan } from "./admin/recording/played-save.ts";
export type { Behaviour, Effect, RecordingHost } from "./admin/recording/recording-host.ts";
export type { FieldHost, ReferencePage, ReferenceQuery } from "./plugin/host.ts";
export type { GivenField } from "./testing/given-plugin.ts";
export { type CellGiven, renderCell } from "./testing/render-cell.tsx";
export { renderWidget, type WidgetGiven } from "./testing/render-widget.tsx";
