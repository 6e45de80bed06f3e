import { failureText } from "../messages/failure-text.ts";
import type { Say } from "../messages/say.ts";
import { Icon } from "../shell/icon.tsx";

interface ListNoticeProps {
  readonly label: string;
  readonly search: string;
  /** undefined: nothing failed, there is nothing to show. */
  readonly failure: unknown;
  readonly say: Say;
  readonly retry: () => void;
  readonly clear: () => void;
}

/** In place of rows: could not be fetched, nothing found, nothing there yet. */
export function ListNotice({ label, search, failure, say, retry, clear }: ListNoticeProps) {
  if (failure !== undefined)
    return (
      <div className="list-notice">
        <Icon name="exclamation-circle" />
        <p>{say("list.failed", { reason: failureText(failure, say) })}</p>
        <button type="button" className="button" onClick={retry}>
          {say("list.retry")}
        </button>
      </div>
    );
  if (search !== "")
    return (
      <div className="list-notice" role="status">
        <Icon name="search" />
        <p>{say("list.noMatch", { label, search })}</p>
        <button type="button" className="button" onClick={clear}>
          {say("list.clear")}
        </button>
      </div>
    );
  return (
    <div className="list-notice" role="status">
      <Icon name="inbox" />
      <p>{say("list.empty", { label })}</p>
    </div>
  );
}
