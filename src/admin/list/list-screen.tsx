import "./pager.css";
import { Link } from "react-router-dom";
import type { OpenEntity } from "../../wire/views.ts";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { binPath } from "../shell/access.ts";
import { Screen } from "../shell/screen.tsx";
import { FilterBar } from "./filter/filter-bar.tsx";
import { ListNotice } from "./list-notice.tsx";
import { ListSearch } from "./list-search.tsx";
import { CreateLink } from "./list-skeleton.tsx";
import { ListTable } from "./list-table.tsx";
import { Pager, totalText } from "./pager.tsx";
import { useListScreen } from "./use-list-screen.ts";
import { ViewSettings } from "./views/view-settings.tsx";
import { ViewTabs } from "./views/view-tabs.tsx";

interface ListScreenProps {
  readonly open: OpenEntity;
  /** Starts loading the form's code. */
  readonly preloadForm: () => void;
}

/** /<entity>/list: heading, search and create on one line; the filters; the table; the pager. */
export default function ListScreen({ open: { entity, rights }, preloadForm }: ListScreenProps) {
  const say = useMessage(entity);
  const { locale } = useApp();
  const list = useListScreen(entity, say);
  const { address, go, layout, failure, records, isLoading } = list;
  const { pageSize } = layout;
  const total = totalText(list.total, locale, say);
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
      {entity.list.filters.length > 0 && (
        <FilterBar
          entity={entity}
          filter={address.filter}
          total={total}
          change={(filter, step) => go({ filter, page: 1 }, step)}
          say={say}
        />
      )}
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
          entity={entity}
          address={address}
          view={layout.view?.label}
          failure={failure}
          say={say}
          retry={list.reload}
          go={go}
        />
      )}
      {(failure === undefined || address.page > 1) && (
        <Pager
          page={address.page}
          pageSize={pageSize}
          shown={records.length}
          total={list.total}
          text={total}
          go={(page) => go({ page })}
          say={say}
        >
          {rights.delete && <Link to={binPath(entity.id)}>{say("bin.open")}</Link>}
        </Pager>
      )}
    </Screen>
  );
}
