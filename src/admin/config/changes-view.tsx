import { SUBJECT_SEPARATOR } from "../../model/problem.ts";
import type { ConfigChange } from "../../wire/config-editing.ts";
import type { Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { KindIcon } from "../shell/glyphs.tsx";
import { fileKind } from "./file-kind.ts";

interface ChangesViewProps {
  readonly changes: readonly ConfigChange[];
  /** How many further ones are not listed. */
  readonly more: number;
  /** Why they cannot be listed. */
  readonly hidden: "unedited" | "checking" | "problems" | undefined;
  /** Files in which saving replaces what somebody else wrote. */
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
            <li key={key} className="config-change">
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

const KEYS = {
  added: "config.changeAdded",
  removed: "config.changeRemoved",
  changed: "config.changeChanged",
  moved: "config.changeMoved",
} as const;

const SAMPLES = {
  added: "config.samplesAdded",
  removed: "config.samplesRemoved",
  changed: "config.samplesChanged",
} as const;

/** What a change is, as a sentence. */
export function changeText({ file, subject, kind, what, from, to }: ConfigChange, say: Say): string {
  const about = subject.length === 0 ? file : subject.join(SUBJECT_SEPARATOR);
  if (fileKind(file) === "samples" && kind !== "moved")
    return say(SAMPLES[kind], { subject: about, count: to ?? from ?? "" });
  const named = from === undefined && to === undefined;
  const key = kind === "changed" || !named ? KEYS[kind] : (`${KEYS[kind]}Whole` as const);
  return say(key, { subject: about, what, from: from ?? "", to: to ?? "" });
}

/** What happens to stored values; undefined where they stay as they are. */
export function storedText({ file, kind, what }: ConfigChange, say: Say): string | undefined {
  const isType = fileKind(file) === "entity" && kind === "changed" && what === "type";
  return isType ? say("config.changedType") : undefined;
}

/** How many stored records it breaks; undefined where it breaks none. */
export function brokenText({ broken }: ConfigChange, say: Say): string | undefined {
  if (broken === undefined || broken.count === 0) return undefined;
  return say(broken.atLeast ? "config.brokenAtLeast" : "config.broken", { count: broken.count });
}
