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

/** Tells that this person has the record open, and says who else has. */
export function OpenViewers({ entity, id }: OpenViewersProps) {
  const say = useMessage(entity);
  const changes = useChanges();
  const viewers = useViewers();
  useEffect(() => changes.open({ entity: entity.id, _id: id }), [changes, entity.id, id]);
  if (viewers.length === 0) return null;
  const list = new Intl.ListFormat(entity.language);
  const all = viewers.map(({ name }) => name);
  const rest = viewers.length - MAX_NAMED;
  const named = rest > 0 ? [...all.slice(0, MAX_NAMED), `+${rest}`] : all;
  return (
    <span className="viewers" title={say("form.viewers", { names: list.format(all) })}>
      <span className="viewer-initials" aria-hidden="true">
        {viewers.slice(0, MAX_NAMED).map(({ _id, name }) => (
          <span key={_id} className="viewer-initial">
            {[...name][0]?.toUpperCase()}
          </span>
        ))}
      </span>
      <span className="viewers-text">{say("form.viewers", { names: list.format(named) })}</span>
    </span>
  );
}
