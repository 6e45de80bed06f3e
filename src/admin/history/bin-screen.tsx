import "./history.css";
import "./bin.css";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { formatTime } from "../../record/moment.ts";
import type { BinRecord } from "../../wire/journal.ts";
import type { OpenEntity } from "../../wire/views.ts";
import { getBin, restoreRecord } from "../api/journal.ts";
import { useKeptFocus } from "../list/use-kept-focus.ts";
import type { Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { Pending } from "../problem/chunk.tsx";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { useToldChanges } from "../services/use-changed-list.ts";
import { useOutdateLists } from "../services/use-list.ts";
import { editPath, historyPath, listPath } from "../shell/access.ts";
import { useBinnedImage } from "../shell/kept-picture.tsx";
import { Ago, RecordThumb } from "../shell/record-parts.tsx";
import { Screen } from "../shell/screen.tsx";
import { useFailureToast } from "../shell/toast.tsx";
import { PagesEnd } from "./pages-end.tsx";
import { usePages } from "./use-pages.ts";
import { isPurgeable, usePurge } from "./use-purge.ts";

/** /<entity>/bin: what was deleted and can be restored, the last deleted first. */
export function BinScreen({ open: { entity } }: { readonly open: OpenEntity }) {
  const say = useMessage(entity);
  const { client } = useServices();
  const ask = useCallback(
    async (before: number | undefined, signal: AbortSignal) => {
      const { records, ...page } = await getBin(client, entity.id, before, signal);
      return { ...page, items: records };
    },
    [client, entity.id],
  );
  const pages = usePages(ask, say);
  const { failure } = pages;
  const restoring = useRestore(entity, say, pages.refresh);
  const items = pages.items && withRestored(pages.items, restoring.restored);
  useToldChanges(
    ({ all, records = [], lists = [] }) =>
      all === true || lists.includes(entity.id) || records.some((one) => one.entity === entity.id),
    pages.refresh,
  );
  const { purge, empty } = usePurge(entity, say, pages.reload);
  const title = say("bin.title", { title: entity.list.title });
  return (
    <Screen
      name="bin"
      title={title}
      language={entity.language}
      toolbar={
        <div className="bin-actions">
          {(items?.some(isPurgeable) || pages.hasMore) && (
            <button type="button" className="button" onClick={empty}>
              {say("bin.emptyAll")}
            </button>
          )}
          <Link className="button" to={listPath(entity.id)}>
            {say("bin.back")}
          </Link>
        </div>
      }
    >
      {items === undefined && failure === undefined && <Pending />}
      {items !== undefined && items.length > 0 && (
        <table className="bin-table" aria-label={title} aria-busy={pages.isLoading}>
          <thead>
            <tr>
              <th scope="col">{say("bin.record")}</th>
              <th scope="col">{say("bin.by")}</th>
              <th scope="col">{say("bin.at")}</th>
              <th scope="col">{say("bin.until")}</th>
              <th scope="col">
                <span className="unseen">{say("list.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <BinRow
                key={one._id}
                one={one}
                entity={entity}
                restoring={restoring}
                purge={() => purge(one)}
                say={say}
              />
            ))}
          </tbody>
        </table>
      )}
      {items?.length === 0 && !pages.hasMore && (
        <p className="history-none" role="status">
          {say("bin.empty")}
        </p>
      )}
      <PagesEnd pages={pages} say={say} />
    </Screen>
  );
}

interface BinRowProps {
  readonly one: BinRecord;
  readonly entity: OpenEntity["entity"];
  readonly restoring: ReturnType<typeof useRestore>;
  readonly purge: () => void;
  readonly say: Say;
}

function BinRow({ one, entity, restoring, purge, say }: BinRowProps) {
  const { _id, title, image, deletedAt, deletedBy, until } = one;
  const { view } = useApp();
  const row = useRef<HTMLTableRowElement>(null);
  const hadFocus = useRef(false);
  useKeptFocus(row, ".bin-action :is(a, button)");
  return (
    <tr ref={row}>
      <td className="bin-name">
        <span>
          {entity.display.image !== undefined && (
            <BinnedThumb entity={entity.id} _id={_id} fileName={image} icon={entity.menu.icon} />
          )}
          <Link to={historyPath(entity.id, _id)}>{title}</Link>
        </span>
      </td>
      <td data-label={say("bin.by")}>{deletedBy ?? say("history.system")}</td>
      <td className="bin-when" data-label={say("bin.at")}>
        <Ago moment={deletedAt} language={entity.language} />
      </td>
      <td className="bin-when" data-label={say("bin.until")}>
        {formatTime(until, view, { time: false })}
      </td>
      <td className="bin-action">
        {restoring.restored.get(_id) === one ? (
          <RestoredLink one={one} entity={entity} hadFocus={hadFocus} say={say} />
        ) : (
          <BinActions one={one} hadFocus={hadFocus} restore={restoring.restore} purge={purge} say={say} />
        )}
      </td>
    </tr>
  );
}

