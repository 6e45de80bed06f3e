/** The surface for plugins: everything a plugin may import, as `admin`. */

export type { ImageRecord, Json, RecordData, StoredRecord } from "./model/record.ts";
export { Combobox, type ComboboxOption, type ComboboxProps } from "./plugin/combobox.tsx";
export type { Host, PendingWork, ReferencePage, ReferenceQuery, UploadOptions } from "./plugin/host.ts";
export { ReferencePicker, type ReferencePickerProps } from "./plugin/reference-picker.tsx";
export {
  defineServerPlugin,
  type ServerContext,
  type ServerPlugin,
  type ServerRefusal,
} from "./plugin/server-half.ts";
export { HostContext, useHost, usePendingWork, useSibling } from "./plugin/use-host.ts";
export {
  type ReferencePages,
  type ReferencePagesQuery,
  type ReferenceRecord,
  useReferencePages,
  useReferenceRecord,
} from "./plugin/use-reference.ts";
export { type CellProps, definePlugin, type WidgetProps, type WidgetRules } from "./plugin/widget.ts";
export { smallImageUrl } from "./wire/image-url.ts";
