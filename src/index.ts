/** The surface for plugins: everything of the machine that a plugin may import, as `admin`. Docs stand where things are declared. */

export { readPath } from "./model/read-path.ts";
export type { ImageRecord, Json, RecordData, StoredRecord } from "./model/record.ts";
export { Combobox, type ComboboxOption, type ComboboxProps } from "./plugin/combobox.tsx";
export { FieldFailure } from "./plugin/field-failure.ts";
export type { Host, MessageValues, PendingWork, PrepareContext, UploadOptions } from "./plugin/host.ts";
export { OptionFault } from "./plugin/option-fault.ts";
export { ReferencePicker, type ReferencePickerProps } from "./plugin/reference-picker.tsx";
export {
  defineServerPlugin,
  type ServerContext,
  type ServerPlugin,
  type ServerRefusal,
} from "./plugin/server-half.ts";
export { useHost, usePendingWork, useRecord, useSibling } from "./plugin/use-host.ts";
export {
  type ReferencePages,
  type ReferencePagesQuery,
  type ReferenceRecord,
  useReferencePages,
  useReferenceRecord,
} from "./plugin/use-reference.ts";
export {
  type CellProps,
  definePlugin,
  type ReferenceRules,
  type WidgetProps,
  type WidgetRules,
} from "./plugin/widget.ts";
export { smallImageUrl } from "./wire/image-url.ts";
