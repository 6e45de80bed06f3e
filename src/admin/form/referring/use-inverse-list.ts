import { useEffect, useMemo, useRef, useState } from "react";
import type { Entity } from "../../../model/entity.ts";
import type { InverseList } from "../../../model/list/inverse-list.ts";
import type { ShownTable } from "../../list/list-table.tsx";
import type { ListTotal } from "../../list/pager.tsx";
import { useCells } from "../../list/use-cells.ts";
import { useRows } from "../../list/use-rows.ts";
import type { Say } from "../../messages/say.ts";
import { useApp } from "../../services/app-context.tsx";
import { useRetryWhenBack } from "../../services/connection.ts";
import { useList } from "../../services/use-list.ts";

/** Rows of a page: several lists may stand below a form. */
export const ROWS = 5;

type Sort = ShownTable["address"]["sort"];

/** The records of an entity that refer to one, a page at a time. Page and order are not in the address: that is the form's. */
export function useInverseList(list: InverseList, other: Entity, id: string, from: string, say: Say) {
  const { plugins, view } = useApp();
  const [{ page, sort }, go] = useState<{ readonly page: number; readonly sort: Sort }>({
    page: 1,
    sort: list.sort,
  });
  const query = useMemo(
    () => ({
      page,
      limit: ROWS,
      nameQuery: "",
      sortField: sort?.field ?? "",
      sortOrder: sort?.order ?? ("" as const),
      filter: [{ field: list.field, op: "eq" as const, value: id }],
    }),
    [page, sort, list.field, id],
  );
  const { answer, failure, isStale, isLoading, reload } = useList(other, query);
  const columns = useMemo(
    () => list.columns.flatMap((field) => other.list.columns.find((one) => one.field === field) ?? []),
    [list.columns, other.list.columns],
  );
  const cells = useCells(columns, plugins);
  const row = useRows(other, say);
  const retry = () => void reload().catch(() => undefined);
  useRetryWhenBack(failure !== undefined, retry);
  // Another version of the config may answer with other fields.
  const shownHash = useRef(view.hash);
  useEffect(() => {
    if (shownHash.current === view.hash) return;
    shownHash.current = view.hash;
    reload().catch(() => undefined);
  }, [view.hash, reload]);

  const hasFailed = !isLoading && failure !== undefined;
  const records = hasFailed ? [] : (answer?.records ?? []);
  const total: ListTotal | undefined =
    hasFailed || answer?.total === undefined ? undefined : { ...answer, total: answer.total };
  // The last row of a page is gone: the page before it.
  const isBeyond = !hasFailed && !isLoading && !isStale && records.length === 0 && page > 1;
  useEffect(() => {
    if (isBeyond) go({ page: page - 1, sort });
  }, [isBeyond, page, sort]);
  const isPending = !hasFailed && (isBeyond || isLoading || cells.cells === undefined);
  return {
    ...cells,
    page,
    address: { sort },
    go,
    records,
    failure: hasFailed ? failure : undefined,
    isLoading: isPending,
    isStale,
    total,
    returned: { before: undefined, isDrawn: !isPending, isCurrent: false },
    row: { ...row, saved: undefined, from },
    retry,
  };
}
