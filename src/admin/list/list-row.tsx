import { useRef } from "react";
import { Link } from "react-router-dom";
import type { Column } from "../../model/entity.ts";
import type { StoredRecord } from "../../model/record.ts";
import { readPath } from "../../record/path.ts";
import type { Say } from "../messages/say.ts";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { editPath, mayWith } from "../shell/access.ts";
import { Icon } from "../shell/glyphs.tsx";
import { ListCell } from "./list-cell.tsx";
import { type Cells, isDrawable } from "./use-cells.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import type { ListScreenState } from "./use-list-screen.ts";

interface ListRowProps {
  readonly record: StoredRecord;
  readonly columns: readonly Column[];
  readonly cells: Cells;
  readonly row: ListScreenState["row"];
  readonly say: Say;
  /** Starts loading what the edit link opens. */
  readonly preloadForm: () => void;
}

export function ListRow({ record, columns, cells, row, say, preloadForm }: ListRowProps) {
  const { entity, labelField, approvedField, locale, timeZone, message, blames } = row;
  const element = useRef<HTMLTableRowElement>(null);
  useKeptFocus(element);
  const isDeleting = row.deleting === record._id;
  const label = readPath(record, labelField);
  const title = typeof label === "string" || typeof label === "number" ? String(label) : record._id;
  const waits = approvedField !== undefined && readPath(record, approvedField) === false;
  const mayEdit = !record.isProtected && mayWith(row.rights, "edit", record);
  const mayDelete =
    !record.isProtected && row.ownAccount !== record._id && mayWith(row.rights, "delete", record);
  const opening = say(mayEdit ? "list.edit" : "list.view");
  const named = columns.find(({ field }) => field === labelField) ?? columns[0];
  function drawCell(column: Column) {
    const plugin = cells.get(column.cell.name);
    const isEnd = isDrawable(plugin) && plugin.align === "end";
    const cell = (
      <ListCell
        blames={blames}
        column={column}
        plugin={plugin}
        value={readPath(record, column.field)}
        record={record}
        title={title}
        locale={locale}
        timeZone={timeZone}
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
    <tr
      ref={element}
      data-record={record._id}
      aria-current={record._id === row.saved || undefined}
      aria-busy={isDeleting}
    >
      <ErrorBoundaries items={new Map(columns.map((column) => [column.field, drawCell(column)]))} />
      <td className="table-actions">
        <Link
          to={editPath(entity, record._id)}
          className="row-action"
          aria-label={`${opening} ${title}`}
          onPointerEnter={preloadForm}
          onFocus={preloadForm}
        >
          <Icon name={mayEdit ? "pencil" : "eye"} />
          <span>{opening}</span>
        </Link>
        {mayDelete && (
          <button
            type="button"
            className="row-action row-action-danger"
            aria-label={`${say("list.delete")} ${title}`}
            aria-disabled={isDeleting || undefined}
            onClick={() => {
              if (!isDeleting) row.remove(record);
            }}
          >
            <Icon name="trash" />
            <span>{say("list.delete")}</span>
          </button>
        )}
      </td>
    </tr>
  );
}