interface BinActionsProps extends Pick<BinRowProps, "one" | "purge" | "say"> {
  /** Whether the focus was in them when they went. */
  readonly hadFocus: RefObject<boolean>;
  readonly restore: (one: BinRecord) => void;
}

function BinActions({ one, hadFocus, restore, purge, say }: BinActionsProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const actions = element.current;
    return () => {
      hadFocus.current = actions?.contains(document.activeElement) === true;
    };
  }, [hadFocus]);
  return (
    <span ref={element} className="bin-choices">
      {one.restorable === true && (
        <button type="button" className="button" onClick={() => restore(one)}>
          {say("bin.restore")}
          <span className="unseen">{one.title}</span>
        </button>
      )}
      {isPurgeable(one) && (
        <button type="button" className="button button-quiet" onClick={purge}>
          {say("bin.purge")}
          <span className="unseen">{one.title}</span>
        </button>
      )}
    </span>
  );
}

type RestoredLinkProps = Pick<BinRowProps, "one" | "entity" | "say"> & Pick<BinActionsProps, "hadFocus">;

/** In place of the actions, with the focus that was in them. */
function RestoredLink({ one: { _id, title }, entity, hadFocus, say }: RestoredLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (hadFocus.current) link.current?.focus();
  }, [hadFocus]);
  return (
    <Link ref={link} className="button" to={editPath(entity.id, _id)}>
      {say("bin.show")}
      <span className="unseen">{title}</span>
    </Link>
  );
}

interface BinnedThumbProps {
  readonly entity: string;
  readonly _id: string;
  readonly fileName: string | undefined;
  readonly icon: string | undefined;
}

/** The picture by which a deleted record is recognised; what is gone by now, or may not be seen, is a glyph. */
function BinnedThumb({ entity, _id, fileName, icon }: BinnedThumbProps) {
  const { url } = useBinnedImage(fileName === undefined ? undefined : { entity, _id, fileName });
  return <RecordThumb value={url === undefined ? null : { imgUrl: url }} icon={icon} />;
}

/**
 * What was restored stays in its row, with a link to it.
 * @param refresh reads the bin again: what cannot be restored may be gone from it
 */
function useRestore(
  entity: OpenEntity["entity"],
  say: Say,
  refresh: (ended: AbortSignal) => Promise<unknown>,
) {
  const { client, toasts, overlays } = useServices();
  const outdateLists = useOutdateLists();
  const failed = useFailureToast(say, "screen");
  const [restored, setRestored] = useState<ReadonlyMap<string, BinRecord>>(new Map());
  async function restore(one: BinRecord): Promise<void> {
    const { _id, title } = one;
    toasts.clearCause("screen");
    try {
      const notRestored = await overlays.run(
        say("overlay.processing"),
        ({ signal }) => restoreRecord(client, entity.id, _id, signal),
        { cancel: say("overlay.cancel"), language: entity.language },
      );
      setRestored((before) => new Map([...before, [_id, one]]));
      toasts.show("success", say("bin.restored", { title }));
      for (const one of notRestored) toasts.show("warning", one);
    } catch (error) {
      failed("bin.restoreFailed", error);
      await refresh(new AbortController().signal).catch(() => undefined);
    } finally {
      await outdateLists();
    }
  }
  return { restored, restore: (one: BinRecord) => void restore(one) };
}

/** With what was restored here, unless it was deleted again. */
function withRestored(
  items: readonly BinRecord[],
  restored: ReadonlyMap<string, BinRecord>,
): readonly BinRecord[] {
  const shown = new Map(items.map((one) => [one._id, one]));
  for (const one of restored.values())
    if ((shown.get(one._id)?.position ?? 0) <= one.position) shown.set(one._id, one);
  return [...shown.values()].sort((one, other) => other.position - one.position);
}
