import { type RefObject, useLayoutEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { Column } from "../../model/entity.ts";
import type { StoredRecord } from "../../model/record.ts";
import { readPath } from "../../record/path.ts";
import type { Say } from "../messages/say.ts";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { editPath } from "../shell/access.ts";
import { Icon } from "../shell/glyphs.tsx";
import { type CellBlames, type CellMessage, ListCell } from "./list-cell.tsx";
import { type Cells, isDrawable } from "./use-cells.ts";

/** What all rows of a list share. */
export interface RowContext {
  readonly entity: string;
  readonly labelField: string;
  /** In the list of accounts: the yes/no field that lets an account in. */
  readonly approvedField: string | undefined;
  readonly locale: string;
  readonly message: CellMessage;
  readonly blames: CellBlames;
  /** `_id` of the record that is being deleted. */
  readonly deleting: string | undefined;
  readonly remove: (record: StoredRecord) => void;
  /** Starts loading what the edit link opens. */
  readonly preloadForm: () => void;
}

interface ListRowProps extends RowContext {
  readonly record: StoredRecord;
  readonly columns: readonly Column[];
  readonly cells: Cells;
  readonly say: Say;
}

export function ListRow(props: ListRowProps) {
  const { record, columns, cells, say, entity, labelField, locale, message } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useKeptFocus(row);
  const deleting = props.deleting === record._id;
  const label = readPath(record, labelField);
  const title = typeof label === "string" || typeof label === "number" ? String(label) : record._id;
  const waits = props.approvedField !== undefined && readPath(record, props.approvedField) === false;
  const named = columns.find(({ field }) => field === labelField) ?? columns[0];
  function drawCell(column: Column) {
    const plugin = cells.get(column.cell.name);
    const isEnd = isDrawable(plugin) && plugin.align === "end";
    const cell = (
      <ListCell
        blames={props.blames}
        column={column}
        plugin={plugin}
        value={readPath(record, column.field)}
        record={record}
        title={title}
        locale={locale}
        message={message}
      />
    );
    return (
      <td
        data-label={column.label}
        className={[column === named && "table-named", isEnd && "table-end"].filter(Boolean).join(" ")}
      >
        {column === named ? (
          <div>
            {cell}
            {record.isProtected && <span className="badge">{say("list.protected")}</span>}
            {waits && <span className="badge badge-warning">{say("list.waiting")}</span>}
          </div>
        ) : (
          cell
        )}
      </td>
    );
  }

  return (
    <tr ref={row} aria-busy={deleting}>
      <ErrorBoundaries items={new Map(columns.map((column) => [column.field, drawCell(column)]))} />
      <td className="table-actions">
        <Link
          to={editPath(entity, record._id)}
          className="row-action"
          aria-label={`${say("list.edit")} ${title}`}
          onPointerEnter={props.preloadForm}
          onFocus={props.preloadForm}
        >
          <Icon name="pencil" />
          <span>{say("list.edit")}</span>
        </Link>
        <button
          type="button"
          className="row-action row-action-danger"
          aria-label={`${say("list.delete")} ${title}`}
          aria-disabled={deleting || undefined}
          onClick={() => {
            if (!deleting) props.remove(record);
          }}
        >
          <Icon name="trash" />
          <span>{say("list.delete")}</span>
        </button>
      </td>
    </tr>
  );
}

/** A row that goes with the focus in it passes the focus on: to the row beside it, or from the only row to the heading. */
function useKeptFocus(row: RefObject<HTMLTableRowElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element === null || !element.contains(document.activeElement)) return;
      const neighbour = element.nextElementSibling ?? element.previousElementSibling;
      const next = neighbour?.querySelector<HTMLElement>(".row-action") ?? document.querySelector("h1");
      next?.focus();
    };
  }, [row]);
}
