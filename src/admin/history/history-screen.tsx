import "./history.css";
import { useCallback } from "react";
import { Link } from "react-router-dom";
import useSWR from "swr";
import type { OpenEntity } from "../../wire/views.ts";
import { ApiFailure } from "../api/failure.ts";
import { getHistory } from "../api/journal.ts";
import { getVersion } from "../api/records.ts";
import { useMessage } from "../messages/use-message.ts";
import { Pending } from "../problem/chunk.tsx";
import { useApp } from "../services/app-context.tsx";
import { useClient } from "../services/services.ts";
import { useToldChanges } from "../services/use-changed-list.ts";
import { binPath, editPath, JOURNAL_PATH } from "../shell/access.ts";
import { Screen } from "../shell/screen.tsx";
import { EntryView, type RecordNow } from "./entry-view.tsx";
import { PagesEnd } from "./pages-end.tsx";
import { usePages } from "./use-pages.ts";

interface HistoryScreenProps {
  readonly open: OpenEntity;
  readonly id: string;
}

/** /<entity>/history/<id>: what was changed of a record, the latest first, and the ways back. */
export function HistoryScreen({ open, id }: HistoryScreenProps) {
  const { entity } = open;
  const say = useMessage(entity);
  const { view } = useApp();
  const client = useClient();
  const ask = useCallback(
    async (before: number | undefined, signal: AbortSignal) => {
      const { entries, ...page } = await getHistory(client, { entity: entity.id, id }, before, signal);
      return { ...page, items: entries };
    },
    [client, entity.id, id],
  );
  const pages = usePages(ask, say);
  const record = useRecordNow(open, id);
  const { items, failure } = pages;
  const title = items?.[0]?.title;
  const isOfAccount = entity.id === view.accounts.entity && view.readsJournal === true;
  const changed = () => {
    pages.reload();
    record.reload();
  };
  useToldChanges(
    ({ all, records = [], lists = [] }) =>
      all === true ||
      lists.includes(entity.id) ||
      records.some((one) => one.entity === entity.id && one._id === id),
    async (ended) => {
      record.reload();
      await pages.refresh(ended);
    },
  );
  return (
    <Screen
      name="history"
      title={say("history.title")}
      language={entity.language}
      toolbar={
        <>
          <p className="history-name" title={title}>
            {title}
          </p>
          {isOfAccount && (
            <Link className="button" to={`${JOURNAL_PATH}?${new URLSearchParams({ by: id })}`}>
              {say("history.account")}
            </Link>
          )}
          {record.now === null && open.rights.delete ? (
            <Link className="button" to={binPath(entity.id)}>
              {say("bin.open")}
            </Link>
          ) : (
            <Link className="button" to={editPath(entity.id, id)}>
              {say("history.back")}
            </Link>
          )}
        </>
      }
    >
      {items === undefined && failure === undefined && <Pending />}
      {items !== undefined && items.length === 0 && !pages.hasMore && (
        <p className="history-none" role="status">
          {say("history.empty")}
        </p>
      )}
      <ol className="history-entries" aria-label={say("history.title")} aria-busy={pages.isLoading}>
        {items?.map((entry) => (
          <EntryView key={entry.position} entry={entry} open={open} record={record.now} onChanged={changed} />
        ))}
      </ol>
      <PagesEnd pages={pages} say={say} />
    </Screen>
  );
}

/** By it is decided what can be changed back, and from this version it is: what others changed since is not overwritten unseen. */
function useRecordNow({ entity }: OpenEntity, id: string): { now: RecordNow; reload: () => void } {
  const client = useClient();
  const { data, error, mutate } = useSWR(
    ["history-record", entity.id, id],
    () => getVersion(client, entity, id),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      dedupingInterval: 0,
    },
  );
  const isGone = error instanceof ApiFailure && error.status === 404;
  return { now: isGone ? null : data, reload: () => void mutate() };
}
