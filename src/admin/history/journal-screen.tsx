import "./history.css";
import "./journal.css";
import { type ReactNode, useCallback, useMemo } from "react";
import { Link } from "react-router-dom";
import { dayOf } from "../../record/day.ts";
import type { HistoryEntry, HistoryEvent } from "../../wire/journal.ts";
import type { OpenEntity } from "../../wire/views.ts";
import { getJournal, type HistoryQuery, isHistoryEvent } from "../api/journal.ts";
import type { Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { Pending } from "../problem/chunk.tsx";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { useToldChanges } from "../services/use-changed-list.ts";
import { historyPath, openEntities } from "../shell/access.ts";
import { Icon } from "../shell/glyphs.tsx";
import { Screen } from "../shell/screen.tsx";
import { useFailureToast } from "../shell/toast.tsx";
import { EntryView } from "./entry-view.tsx";
import { EventView } from "./event-view.tsx";
import { journalQuery, useJournalFilters } from "./journal-address.ts";
import { changesCsv, collectChanges } from "./journal-csv.ts";
import { JournalFilterBar } from "./journal-filter-bar.tsx";
import { PagesEnd } from "./pages-end.tsx";
import { usePages } from "./use-pages.ts";

/** /journal: what was changed of all records, as far as this person may see them. */
export function JournalScreen() {
  const say = useMessage();
  const { view, user } = useApp();
  const { client } = useServices();
  const open = useMemo(() => openEntities(view, user), [view, user]);
  const ids = useMemo(() => open.map(({ entity }) => entity.id), [open]);
  const [filters, go] = useJournalFilters(ids);
  const query = useMemo(() => journalQuery(filters, view.timeZone), [filters, view.timeZone]);
  const ask = useCallback(
    async (before: number | undefined, signal: AbortSignal) => {
      const { entries, ...page } = await getJournal(client, query, before, signal);
      return { ...page, items: entries };
    },
    [client, query],
  );
  const pages = usePages(ask, say);
  useToldChanges(
    ({ all, events, records = [], lists = [] }) =>
      all === true || events === true || records.length + lists.length > 0,
    pages.refresh,
  );
  const save = useCsv(query, open, say);
  const { items, failure } = pages;
  const shown = (items ?? []).flatMap((entry): ReactNode => {
    const author = <Author entry={entry} choose={(by) => go({ by })} />;
    if (isHistoryEvent(entry))
      return <EventView key={entry.position} event={entry} author={author} say={say} />;
    const found = open.find(({ entity }) => entity.id === entry.entity);
    if (found === undefined) return [];
    return (
      <EntryView
        key={entry.position}
        entry={entry}
        open={found}
        record={undefined}
        subject={<Subject entry={entry} open={found} />}
        author={author}
        onChanged={pages.reload}
        spoken={{ say, language: view.language }}
      />
    );
  });
  return (
    <Screen
      name="journal"
      title={say("journal.title")}
      toolbar={
        <button type="button" className="button" onClick={save}>
          <Icon name="download" />
          {say("journal.export")}
        </button>
      }
    >
      <JournalFilterBar filters={filters} go={go} open={open} entries={items ?? []} say={say} />
      {items === undefined && failure === undefined && <Pending />}
      {shown.length === 0 && items !== undefined && !pages.hasMore && (
        <p className="history-none" role="status">
          {say("journal.empty")}
        </p>
      )}
      <ol className="history-entries" aria-label={say("journal.title")} aria-busy={pages.isLoading}>
        {shown}
      </ol>
      <PagesEnd
        pages={pages}
        say={say}
        more={<More isShort={isShort(pages.lastCount)} pages={pages} say={say} />}
      />
    </Screen>
  );
}

/** Fewer than a page has: the server has looked at as many as it does at a time. */
const isShort = (count: number) => count < 20;

interface MoreProps {
  readonly isShort: boolean;
  readonly pages: { readonly isLoading: boolean; readonly more: () => void };
  readonly say: Say;
}

function More({ isShort, pages, say }: MoreProps) {
  return (
    <div className="journal-more">
      {isShort && (
        <p className="history-quiet" role="status">
          {say("journal.partial")}
        </p>
      )}
      <button type="button" className="button" aria-busy={pages.isLoading} onClick={pages.more}>
        {say(isShort ? "journal.goOn" : "history.more")}
      </button>
    </div>
  );
}

interface SubjectProps {
  readonly entry: HistoryEntry;
  readonly open: OpenEntity;
}

/** Leads to the record's own history, which is there for a deleted one too. */
function Subject({ entry: { entity, _id, title }, open }: SubjectProps) {
  return (
    <p className="journal-subject">
      <Link to={historyPath(entity, _id)}>{title}</Link>
      <span className="history-quiet">{open.entity.label}</span>
    </p>
  );
}

interface AuthorProps {
  readonly entry: HistoryEntry | HistoryEvent;
  readonly choose: (account: string) => void;
}

/** All that the account changed is one press away. */
function Author({ entry: { by, byId }, choose }: AuthorProps) {
  const say = useMessage();
  if (by === null || byId === null) return by ?? say("history.system");
  return (
    <button type="button" className="journal-author" onClick={() => choose(byId)}>
      {by}
    </button>
  );
}

/** Saves what the filters find as a file. */
function useCsv(query: HistoryQuery, open: readonly OpenEntity[], say: Say): () => void {
  const { client, overlays, toasts } = useServices();
  const { view } = useApp();
  const failed = useFailureToast(say, "screen");
  async function save(): Promise<void> {
    toasts.clearCause("screen");
    try {
      const { entries, isCut } = await overlays.run(
        say("journal.exporting", { count: 0 }),
        (work) => collectChanges(client, query, work, say),
        { cancel: say("overlay.cancel"), language: view.language, offersAtOnce: true },
      );
      download(
        changesCsv(entries, { open, style: view, say }),
        `journal-${dayOf(new Date(), view.timeZone)}.csv`,
      );
      if (isCut) toasts.show("warning", say("journal.exportCut", { count: entries.length }), "screen");
    } catch (error) {
      failed("journal.exportFailed", error);
    }
  }
  return () => void save();
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read it only after the press.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
