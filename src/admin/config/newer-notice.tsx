import { useState } from "react";
import { useMessage } from "../messages/use-message.ts";
import { KindIcon } from "../shell/glyphs.tsx";
import type { DiskText } from "./open-file.ts";

interface NewerNoticeProps {
  readonly path: string;
  readonly newer: DiskText;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

/** Somebody changed the file on disk since the edits began: both are there to look at, and neither is lost unasked. */
export function NewerNotice({ path, newer, takeTheirs, keepMine }: NewerNoticeProps) {
  const say = useMessage();
  const [shown, setShown] = useState(false);
  return (
    <div className="config-newer" role="status">
      <p>
        <KindIcon kind="warning" />
        {say(newer.text === null ? "config.newerGone" : "config.newer", { file: path })}
      </p>
      <div className="config-newer-ways">
        {newer.text !== null && (
          <button type="button" className="button" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {say(shown ? "config.newerHide" : "config.newerShow")}
          </button>
        )}
        <button type="button" className="button" onClick={takeTheirs}>
          {say("config.newerTake")}
        </button>
        <button type="button" className="button" onClick={keepMine}>
          {say("config.newerKeep")}
        </button>
      </div>
      {shown && newer.text !== null && (
        <textarea
          className="config-newer-text"
          aria-label={say("config.newerText")}
          readOnly
          rows={12}
          value={newer.text}
        />
      )}
    </div>
  );
}
