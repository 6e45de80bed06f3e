import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Entity } from "../../../model/entity.ts";
import type { RecordData } from "../../../model/record.ts";
import { readPath } from "../../../record/path.ts";
import { badgesOf, filledTemplate, recordTitle } from "../../../record/title.ts";
import { useApp } from "../../services/app-context.tsx";
import { editPath } from "../../shell/access.ts";
import { RecordStates, RecordThumb } from "../../shell/record-parts.tsx";

interface HomeRecordProps {
  readonly entity: Entity;
  /** With what it refers to in place of `_id`s. */
  readonly record: RecordData;
  /** Replaces the subtitle of the display, where records of several entities stand together. */
  readonly quiet?: string;
  /** At the end of the line. */
  readonly side?: ReactNode;
}

/** A record with its picture and its title; it leads to its form. */
export function HomeRecord({ entity, record, quiet, side }: HomeRecordProps) {
  const { view } = useApp();
  const { display, menu } = entity;
  const subtitle = quiet ?? (display.subtitle && filledTemplate(display.subtitle, record, view));
  return (
    <li className="home-record" lang={entity.language}>
      {(display.image !== undefined || quiet !== undefined) && (
        <RecordThumb value={display.image && readPath(record, display.image)} icon={menu.icon} />
      )}
      <span className="home-record-lines">
        <Link to={editPath(entity.id, String(record._id))} className="home-record-link">
          {recordTitle(entity, record, view)}
        </Link>
        <span className="home-record-quiet">
          {subtitle !== undefined && <span className="home-record-subtitle">{subtitle}</span>}
          <RecordStates states={badgesOf(display, record)} />
        </span>
      </span>
      {side !== undefined && <span className="home-record-side">{side}</span>}
    </li>
  );
}
