import type { ConfigChange } from "../../wire/config-editing.ts";
import { useMessage } from "../messages/use-message.ts";
import { KindIcon } from "../shell/glyphs.tsx";
import { brokenText, changeText, storedText } from "./change-text.ts";

interface ChangesViewProps {
  readonly changes: readonly ConfigChange[];
  /** How many further ones are not listed. */
  readonly more: number;
  /** Why they cannot be told. */
  readonly hidden: "unedited" | "checking" | "problems" | undefined;
  /** Files in which saving undoes what somebody else wrote. */
  readonly undone: readonly string[];
}

const HIDDEN = {
  unedited: "config.unedited",
  checking: "config.checking",
  problems: "config.changesMend",
} as const;

/** What saving would change, in words. */
export function ChangesView({ changes, more, hidden, undone }: ChangesViewProps) {
  const say = useMessage();
  if (hidden !== undefined) return <p className="config-quiet">{say(HIDDEN[hidden])}</p>;
  if (changes.length === 0) return <p className="config-quiet">{say("config.noChanges")}</p>;
  return (
    <>
      {undone.map((file) => (
        <p key={file} className="config-broken">
          <KindIcon kind="warning" />
          {say("config.undoes", { file })}
        </p>
      ))}
      <ul className="config-changes" aria-label={say("config.changes")}>
        {changes.map((change) => {
          const broken = brokenText(change, say);
          const stored = storedText(change, say);
          const key = [change.file, change.path, change.kind, change.what, change.from, change.to].join("\n");
          return (
            <li key={key} className={`config-change config-change-${change.kind}`}>
              <p>{changeText(change, say)}</p>
              {stored !== undefined && <p className="config-quiet">{stored}</p>}
              {broken !== undefined && (
                <p className="config-broken">
                  <KindIcon kind="warning" />
                  {broken}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className="config-quiet">{say("config.moreChanges", { count: more })}</p>}
    </>
  );
}
