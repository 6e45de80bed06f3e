import { type ColumnDef, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import type { Column } from "../../model/entity.ts";
import { readPath } from "../../model/read-path.ts";
import type { StoredRecord } from "../../model/record.ts";
import type { CellPlugin } from "../../plugin/widget.ts";
import type { Say } from "../messages/say.ts";
import { Shelters } from "../shelters.tsx";
import type { ListAddress } from "./list-address.ts";
import { ListRow, type RowContext } from "./list-row.tsx";
import { SkeletonRows } from "./list-skeleton.tsx";
import { SortHeader } from "./sort-header.tsx";
import { type Cells, isDrawable } from "./use-cells.ts";

/** Sorting is the server's: the table keeps only which column is sorted by. */
const features = tableFeatures({ rowSortingFeature });

export interface ListTableProps {
  readonly title: string;
  readonly columns: readonly Column[];
  /** undefined while they are on their way. */
  readonly cells: Cells | undefined;
  readonly records: readonly StoredRecord[];
  readonly loading: boolean;
  /** The rows are those of an earlier query. */
  readonly stale: boolean;
  readonly pageSize: number;
  readonly sort: ListAddress["sort"];
  readonly onSort: (sort: ListAddress["sort"]) => void;
  readonly say: Say;
  readonly row: RowContext;
}

export function ListTable(props: ListTableProps) {
  const { title, columns, cells, records, loading, stale, pageSize, sort, onSort, say, row } = props;
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
      onSort(next && { field: next.id, order: next.desc ? "desc" : "asc" });
    },
  });
  function rows(): ReadonlyMap<string, ReactNode> {
    if (loading || cells === undefined) {
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
          <ListRow key={one.id} record={one.original} columns={columns} cells={cells} say={say} {...row} />,
        ]),
    );
  }

  return (
    <div className="table-box">
      <table
        className={stale ? "table table-stale" : "table"}
        aria-label={title}
        aria-busy={loading || stale}
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
        <tbody>
          <Shelters items={rows()} />
        </tbody>
      </table>
    </div>
  );
}

function loadedCell(cells: Cells | undefined, { cell }: Column): CellPlugin | undefined {
  const plugin = cells?.get(cell.name);
  return isDrawable(plugin) ? plugin : undefined;
}
