import type { ReactNode } from "react";
import type { HistoryEvent } from "../../wire/journal.ts";
import type { Say } from "../messages/say.ts";
import { useApp } from "../services/app-context.tsx";
import { Ago } from "../shell/record-parts.tsx";

interface EventViewProps {
  readonly event: HistoryEvent;
  readonly author: ReactNode;
  readonly say: Say;
}

/** Something that an account did, of no record: there is no way back. */
export function EventView({ event: { kind, at, files = [] }, author, say }: EventViewProps) {
  const { view } = useApp();
  return (
    <li className="history-entry" data-kind={kind}>
      <p className="history-entry-line">
        <strong>{author}</strong>
        <span className="badge">{say(`history.${kind}`)}</span>
        <span className="history-quiet">
          <Ago moment={at} language={view.language} />
        </span>
      </p>
      {files.length > 0 && (
        <p className="journal-subject">
          <span className="history-quiet">{say("history.files")}</span>
          {files.map((file) => (
            <code key={file}>{file}</code>
          ))}
        </p>
      )}
    </li>
  );
}
