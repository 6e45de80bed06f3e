import type { Say } from "../messages/say.ts";
import { Icon } from "../shell/glyphs.tsx";

interface ListNoticeProps {
  /** What one of the records is called. */
  readonly label: string;
  readonly search: string;
  /** The filters that are on, in words; "" for none. */
  readonly filters: string;
  /** undefined: nothing failed, there is nothing to show. */
  readonly failure: unknown;
  readonly say: Say;
  readonly retry: () => void;
  readonly clearSearch: () => void;
  readonly clearFilters: () => void;
}

/** In place of rows: they could not be fetched, nothing was found, or there is nothing yet. */
export function ListNotice({ label, search, filters, failure, say, ...actions }: ListNoticeProps) {
  if (failure !== undefined)
    return (
      // Why it failed is said by a toast.
      <div className="list-notice">
        <Icon name="exclamation-circle" />
        <p>{say("list.unavailable")}</p>
        <button type="button" className="button" onClick={actions.retry}>
          {say("list.retry")}
        </button>
      </div>
    );
  const key =
    filters === ""
      ? search === ""
        ? "list.empty"
        : "list.noMatch"
      : search === ""
        ? "list.noneFiltered"
        : "list.noMatchFiltered";
  return (
    <div className="list-notice" role="status">
      <Icon name={key === "list.empty" ? "inbox" : "search"} />
      <p>{say(key, { label, search, filters })}</p>
      {key !== "list.empty" && (
        <div className="list-notice-actions">
          {search !== "" && (
            <button type="button" className="button" onClick={actions.clearSearch}>
              {say("list.clear")}
            </button>
          )}
          {filters !== "" && (
            <button type="button" className="button" onClick={actions.clearFilters}>
              {say("filter.clear")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
