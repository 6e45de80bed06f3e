import { type ReactNode, type RefObject, useMemo } from "react";
import { Link } from "react-router-dom";
import type { Display } from "../../model/display.ts";
import type { Column } from "../../model/entity.ts";
import type { StoredRecord } from "../../model/record.ts";
import type { TimeStyle } from "../../record/moment.ts";
import { isWithin, readPath } from "../../record/path.ts";
import { badgesOf, fieldsShown, filledTemplate } from "../../record/title.ts";
import { RecordStates, RecordThumb } from "../shell/record-parts.tsx";

/** The column in which a record is named: that of the title's first field, else of the label field, else the first. */
export function namedColumn(
  columns: readonly Column[],
  { title }: Display,
  labelField: string,
): Column | undefined {
  const named = [...fieldsShown(title), labelField];
  return columns.find(({ field }) => named.includes(field)) ?? columns[0];
}

/** A display without what the columns show already. */
function besideColumns(display: Display, columns: readonly Column[]): Display {
  const { image, subtitle, ...rest } = display;
  const isColumn = (path: string) => columns.some(({ field }) => field === path);
  const isPictured = columns.some(
    ({ field }) => image !== undefined && (isWithin(image, field) || isWithin(field, image)),
  );
  return {
    ...rest,
    ...(image === undefined || isPictured ? {} : { image }),
    ...(subtitle === undefined || fieldsShown(subtitle).every(isColumn) ? {} : { subtitle }),
    badges: display.badges.filter(({ field }) => !isColumn(field)),
  };
}

interface RecordNameProps {
  readonly record: StoredRecord;
  readonly display: Display;
  readonly columns: readonly Column[];
  readonly style: TimeStyle;
  readonly icon: string | undefined;
  readonly title: string;
  readonly to: string;
  /** The history state of the link. */
  readonly state?: object | undefined;
  readonly link: RefObject<HTMLAnchorElement | null>;
  /** Starts loading what the link opens. */
  readonly preloadForm: () => void;
  /** Says at the end of the quiet line that it is a sample. */
  readonly mark: string | undefined;
  /** States beside those of the config. */
  readonly states: Parameters<typeof RecordStates>[0]["states"];
  /** The name, drawn by its column. */
  readonly children: ReactNode;
}

/** The cell by which a record is recognised: its picture and its name, which opens it; under it a quiet line. */
export function RecordName({ record, columns, title, ...props }: RecordNameProps) {
  const shown = useMemo(() => besideColumns(props.display, columns), [props.display, columns]);
  const subtitle = shown.subtitle && filledTemplate(shown.subtitle, record, props.style);
  const states = [...badgesOf(shown, record), ...props.states];
  return (
    <div className="record-name">
      {shown.image !== undefined && <RecordThumb value={readPath(record, shown.image)} icon={props.icon} />}
      <div className="record-lines">
        <div className="record-line">
          <Link
            ref={props.link}
            to={props.to}
            state={props.state}
            className="record-link"
            title={title}
            aria-label={title}
            draggable={false}
            onPointerEnter={props.preloadForm}
            onFocus={props.preloadForm}
          >
            {props.children}
          </Link>
        </div>
        {(subtitle !== undefined || states.length > 0 || props.mark !== undefined) && (
          <div className="record-quiet">
            {subtitle !== undefined && (
              <span className="record-subtitle" title={subtitle}>
                {subtitle}
              </span>
            )}
            <RecordStates states={states} />
            {props.mark !== undefined && <span className="record-mark">{props.mark}</span>}
          </div>
        )}
      </div>
    </div>
  );
}
