import "./refused-deletion.css";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router-dom";
import type { StoredRecord } from "../../model/record.ts";
import { isObject } from "../../record/json.ts";
import { recordTitle } from "../../record/title.ts";
import type { ReferringRecord } from "../../wire/error.ts";
import type { ApiFailure } from "../api/failure.ts";
import type { Say } from "../messages/say.ts";
import { useApp } from "../services/app-context.tsx";
import { editPath, openEntities } from "../shell/access.ts";
import { MoveDialog } from "./move-dialog.tsx";

interface RefusedDeletionProps {
  /** The answer that names them. A toast says why it was refused. */
  readonly failure: ApiFailure;
  /** What was to be deleted. */
  readonly record: StoredRecord;
  readonly entity: string;
  readonly say: Say;
  readonly close: () => void;
}

/**
 * Above a table: the records that refer to the one that was to be deleted, as links, and how many there are besides; and the way to
 * let them refer to another one.
 */
export default function RefusedDeletion({ failure, record, entity: id, say, close }: RefusedDeletionProps) {
  const { view, user, locale } = useApp();
  const element = useRef<HTMLElement>(null);
  const heading = useId();
  const { referrers, count } = readReferrers(failure.body);
  const [isMoving, setMoving] = useState(false);
  const open = openEntities(view, user);
  const shown = referrers.flatMap((one) => {
    const found = open.find(({ entity }) => entity.id === one.entity);
    return found === undefined ? [] : [{ ...one, label: found.entity.label }];
  });
  const more = count - shown.length;
  const isShown = shown.length > 0;
  useLayoutEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  if (!isShown) return null;
  const own = open.find((one) => one.entity.id === id)?.entity;
  const title =
    own === undefined ? "" : recordTitle(own, record, { dateLocale: locale, timeZone: view.timeZone });
  /** The focus goes to the row of the record; where that is deleted, it moves on from there. */
  function leave(): void {
    // A dialog that closes later would take the focus back into what is closed here.
    flushSync(() => setMoving(false));
    const row = document.querySelector(`[data-record="${CSS.escape(record._id)}"]`);
    (row?.querySelector<HTMLElement>(".row-action") ?? document.querySelector("h1"))?.focus();
    close();
  }
  return (
    <section ref={element} className="refused" aria-labelledby={heading}>
      <h2 id={heading}>{say("referrers.blocking", { title })}</h2>
      <ul>
        {shown.map(({ entity, _id, title, label }) => (
          <li key={`${entity} ${_id}`}>
            <Link to={editPath(entity, _id)}>{title}</Link>
            <span className="refused-kind">{label}</span>
          </li>
        ))}
        {more > 0 && <li>{say("referrers.more", { count: more })}</li>}
      </ul>
      <div className="refused-actions">
        {own !== undefined && (
          <button type="button" className="button" onClick={() => setMoving(true)}>
            {say("move.open")}
          </button>
        )}
        <button type="button" className="button" onClick={leave}>
          {say("referrers.close")}
        </button>
      </div>
      {isMoving && own !== undefined && (
        <MoveDialog
          entity={own}
          record={record}
          title={title}
          reason={failure.message}
          say={say}
          leave={() => setMoving(false)}
          moved={leave}
        />
      )}
    </section>
  );
}

function readReferrers(body: unknown) {
  const { referrers, referrerCount } = isObject(body) ? body : {};
  return {
    referrers: Array.isArray(referrers) ? referrers.filter(isReferrer) : [],
    count: typeof referrerCount === "number" ? referrerCount : 0,
  };
}

function isReferrer(one: unknown): one is ReferringRecord {
  return (
    isObject(one) &&
    typeof one.entity === "string" &&
    typeof one._id === "string" &&
    typeof one.title === "string"
  );
}
