import { useRef } from "react";
import { Link } from "react-router-dom";
import type { Column } from "../../model/entity.ts";
import type { Json, StoredRecord } from "../../model/record.ts";
import { isEmpty, isObject } from "../../record/json.ts";
import type { TimeStyle } from "../../record/moment.ts";
import { readPath } from "../../record/path.ts";
import { fieldsShown, filledTemplate, recordTitle } from "../../record/title.ts";
import type { Say } from "../messages/say.ts";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { editPath } from "../shell/access.ts";
import { Icon } from "../shell/glyphs.tsx";
import { isAllowedByView } from "../shell/record-access.ts";
import { returningTo } from "../shell/way-back.ts";
import { ListCell } from "./list-cell.tsx";
import { namedColumn, RecordName } from "./record-name.tsx";
import { useRowOpening } from "./row-opening.ts";
import { type Cells, isDrawable } from "./use-cells.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import type { SharedRow } from "./use-rows.ts";

interface ListRowProps {
  readonly record: StoredRecord;
  readonly columns: readonly Column[];
  readonly cells: Cells;
  readonly row: SharedRow;
  readonly say: Say;
  /** Starts loading what the edit link opens. */
  readonly preloadForm: () => void;
}

export function ListRow({ record: stored, columns, cells, row, say, preloadForm }: ListRowProps) {
  // Nobody, or nobody who may be named, is the system, as in the head of a form.
  const record = stored.updatedBy === null ? { ...stored, updatedBy: say("history.system") } : stored;
  const { entity, display, labelField, icon, approvedField, locale, now, message, blames } = row;
  const { language, timeZone } = row;
  const element = useRef<HTMLTableRowElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  useKeptFocus(element);
  const opening = useRowOpening(link);
  const isDeleting = row.deleting === record._id;
  const style = { dateLocale: locale, timeZone };
  const title = recordTitle(row, record, style);
  // Unless the config says it in its own words.
  const isSaid = display.badges.some(({ field }) => field === approvedField);
  const waits = approvedField !== undefined && !isSaid && readPath(record, approvedField) === false;
  const mayEdit = !record.isProtected && isAllowedByView(row.rights, "edit", record);
  const mayDelete =
    !record.isProtected && row.ownAccount !== record._id && isAllowedByView(row.rights, "delete", record);
  const isGone = row.gone?.has(record._id) === true;
  const states = [
    ...(waits ? [{ label: say("list.waiting"), tone: "warning" as const }] : []),
    ...(isGone ? [{ label: say("list.rowGone"), tone: "warning" as const }] : []),
  ];
  const verb = say(mayEdit ? "list.edit" : "list.view");
  const address = editPath(entity, record._id);
  const state = row.from === undefined ? undefined : returningTo(row.from);
  const named = namedColumn(columns, display, labelField);
  const isPlain = display.title.length === 1 && fieldsShown(display.title)[0] === named?.field;
  function drawCell(column: Column) {
    const plugin = cells.get(column.cell.name);
    const isEnd = isDrawable(plugin) && plugin.align === "end";
    const value = shownIn(column, readPath(record, column.field), style);
    const cell = (
      <ListCell
        blames={blames}
        column={column}
        plugin={plugin}
        value={value}
        record={record}
        title={title}
        icon={icon}
        locale={locale}
        language={language}
        timeZone={timeZone}
        now={now}
        message={message}
      />
    );
    return (
      <td
        data-label={column.label}
        className={[column === named && "table-named", isEnd && "table-end"].filter(Boolean).join(" ")}
      >
        {column === named ? (
          <RecordName
            record={record}
            display={display}
            columns={columns}
            style={style}
            icon={icon}
            title={title}
            to={address}
            state={state}
            link={link}
            preloadForm={preloadForm}
            mark={record.isProtected ? say("list.protected") : undefined}
            states={states}
          >
            {isPlain && !isEmpty(value) ? cell : <span className="cell-text">{title}</span>}
          </RecordName>
        ) : (
          cell
        )}
      </td>
    );
  }

  return (
    <tr
      ref={element}
      className={isGone ? "table-row table-row-gone" : "table-row"}
      data-record={record._id}
      aria-current={record._id === row.saved || undefined}
      aria-busy={isDeleting}
      {...opening}
    >
      <ErrorBoundaries items={new Map(columns.map((column) => [column.field, drawCell(column)]))} />
      <td className="table-actions">
        <Link
          to={address}
          state={state}
          className="row-action"
          title={verb}
          aria-label={`${verb} ${title}`}
          onPointerEnter={preloadForm}
          onFocus={preloadForm}
        >
          <Icon name={mayEdit ? "pencil" : "eye"} />
        </Link>
        {mayDelete && (
          <button
            type="button"
            className="row-action row-action-danger"
            title={say("list.delete")}
            aria-label={`${say("list.delete")} ${title}`}
            aria-disabled={isDeleting || undefined}
            onClick={() => {
              if (!isDeleting) row.remove(record);
            }}
          >
            <Icon name="trash" />
          </button>
        )}
      </td>
    </tr>
  );
}

/** Of a reference itself the name of its record; the `_id` of one of which the person sees nothing. */
function shownIn({ reference }: Column, value: Json | undefined, style: TimeStyle): Json | undefined {
  if (reference === undefined || !isObject(value)) return value;
  return filledTemplate(reference.title, value, style) ?? value._id;
}
