import "./open-readers.css";
import { useEffect } from "react";
import type { Entity } from "../../../model/entity.ts";
import { useMessage } from "../../messages/use-message.ts";
import { useChanges, useReaders } from "../../services/changes.ts";

const MAX_NAMED = 3;

interface OpenReadersProps {
  readonly entity: Entity;
  readonly id: string;
}

/** Tells that this person has the record open, and shows who else has. */
export function OpenReaders({ entity, id }: OpenReadersProps) {
  const say = useMessage(entity);
  const changes = useChanges();
  const readers = useReaders();
  useEffect(() => changes.open({ entity: entity.id, _id: id }), [changes, entity.id, id]);
  if (readers.length === 0) return null;
  const names = new Intl.ListFormat(entity.language).format(readers.map(({ name }) => name));
  const rest = readers.length - MAX_NAMED;
  const text = say("form.readers", { names });
  return (
    <span className="readers" title={text}>
      <span className="unseen">{text}</span>
      {readers.slice(0, MAX_NAMED).map(({ _id, name }) => (
        <span key={_id} className="reader" aria-hidden="true">
          <span className="reader-initial">{[...name][0]?.toUpperCase()}</span>
          <span className="reader-name">{name}</span>
        </span>
      ))}
      {rest > 0 && <span aria-hidden="true">+{rest}</span>}
    </span>
  );
}
