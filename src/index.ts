/** The surface for plugins: everything a plugin may import, as `admin`. */

export type { ImageRecord, Json, RecordData, StoredRecord } from "./model/record.ts";
export type { Host, PendingWork, ReferencePage, ReferenceQuery, UploadOptions } from "./plugin/host.ts";
export {
  defineServerPlugin,
  type ServerContext,
  type ServerPlugin,
  type ServerRefusal,
} from "./plugin/server-half.ts";
export { HostContext, useHost, usePendingWork, useSibling } from "./plugin/use-host.ts";
export { type CellProps, definePlugin, type WidgetProps, type WidgetRules } from "./plugin/widget.ts";
export { smallImageUrl } from "./wire/image-url.ts";
