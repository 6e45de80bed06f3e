import { type ColumnDef, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { Column } from "../../model/entity.ts";
import type { StoredRecord } from "../../model/record.ts";
import type { CellPlugin } from "../../plugin/widget.ts";
import { readPath } from "../../record/path.ts";
import type { Say } from "../messages/say.ts";
import { ChunkView, makeChunk } from "../problem/chunk.tsx";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { Icon } from "../shell/glyphs.tsx";
import { columnWidths } from "./column-widths.ts";
import type { ListAddress } from "./list-address.ts";
import { ListRow } from "./list-row.tsx";
import { SkeletonRows } from "./list-skeleton.tsx";
import { namedColumn } from "./record-name.tsx";
import { type Cells, isDrawable } from "./use-cells.ts";
import type { ListScreenState } from "./use-list-screen.ts";
import { useReturn } from "./use-return.ts";
import type { SharedRow } from "./use-rows.ts";

const RefusedChunk = makeChunk(() => import("./refused-deletion.tsx"));

/** The server sorts: the table only knows by which column. */
const features = tableFeatures({ rowSortingFeature });

/** What a table shows, and how it is asked for another order. */
export interface ShownTable
  extends Pick<
    ListScreenState,
    "columns" | "cells" | "records" | "failure" | "isLoading" | "isStale" | "returned"
  > {
  readonly address: Pick<ListAddress, "sort">;
  readonly go: (change: Pick<ListAddress, "sort" | "page">) => void;
  readonly row: SharedRow;
}

interface ListTableProps {
  readonly title: string;
  readonly list: ShownTable;
  readonly pageSize: number;
  readonly say: Say;
  readonly preloadForm: () => void;
}

export function ListTable({ title, list, pageSize, say, preloadForm }: ListTableProps) {
  const { columns, cells, records, failure, isLoading, isStale, address, go, row } = list;
  const { sort } = address;
  const named = namedColumn(columns, row.display, row.labelField);
  const { fields, locale, language, timeZone, message } = row;
  const widths = useMemo(
    () => cells && columnWidths(columns, named, cells, { fields, locale, language, timeZone, message }),
    [columns, named, cells, fields, locale, language, timeZone, message],
  );
  const body = useRef<HTMLTableSectionElement>(null);
  useReturn({ ...list.returned, rows: body });
  useMovedFocus(body);
  const definitions = useMemo<ColumnDef<typeof features, StoredRecord>[]>(
    () =>
      columns.map((column) => ({
        id: column.field,
        accessorFn: (record) => readPath(record, column.field),
        enableSorting: column.sortable,
        sortDescFirst: false,
      })),
    [columns],
  );
  const sorting = useMemo(() => (sort ? [{ id: sort.field, desc: sort.order === "desc" }] : []), [sort]);
  const data = useMemo(() => [...records], [records]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: (record) => record._id,
    manualSorting: true,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (change) => {
      const [next] = typeof change === "function" ? change(sorting) : change;
      go({ sort: next && { field: next.id, order: next.desc ? "desc" : "asc" }, page: 1 });
    },
  });
  function rows(): ReadonlyMap<string, ReactNode> {
    if (failure !== undefined) return new Map();
    if (isLoading || cells === undefined) {
      const skeleton = (
        <SkeletonRows rows={pageSize} columns={columns.length + 1} label={say("list.loading")} />
      );
      return new Map([["", skeleton]]);
    }
    return new Map(
      table
        .getRowModel()
        .rows.map((one) => [
          one.id,
          <ListRow
            key={one.id}
            record={one.original}
            columns={columns}
            cells={cells}
            row={row}
            say={say}
            preloadForm={preloadForm}
          />,
        ]),
    );
  }

  return (
    <div className="table-box">
      {row.refused !== undefined && (
        <ChunkView
          chunk={RefusedChunk}
          props={{ ...row.refused, entity: row.entity, say, close: row.clearRefused }}
          pending={null}
        />
      )}
      <table
        className={isStale ? "table table-stale" : "table"}
        aria-label={title}
        aria-busy={isLoading || isStale}
      >
        <thead>
          <tr className={cells === undefined ? "table-unsettled" : undefined}>
            {table.getFlatHeaders().map(({ column }, index) => {
              const config = columns[index];
              return (
                config && (
                  <SortHeader
                    key={column.id}
                    label={config.label}
                    plugin={loadedCell(cells, config)}
                    width={widths?.get(config)}
                    sorted={column.getIsSorted()}
                    next={column.getCanSort() ? column.getNextSortingOrder() : undefined}
                    toggle={column.getToggleSortingHandler()}
                    say={say}
                  />
                )
              );
            })}
            <th scope="col" className="table-actions">
              <span className="unseen">{say("list.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <ErrorBoundaries items={rows()} />
        </tbody>
      </table>
    </div>
  );
}

function loadedCell(cells: Cells | undefined, { cell }: Column): CellPlugin | undefined {
  const plugin = cells?.get(cell.name);
  return isDrawable(plugin) ? plugin : undefined;
}

interface SortHeaderProps {
  readonly label: string;
  /** The column's cell: aligned to which side. */
  readonly plugin: CellPlugin | undefined;
  /** As CSS; undefined for what takes the rest. */
  readonly width: string | undefined;
  readonly sorted: false | "asc" | "desc";
  /** What pressing it does next; undefined for a column that lists cannot be sorted by. */
  readonly next: false | "asc" | "desc" | undefined;
  readonly toggle: ((event: unknown) => void) | undefined;
  readonly say: Say;
}

const ICONS = { asc: "sort-amount-up-alt", desc: "sort-amount-down", none: "sort-alt" };

/** A column's heading; a button where the server can sort by it. */
function SortHeader({ label, plugin, width, sorted, next, toggle, say }: SortHeaderProps) {
  const className = plugin?.align === "end" ? "table-end" : undefined;
  const style = width === undefined ? undefined : { width };
  if (next === undefined)
    return (
      <th scope="col" className={className} style={style}>
        {label}
      </th>
    );
  const effect =
    next === false ? "list.sortNone" : next === "asc" ? "list.sortAscending" : "list.sortDescending";
  return (
    <th
      scope="col"
      className={className}
      style={style}
      aria-sort={sorted === false ? "none" : sorted === "asc" ? "ascending" : "descending"}
    >
      <button
        type="button"
        className={sorted === false ? "sort" : "sort sort-on"}
        title={say(effect, { label })}
        onClick={toggle}
      >
        <span className="sort-label">{label}</span>
        <Icon name={ICONS[sorted === false ? "none" : sorted]} />
      </button>
    </th>
  );
}

/** An element that is moved in the document loses the focus: it gets it back where the rows around it were only ordered anew. */
function useMovedFocus(rows: RefObject<HTMLElement | null>): void {
  const { activeElement } = document;
  const before = rows.current?.contains(activeElement) === true ? activeElement : null;
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
}
