import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import type { Json, StoredRecord } from "../model/record.ts";
import { Combobox } from "./combobox.tsx";
import { useHost } from "./use-host.ts";
import {
  type ReferencePages,
  type ReferenceRecord,
  recordKey,
  useReferencePages,
  useReferenceRecord,
} from "./use-reference.ts";
import type { ReferenceRules, WidgetProps } from "./widget.ts";

/** Milliseconds without a key before what is typed is searched for. */
const SEARCH_DELAY = 250;

/** What is given to `ReferencePicker`: the props of a widget whose value is an `_id`, and what is chosen from. */
export interface ReferencePickerProps
  extends Omit<WidgetProps<string>, "options" | "rules" | "path" | "errors" | "value"> {
  /** The `_id` chosen; anything that is no `_id` is shown as a record that does not exist. */
  readonly value: Json | undefined;
  /** Whose records, and which field names them: a field's `rules.reference`. */
  readonly reference: ReferenceRules;
  /** Order of the choices, by a field that the entity's list sorts by; without it, the entity's own. */
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" };
}

/**
 * Picks a record of another entity: searched on the server, loaded page by page from the moment it opens, the chosen
 * one shown wherever it stands. It is in the surface, not in one plugin, because plugins never import each other and
 * a single reference, a list of them and any stranger's plugin need the very same.
 */
export function ReferencePicker(props: ReferencePickerProps): ReactNode {
  const host = useHost();
  const { mutate } = useSWRConfig();
  const { entity, label, tree } = props.reference;
  const [search, setSearch] = useState<string>();
  const asked = useSettled(search, SEARCH_DELAY);
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
  useToldOnce(failed ? chosen.error : undefined, chosenFailure);
  useToldOnce(failure?.error, failureText);

  const records = tree ? pages.records.filter((record) => record._id !== host.recordId) : pages.records;
  return (
    <>
      <Combobox
        id={props.id}
        label={props.label}
        value={id === "" ? null : id}
        text={textOf(chosen, id, label, host.message)}
        options={records.map((record) => ({ value: record._id, label: labelOf(record, label) }))}
        busy={pages.loading || (search ?? "") !== (asked ?? "")}
        empty={asked ? host.message("picker.noMatch", { search: asked }) : host.message("picker.none")}
        failure={
          failure && failureText !== undefined ? { text: failureText, onRetry: failure.retry } : undefined
        }
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
          // Known already: its label stands at once. It is still asked for, it may just have been deleted.
          if (record !== undefined) void mutate(recordKey(entity, record._id), record, { revalidate: false });
          props.onChange(value);
        }}
        onBlur={props.onBlur}
      />
      {failed && (
        <p className="combobox-note" id={noteId}>
          {chosenFailure}{" "}
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

/** What names a record to people; its `_id` where the field is empty. */
export function labelOf(record: StoredRecord, field: string): string {
  const value = Object.hasOwn(record, field) ? record[field] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : record._id;
}

function textOf(
  chosen: ReferenceRecord,
  id: string,
  label: string,
  message: (key: string) => string,
): string {
  switch (chosen.status) {
    case "found":
      return chosen.record === undefined ? id : labelOf(chosen.record, label);
    case "loading":
      return message("picker.loading");
    case "gone":
      return message("picker.gone");
    case "failed":
      return "…";
    default:
      return "";
  }
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

/** One toast for one failure, however often the widget renders. */
function useToldOnce(error: Error | undefined, text: string | undefined): void {
  const host = useHost();
  const told = useRef<Error>(undefined);
  useEffect(() => {
    if (error === undefined || text === undefined || told.current === error) return;
    told.current = error;
    host.toast("error", text);
  }, [host, error, text]);
}

/** The value once it has not changed for `delay` ms; empty ones at once. */
function useSettled(value: string | undefined, delay: number): string | undefined {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === settled) return;
    if (value === undefined || value === "") return setSettled(value);
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, settled, delay]);
  return value === undefined || value === "" ? value : settled;
}
