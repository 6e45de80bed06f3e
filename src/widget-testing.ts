/** `admin/widget-testing`: vitest for plugins, in happy-dom or jsdom. */

export type { FieldHost, ReferencePage, ReferenceQuery } from "./plugin/host.ts";
export { type RenderOptions, renderWidget } from "./testing/render-widget.tsx";
