import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import type { Json, StoredRecord } from "../model/record.ts";
import type { TimeStyle } from "../record/moment.ts";
import { recordTitle } from "../record/title.ts";
import { Combobox } from "./combobox.tsx";
import type { Host } from "./host.ts";
import { useFieldHost, useHost } from "./use-host.ts";
import {
  type ReferencePages,
  type ReferenceRecord,
  recordKey,
  useReferencePages,
  useReferenceRecord,
} from "./use-reference.ts";
import type { ReferenceRules, WidgetProps } from "./widget.ts";

const SEARCH_DEBOUNCE_MS = 250;

/** The props of a widget whose value is an `_id`, and those of the choices. */
export interface ReferencePickerProps
  extends Omit<
    WidgetProps<string>,
    "options" | "rules" | "path" | "errors" | "value" | "locale" | "timeZone"
  > {
  /** The chosen `_id`; any other value is shown as a record that does not exist. */
  readonly value: Json | undefined;
  /** The field's `rules.reference`. */
  readonly reference: ReferenceRules;
  /** Order of the choices, by a sortable column of the entity's list; without it, the entity's own order. */
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" };
}

/**
 * Picks a record of another entity. The server searches; the choices are loaded page by page when the list opens. It is part
 * of the surface since several plugins need it, and plugins never import each other.
 */
export function ReferencePicker(props: ReferencePickerProps): ReactNode {
  const host = useFieldHost();
  const { mutate } = useSWRConfig();
  const { entity, tree } = props.reference;
  const nameOf = (record: StoredRecord) => referredName(props.reference, record, host.timeStyle);
  const [search, setSearch] = useState<string>();
  const asked = useDebounced(search);
  const open = search !== undefined;
  const pages = useReferencePages(open ? { entity, search: asked ?? "", ...sortOf(props) } : undefined);
  const id = idOf(props.value);
  const chosen = useReferenceRecord(entity, id);
  const noteId = `${props.id}-chosen`;
  const failed = chosen.status === "failed";

  const reason = (error: Error) => ({ reason: error.message });
  const chosenFailure = chosen.error && host.message("picker.chosenFailed", reason(chosen.error));
  const failure = failureOf(pages, asked ?? "");
  const failureText = failure && host.message(failure.key, reason(failure.error));
  useErrorToast(failed ? chosen.error : undefined, chosenFailure);
  useErrorToast(failure?.error, failureText);
  // The toast says why.
  const unavailable = host.message("picker.unavailable");

  const records = tree ? pages.records.filter((record) => record._id !== host.recordId) : pages.records;
  return (
    <>
      <Combobox
        id={props.id}
        label={props.label}
        value={id === "" ? null : id}
        text={textOf(chosen, nameOf, host.message)}
        options={records.map((record) => ({ value: record._id, label: nameOf(record) }))}
        busy={pages.loading || (search ?? "") !== (asked ?? "")}
        empty={asked ? host.message("picker.noMatch", { search: asked }) : host.message("picker.none")}
        failure={failure && { text: unavailable, onRetry: failure.retry }}
        more={pages.hasMore ? { loading: pages.loadingMore, onMore: pages.loadMore } : undefined}
        clearable={!props.required}
        required={props.required}
        disabled={props.disabled}
        readOnly={props.readOnly}
        invalid={props.invalid}
        describedBy={failed ? [props.describedBy, noteId].filter(Boolean).join(" ") : props.describedBy}
        placeholder={props.placeholder}
        onSearch={setSearch}
        onChange={(value) => {
          const record = records.find((one) => one._id === value);
          // Shows its label at once. It is still loaded, since it may have been deleted.
          if (record !== undefined) void mutate(recordKey(entity, record._id), record, { revalidate: false });
          props.onChange(value);
        }}
        onBlur={props.onBlur}
      />
      {failed && (
        <p className="combobox-note" id={noteId}>
          {unavailable}{" "}
          <button type="button" onClick={chosen.retry}>
            {host.message("picker.retry")}
          </button>
        </p>
      )}
    </>
  );
}

function sortOf({ sort }: ReferencePickerProps) {
  return sort === undefined ? {} : { sortField: sort.field, sortOrder: sort.order };
}

function idOf(value: Json | undefined): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

/** What a record that is referred to is called; its `_id` where nothing of that is filled in. */
export function referredName(
  { label, title = [{ field: label, valueType: "string" }] }: Pick<ReferenceRules, "label" | "title">,
  record: StoredRecord,
  style: TimeStyle,
): string {
  return recordTitle({ display: { title } }, record, style);
}

function textOf(
  { status, record }: ReferenceRecord,
  nameOf: (record: StoredRecord) => string,
  message: Host["message"],
): string {
  if (record !== undefined) return nameOf(record);
  if (status === "loading" || status === "gone") return message(`picker.${status}`);
  return status === "failed" ? "…" : "";
}

function failureOf(pages: ReferencePages, search: string) {
  if (pages.error !== undefined)
    return {
      key: search === "" ? "form.optionsFailed" : "picker.searchFailed",
      error: pages.error,
      retry: pages.retry,
    };
  if (pages.moreError !== undefined)
    return { key: "picker.moreFailed", error: pages.moreError, retry: pages.loadMore };
  return undefined;
}

/** Shows one toast for each error, however often the widget renders. */
function useErrorToast(error: Error | undefined, text: string | undefined): void {
  const host = useHost();
  const shown = useRef<Error>(undefined);
  useEffect(() => {
    if (error === undefined || text === undefined || shown.current === error) return;
    shown.current = error;
    host.toast("error", text);
  }, [host, error, text]);
}

/** The text after a pause in typing; an empty one at once. */
function useDebounced(text: string | undefined): string | undefined {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    if (!text) return setDebounced(text);
    const timer = setTimeout(() => setDebounced(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text ? debounced : text;
}
