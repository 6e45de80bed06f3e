import type { ConfigChange } from "../../wire/config-editing.ts";
import { useMessage } from "../messages/use-message.ts";
import { KindIcon } from "../shell/glyphs.tsx";
import { brokenText, changeText } from "./change-text.ts";

interface ChangesViewProps {
  readonly changes: readonly ConfigChange[];
  /** How many further ones are not listed. */
  readonly more: number;
  /** Nothing is edited at all. */
  readonly isUnedited: boolean;
}

/** What saving would change, in words. */
export function ChangesView({ changes, more, isUnedited }: ChangesViewProps) {
  const say = useMessage();
  if (changes.length === 0)
    return <p className="config-quiet">{say(isUnedited ? "config.unedited" : "config.noChanges")}</p>;
  return (
    <>
      <ul className="config-changes" aria-label={say("config.changes")}>
        {changes.map((change) => {
          const broken = brokenText(change, say);
          const key = [change.file, change.path, change.kind, change.what, change.from, change.to].join("\n");
          return (
            <li key={key} className={`config-change config-change-${change.kind}`}>
              <p>{changeText(change, say)}</p>
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
