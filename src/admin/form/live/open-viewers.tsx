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

/** Tells that this person has the record open, and says who else has, or that somebody has. */
export function OpenViewers({ entity, id }: OpenViewersProps) {
  const say = useMessage(entity);
  const changes = useChanges();
  const { people, unnamed } = useViewers();
  useEffect(() => changes.open({ entity: entity.id, _id: id }), [changes, entity.id, id]);
  if (people.length + unnamed === 0) return null;
  const list = new Intl.ListFormat(entity.language);
  const sentence = (max: number) => {
    if (people.length === 0)
      return unnamed === 1 ? say("form.viewerUnnamed") : say("form.viewersUnnamed", { count: unnamed });
    const names = people.slice(0, max).map(({ name }) => name);
    const rest = people.length - names.length + unnamed;
    return say("form.viewers", { names: list.format(rest > 0 ? [...names, `+${rest}`] : names) });
  };
  return (
    <span className="viewers" title={sentence(people.length)}>
      <span className="viewer-initials" aria-hidden="true">
        {people.slice(0, MAX_NAMED).map(({ _id, name }) => (
          <span key={_id} className="viewer-initial">
            {[...name][0]?.toUpperCase()}
          </span>
        ))}
      </span>
      <span className="viewers-text">{sentence(MAX_NAMED)}</span>
    </span>
  );
}
