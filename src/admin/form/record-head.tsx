import { useContext } from "react";
import { Link } from "react-router-dom";
import type { Entity } from "../../model/entity.ts";
import type { RecordData, StoredRecord } from "../../model/record.ts";
import { readPath } from "../../record/path.ts";
import { badgesOf } from "../../record/title.ts";
import type { Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { historyPath } from "../shell/access.ts";
import { Icon } from "../shell/glyphs.tsx";
import { Ago, RecordStates, RecordThumb } from "../shell/record-parts.tsx";
import { FrameContext } from "../shell/screen-heading.tsx";
import { OpenViewers } from "./live/open-viewers.tsx";

interface RecordHeadProps {
  readonly entity: Entity;
  /** As it is stored; undefined while it is loading. */
  readonly record: StoredRecord | undefined;
  /** The same with what it refers to (`useNamedRecord`). */
  readonly named: RecordData | undefined;
  readonly title: string | undefined;
}

/** Above the form of a stored record: what one recognises it by, and who changed it when. Its place is there from the start. */
export function RecordHead({ entity, record, named, title }: RecordHeadProps) {
  const say = useMessage(entity);
  const { display, menu } = entity;
  return (
    <>
      {display.image !== undefined && (
        <RecordThumb value={named && readPath(named, display.image)} icon={menu.icon} />
      )}
      <p className="form-head-name" title={title}>
        {title}
      </p>
      <p className="form-head-line">
        {record !== undefined && (
          <>
            <RecordStates states={named === undefined ? [] : badgesOf(display, named)} />
            {record.isProtected && <span>{say("list.protected")}</span>}
            <LastChange entity={entity} record={record} say={say} />
            <OpenViewers entity={entity} id={record._id} />
          </>
        )}
      </p>
    </>
  );
}

interface LastChangeProps {
  readonly entity: Entity;
  readonly record: StoredRecord;
  readonly say: Say;
}

/** Who changed it when; leads to all that was changed, but not in a preview, which has no such screen. */
function LastChange({ entity, record: { _id, updatedBy, updatedAt }, say }: LastChangeProps) {
  const { inner } = useContext(FrameContext);
  const text = (
    <>
      {`${updatedBy ?? say("history.system")} · `}
      <Ago moment={updatedAt} language={entity.language} />
    </>
  );
  if (inner) return <span>{text}</span>;
  return (
    <Link className="form-head-history" to={historyPath(entity.id, _id)} title={say("history.title")}>
      <Icon name="history" />
      {text}
      <span className="unseen"> · {say("history.title")}</span>
    </Link>
  );
}
