import { messageTables } from "../../record/messages.ts";
import "./list.css";
import "./table.css";
import "./cards.css";
import "./pager.css";
import { useCallback, useContext, useEffect, useMemo, useRef } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { Column, Entity } from "../../model/entity.ts";
import type { OpenEntity } from "../../wire/views.ts";
import { failureText, type Say } from "../messages/say.ts";
import { MessagesContext, useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { useList } from "../services/use-list.ts";
import { createPath } from "../shell/access.ts";
import { Icon } from "../shell/glyphs.tsx";
import { useRememberList } from "../shell/last-list.tsx";
import { ScreenHeading } from "../shell/screen-heading.tsx";
import { useFailureToast } from "../shell/toast.tsx";
import { type ListAddress, queryOf, readListAddress, writeListAddress } from "./list-address.ts";
import { cellMessage } from "./list-cell.tsx";
import { ListSearch } from "./list-search.tsx";
import { ListTable } from "./list-table.tsx";
import { Pager } from "./pager.tsx";
import { useCells } from "./use-cells.ts";
import { useDelete } from "./use-delete.ts";

interface ListScreenProps {
  readonly open: OpenEntity;
  /** Starts loading the form's code. */
  readonly preloadForm: () => void;
}

/** /<entity>/list: heading, search and create on one line; the table; the pager. */
export default function ListScreen({ open: { entity }, preloadForm }: ListScreenProps) {
  const { view, locale, plugins } = useApp();
  const { language: frame, messages } = useContext(MessagesContext);
  const say = useMessage(entity);
  const failed = useFailureToast(say, "list");
  const { toasts, client } = useServices();
  const { pageSize } = view.limits;
  const [address, go] = useListAddress(entity);
  const query = useMemo(() => queryOf(address, pageSize), [address, pageSize]);
  const { answer, failure, isStale, isLoading, reload } = useList(entity, query);
  const { columns, cells, missing, retry: retryCells } = useCells(entity.list.columns, plugins);

  // Another version of the config may answer with other fields.
  const shownHash = useRef(view.hash);
  useEffect(() => {
    if (shownHash.current === view.hash) return;
    shownHash.current = view.hash;
    // A failure is the list's own to say.
    reload().catch(() => undefined);
  }, [view.hash, reload]);

  useEffect(() => {
    if (failure !== undefined) failed("list.failed", failure);
  }, [failure, failed]);

  const broken = !isLoading && failure !== undefined;
  const hasRows = failure === undefined && answer !== undefined;
  const records = useMemo(() => (hasRows ? answer.records : []), [hasRows, answer]);
  const total = hasRows ? answer.total : failure === undefined ? undefined : 0;
  const settled = hasRows && !isStale && !isLoading;

  useEffect(() => {
    if (settled) toasts.clearCause("list");
  }, [settled, toasts]);

  // A page past the end, by its address or because its last row is gone: the last page that there is.
  const beyond = settled && records.length === 0 && address.page > 1;
  useEffect(() => {
    if (!beyond) return;
    const last = total === undefined ? address.page - 1 : Math.max(1, Math.ceil(total / pageSize));
    go({ page: Math.min(last, address.page - 1) }, { replace: true });
  }, [beyond, total, address.page, pageSize, go]);

  const { deleting, remove } = useDelete(entity, say);

  const message = useMemo(
    () => cellMessage(messageTables(messages, frame, entity)),
    [entity, messages, frame],
  );
  const blames = { client, configHash: view.hash, entity: entity.id };
  const loading = !broken && (beyond || isLoading || cells === undefined);

  return (
    <div className="list" lang={entity.language}>
      <div className="list-head">
        <ScreenHeading title={entity.list.title} />
        {entity.list.search && (
          <ListSearch
            search={address.search}
            placeholder={entity.list.search.placeholder}
            say={say}
            go={(search) => go({ search, page: 1 })}
          />
        )}
        <Link
          to={createPath(entity.id)}
          className="button button-primary list-create"
          onPointerEnter={preloadForm}
          onFocus={preloadForm}
        >
          <Icon name="plus" />
          {say("list.create", { label: entity.label })}
        </Link>
      </div>
      {missing.length > 0 && (
        <div className="list-cells-missing" role="status">
          <p>{say("list.cellsMissing", { columns: labels(missing, entity.language) })}</p>
          <button type="button" className="button" onClick={retryCells}>
            {say("list.retry")}
          </button>
        </div>
      )}
      <ListTable
        title={entity.list.title}
        columns={columns}
        cells={cells}
        records={records}
        loading={loading}
        stale={isStale}
        pageSize={pageSize}
        sort={address.sort}
        onSort={(sort) => go({ sort, page: 1 })}
        say={say}
        row={{
          entity: entity.id,
          labelField: entity.labelField,
          approvedField: view.accounts.entity === entity.id ? view.accounts.approved : undefined,
          locale,
          message,
          blames,
          deleting,
          remove,
          preloadForm,
        }}
      />
      {!loading && records.length === 0 && (
        <ListNotice
          label={entity.label}
          search={address.search}
          failure={broken ? failure : undefined}
          say={say}
          retry={() => void reload()}
          clear={() => go({ search: "", page: 1 })}
        />
      )}
      <Pager
        page={address.page}
        pageSize={pageSize}
        shown={records.length}
        total={total}
        go={(page) => go({ page })}
        say={say}
      />
    </div>
  );
}

function labels(columns: readonly Column[], language: string): string {
  return new Intl.ListFormat(language).format(columns.map(({ label }) => label));
}

/** What the list shows lives in the address alone; `go` changes part of it, by default as a step that Back undoes. */
export function useListAddress(
  entity: Entity,
): readonly [ListAddress, (change: Partial<ListAddress>, step?: { readonly replace: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  useRememberList(entity.id);
  const address = useMemo(() => readListAddress(params, entity), [params, entity]);
  const go = useCallback(
    (change: Partial<ListAddress>, step = { replace: false }) =>
      setParams(writeListAddress({ ...address, ...change }), step),
    [address, setParams],
  );
  return [address, go];
}

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
