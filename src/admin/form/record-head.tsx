import type { Entity } from "../../model/entity.ts";
import type { RecordData, StoredRecord } from "../../model/record.ts";
import { readPath } from "../../record/path.ts";
import { badgesOf } from "../../record/title.ts";
import { useMessage } from "../messages/use-message.ts";
import { Ago, RecordStates, RecordThumb } from "../shell/record-parts.tsx";

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
            <span>
              {record.updatedBy !== null && `${record.updatedBy} · `}
              <Ago moment={record.updatedAt} />
            </span>
          </>
        )}
      </p>
    </>
  );
}
