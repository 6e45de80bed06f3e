import "./open-viewers.css";
import { useEffect } from "react";
import type { Entity } from "../../../model/entity.ts";
import { useMessage } from "../../messages/use-message.ts";
import { useChanges, useViewers } from "../../services/changes.ts";

const MAX_NAMED = 3;

interface OpenViewersProps {
  readonly entity: Entity;
  readonly id: string;
}

/** Tells that this person has the record open, and shows who else has. */
export function OpenViewers({ entity, id }: OpenViewersProps) {
  const say = useMessage(entity);
  const changes = useChanges();
  const viewers = useViewers();
  useEffect(() => changes.open({ entity: entity.id, _id: id }), [changes, entity.id, id]);
  if (viewers.length === 0) return null;
  const names = new Intl.ListFormat(entity.language).format(viewers.map(({ name }) => name));
  const rest = viewers.length - MAX_NAMED;
  const text = say("form.viewers", { names });
  return (
    <span className="viewers" title={text}>
      <span className="unseen">{text}</span>
      {viewers.slice(0, MAX_NAMED).map(({ _id, name }) => (
        <span key={_id} className="viewer" aria-hidden="true">
          <span className="viewer-initial">{[...name][0]?.toUpperCase()}</span>
          <span className="viewer-name">{name}</span>
        </span>
      ))}
      {rest > 0 && <span aria-hidden="true">+{rest}</span>}
    </span>
  );
}
