import { useEffect, useMemo, useRef } from "react";
import type { Entity } from "../../model/entity.ts";
import type { Say } from "../messages/say.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { useList } from "../services/use-list.ts";
import { useListVisit } from "../shell/last-list.tsx";
import { useFailureToast } from "../shell/toast.tsx";
import { queryOf, useListAddress } from "./list-address.ts";
import type { ListTotal } from "./pager.tsx";
import { useCells } from "./use-cells.ts";
import { useHeldRows } from "./use-held-rows.ts";
import { useRows } from "./use-rows.ts";
import { useListLayout } from "./views/use-list-layout.ts";

export type ListScreenState = ReturnType<typeof useListScreen>;

/** What a list shows, by its address, the config and the server. */
export function useListScreen(entity: Entity, say: Say) {
  const { view, plugins } = useApp();
  const { toasts } = useServices();
  const failed = useFailureToast(say, "list");
  const before = useListVisit(entity.id);
  const [address, go] = useListAddress(entity);
  const layout = useListLayout(entity);
  const { pageSize } = layout;
  const asked = layout.view?.id;
  const query = useMemo(
    () => ({ ...queryOf(address, pageSize), ...(asked === undefined ? {} : { view: asked }) }),
    [address, pageSize, asked],
  );
  const list = useList(entity, query);
  const { failure, isStale, isLoading, reload } = list;
  const { answer, gone } = useHeldRows({ ...list, entity, query, say });
  const cells = useCells(layout.columns, plugins);
  const shared = useRows(entity, say);

  // Another version of the config may answer with other fields.
  const shownHash = useRef(view.hash);
  useEffect(() => {
    if (shownHash.current === view.hash) return;
    shownHash.current = view.hash;
    // The list itself says that it failed.
    reload().catch(() => undefined);
  }, [view.hash, reload]);

  useEffect(() => {
    if (failure !== undefined) failed("list.failed", failure);
  }, [failure, failed]);

  const records = useMemo(() => (failure === undefined ? (answer?.records ?? []) : []), [failure, answer]);
  const total = useMemo<ListTotal | undefined>(() => {
    if (failure !== undefined || answer?.total === undefined) return undefined;
    return { ...answer, total: answer.total };
  }, [failure, answer]);
  const isCurrent = failure === undefined && answer !== undefined && !isStale && !isLoading;

  useEffect(() => {
    // Another try is on its way, or has succeeded.
    if (failure === undefined || isLoading) toasts.clearCause("list");
  }, [failure, isLoading, toasts]);

  // Past the end, by the address or because the last row is gone: the last page that there is.
  const isBeyond = isCurrent && records.length === 0 && address.page > 1;
  useEffect(() => {
    if (!isBeyond) return;
    const last = total === undefined ? address.page - 1 : Math.max(1, Math.ceil(total.total / pageSize));
    go({ page: Math.min(last, address.page - 1) }, { replace: true });
  }, [isBeyond, total, address.page, pageSize, go]);

  const hasFailed = !isLoading && failure !== undefined;
  const isPending = !hasFailed && (isBeyond || isLoading || cells.cells === undefined);
  return {
    ...cells,
    address,
    go,
    layout,
    failure: hasFailed ? failure : undefined,
    isLoading: isPending,
    /** The records shown are older, or of the address before; those asked for are on their way. */
    isStale,
    /** How it was left, where the person returned to it. */
    returned: { before, isDrawn: !isPending, isCurrent },
    records,
    /** undefined where the server has not said, or the list failed to load. */
    total,
    reload: () => void reload(),
    /** What all rows share; `saved`: `_id` of the record that was saved before the person returned. */
    row: { ...shared, gone, saved: before?.isSaved ? before.opened : undefined },
  };
}
