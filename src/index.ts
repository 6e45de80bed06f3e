/** `admin`: all that a plugin may import from the product. Each export is documented where it is declared. */

export type { ImageRecord, Json, RecordData, StoredRecord } from "./model/record.ts";
export { Combobox } from "./plugin/combobox.tsx";
export type {
  Host,
  PendingWork,
  PrepareContext,
  ReferencePagesQuery,
  UploadOptions,
} from "./plugin/host.ts";
export { FieldFailure, OptionFault } from "./plugin/host.ts";
export { ReferencePicker, type ReferencePickerProps } from "./plugin/reference-picker.tsx";
export {
  defineServerPlugin,
  type ServerContext,
  type ServerPlugin,
  type ServerRefusal,
} from "./plugin/server-hook.ts";
export type { ComboboxOption, ComboboxProps } from "./plugin/use-combobox.ts";
export { useHost, usePendingWork, useRecord, useSibling } from "./plugin/use-host.ts";
export {
  type ReferencePages,
  type ReferenceRecord,
  useReferencePages,
  useReferenceRecord,
} from "./plugin/use-reference.ts";
export {
  type CellColumn,
  type CellProps,
  definePlugin,
  type ReferenceRules,
  type WidgetProps,
  type WidgetRules,
} from "./plugin/widget.ts";
export { clockTime, momentAt } from "./record/day.ts";
export type { MessageValues } from "./record/messages.ts";
export { formatAgo, formatTime, type TimeStyle } from "./record/moment.ts";
export { readPath } from "./record/path.ts";
export { readNumber, writeNumber } from "./record/typed-number.ts";
export { smallImageUrl } from "./wire/paths.ts";
