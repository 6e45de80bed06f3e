import "./pager.css";
import type { OpenEntity } from "../../wire/views.ts";
import type { Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { Icon } from "../shell/glyphs.tsx";
import { Screen } from "../shell/screen.tsx";
import { ListSearch } from "./list-search.tsx";
import { CreateLink } from "./list-skeleton.tsx";
import { ListTable } from "./list-table.tsx";
import { Pager } from "./pager.tsx";
import { useListScreen } from "./use-list-screen.ts";
import { ViewSettings } from "./views/view-settings.tsx";
import { ViewTabs } from "./views/view-tabs.tsx";

interface ListScreenProps {
  readonly open: OpenEntity;
  /** Starts loading the form's code. */
  readonly preloadForm: () => void;
}

/** /<entity>/list: heading, search and create on one line; the table; the pager. */
export default function ListScreen({ open: { entity }, preloadForm }: ListScreenProps) {
  const say = useMessage(entity);
  const list = useListScreen(entity, say);
  const { address, go, layout, failure, records, isLoading } = list;
  const { pageSize } = layout;
  const missing = new Intl.ListFormat(entity.language).format(list.missing.map(({ label }) => label));
  return (
    <Screen
      name="list"
      title={entity.list.title}
      language={entity.language}
      toolbar={
        <>
          {entity.list.search && (
            <ListSearch
              search={address.search}
              placeholder={entity.list.search.placeholder}
              say={say}
              go={(search) => go({ search, page: 1 })}
            />
          )}
          <ViewSettings entity={entity} address={address} layout={layout} go={go} say={say} />
          <CreateLink entity={entity} say={say} preloadForm={preloadForm} />
        </>
      }
    >
      <ViewTabs entity={entity} address={address} layout={layout} say={say} />
      {list.missing.length > 0 && (
        <div className="list-cells-missing" role="status">
          <p>{say("list.cellsMissing", { columns: missing })}</p>
          <button type="button" className="button" onClick={list.retry}>
            {say("list.retry")}
          </button>
        </div>
      )}
      <ListTable
        title={entity.list.title}
        list={list}
        pageSize={pageSize}
        say={say}
        preloadForm={preloadForm}
      />
      {!isLoading && records.length === 0 && (
        <ListNotice
          label={entity.label}
          view={layout.view?.label}
          search={address.search}
          failure={failure}
          say={say}
          retry={list.reload}
          clear={() => go({ search: "", page: 1 })}
        />
      )}
      {(failure === undefined || address.page > 1) && (
        <Pager
          page={address.page}
          pageSize={pageSize}
          shown={records.length}
          total={list.total}
          go={(page) => go({ page })}
          say={say}
        />
      )}
    </Screen>
  );
}

interface ListNoticeProps {
  readonly label: string;
  /** undefined: all records. */
  readonly view: string | undefined;
  readonly search: string;
  /** undefined: nothing failed, there is nothing to show. */
  readonly failure: unknown;
  readonly say: Say;
  readonly retry: () => void;
  readonly clear: () => void;
}

/** In place of rows: they could not be fetched, nothing was found, or there is nothing yet. */
function ListNotice({ label, view, search, failure, say, retry, clear }: ListNoticeProps) {
  const hasFailed = failure !== undefined;
  const none = view === undefined ? say("list.empty", { label }) : say("view.empty", { label, view });
  const found = search === "" ? none : say("list.noMatch", { label, search });
  return (
    // Why it failed is said by a toast.
    <div className="list-notice" role={hasFailed ? undefined : "status"}>
      <Icon name={hasFailed ? "exclamation-circle" : search === "" ? "inbox" : "search"} />
      <p>{hasFailed ? say("list.unavailable") : found}</p>
      {(hasFailed || search !== "") && (
        <button type="button" className="button" onClick={hasFailed ? retry : clear}>
          {say(hasFailed ? "list.retry" : "list.clear")}
        </button>
      )}
    </div>
  );
}
