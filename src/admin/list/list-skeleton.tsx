import "./list.css";
import "./table.css";
import "./cards.css";
import "./views/view-tabs.css";
import { Link } from "react-router-dom";
import type { Entity } from "../../model/entity.ts";
import type { Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { createPath, rightsTo } from "../shell/access.ts";
import { Icon } from "../shell/glyphs.tsx";
import { Screen } from "../shell/screen.tsx";
import { useListLayout } from "./views/use-list-layout.ts";

interface PendingListProps {
  readonly entity: Entity;
  readonly preloadForm: () => void;
}

/** A list's screen while its code is loading: all that the config says of it, and rows of the right height. */
export function PendingList({ entity, preloadForm }: PendingListProps) {
  const say = useMessage(entity);
  const { columns, pageSize, hasTabs } = useListLayout(entity);
  const { title, search, filters } = entity.list;
  return (
    <Screen
      name="list"
      title={title}
      language={entity.language}
      isPending
      toolbar={
        <>
          {search && <span className="list-search list-search-pending" />}
          <span className="button view-settings" aria-hidden="true" />
          <CreateLink entity={entity} say={say} preloadForm={preloadForm} />
        </>
      }
    >
      {hasTabs && <div className="view-tabs" />}
      {filters.length > 0 && <div className="filter-bar-pending" />}
      <div className="table-box">
        <table className="table" aria-label={title} aria-busy="true">
          <thead>
            <tr className="table-unsettled">
              {columns.map(({ field, label, sortable }) => (
                <th key={field} scope="col">
                  {sortable ? <span className="sort">{label}</span> : label}
                </th>
              ))}
              <th scope="col" className="table-actions" />
            </tr>
          </thead>
          <tbody>
            <SkeletonRows rows={pageSize} columns={columns.length + 1} label={say("list.loading")} />
          </tbody>
        </table>
      </div>
    </Screen>
  );
}

interface CreateLinkProps extends PendingListProps {
  readonly say: Say;
}

/** Nothing for whoever may make no new records. */
export function CreateLink({ entity, say, preloadForm }: CreateLinkProps) {
  const { view } = useApp();
  if (rightsTo(view, entity.id)?.create !== true) return null;
  return (
    <Link
      to={createPath(entity.id)}
      className="button button-primary list-create"
      onPointerEnter={preloadForm}
      onFocus={preloadForm}
    >
      <Icon name="plus" />
      {say("list.create", { label: entity.label })}
    </Link>
  );
}

interface SkeletonRowsProps {
  readonly rows: number;
  readonly columns: number;
  readonly label: string;
}

/** As many rows of the right height as a page has: nothing moves when the records arrive. */
export function SkeletonRows({ rows, columns, label }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
    <tr key={row} className="skeleton-row" aria-hidden={row > 0}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
        <td key={column}>
          {row === 0 && column === 0 && (
            <span className="unseen" role="status">
              {label}
            </span>
          )}
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ));
}
