import type { MessageName } from "../../model/message-keys.ts";
import { SUBJECT_SEPARATOR } from "../../model/problem.ts";
import type { ConfigChange } from "../../wire/config-editing.ts";
import type { Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { KindIcon } from "../shell/glyphs.tsx";
import { oldName, type Rename, renamesIn } from "./field-rename.ts";
import { fileKind } from "./file-kind.ts";

interface ChangesViewProps {
  readonly changes: readonly ConfigChange[];
  /** How many further ones are not listed. */
  readonly more: number;
  /** Why they cannot be listed. */
  readonly hidden: "unedited" | "checking" | "problems" | undefined;
  /** Files in which saving replaces what somebody else wrote. */
  readonly undone: readonly string[];
  /** Gives a field that came the name of the one that went. */
  readonly onOldName: (rename: Rename) => void;
}

const HIDDEN = {
  unedited: "config.unedited",
  checking: "config.checking",
  problems: "config.changesMend",
} as const;

/** What saving would change, in words. */
export function ChangesView({ changes, more, hidden, undone, onOldName }: ChangesViewProps) {
  const say = useMessage();
  if (hidden !== undefined) return <p className="config-quiet">{say(HIDDEN[hidden])}</p>;
  if (changes.length === 0) return <p className="config-quiet">{say("config.noChanges")}</p>;
  const renames = new Map(renamesIn(changes).map((rename) => [rename.gone, rename]));
  return (
    <>
      {undone.map((file) => (
        <p key={file} className="config-broken">
          <KindIcon kind="warning" />
          {say("config.undoes", { file })}
        </p>
      ))}
      <ul className="config-changes" aria-label={say("config.changes")}>
        {changes.map((change) => (
          <ChangeItem
            key={[change.file, change.path, change.kind, change.what, change.from, change.to].join("\n")}
            change={change}
            rename={renames.get(change)}
            onOldName={onOldName}
          />
        ))}
      </ul>
      {more > 0 && <p className="config-quiet">{say("config.moreChanges", { count: more })}</p>}
    </>
  );
}

interface ChangeItemProps extends Pick<ChangesViewProps, "onOldName"> {
  readonly change: ConfigChange;
  /** Of a field that went: the one that came in its place. */
  readonly rename: Rename | undefined;
}

/** One change, with what it does to stored values. */
export function ChangeItem({ change, rename, onOldName }: ChangeItemProps) {
  const say = useMessage();
  const broken = brokenText(change, say);
  const stored = storedText(change, say);
  const left = leftText(change, say);
  return (
    <li className="config-change">
      <p>{changeText(change, say)}</p>
      {stored !== undefined && <p className="config-quiet">{stored}</p>}
      {left !== undefined && (
        <p className="config-broken">
          <KindIcon kind="warning" />
          {left}
        </p>
      )}
      {rename !== undefined && <RenameOffer rename={rename} onOldName={onOldName} />}
      {broken !== undefined && (
        <p className="config-broken">
          <KindIcon kind="warning" />
          {broken}
        </p>
      )}
    </li>
  );
}

interface RenameOfferProps extends Pick<ChangesViewProps, "onOldName"> {
  readonly rename: Rename;
}

function RenameOffer({ rename, onOldName }: RenameOfferProps) {
  const say = useMessage();
  const name = oldName(rename);
  return (
    <div className="config-rename">
      <p>{say("config.renamed", { field: rename.came.subject.at(-1) ?? "", name })}</p>
      <button type="button" className="button" onClick={() => onOldName(rename)}>
        {say("config.renamedBack", { name })}
      </button>
    </div>
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

/** The kinds of things that come, go and move. Their place, and the type of a field, say nothing to people. */
const WORDS: ReadonlyMap<string, MessageName> = new Map([
  ["field", "config.whatField"],
  ["column", "config.whatColumn"],
  ["view", "config.whatView"],
  ["inverse list", "config.whatInverseList"],
  ["tab", "config.whatTab"],
  ["row", "config.whatRow"],
  ["role", "config.whatRole"],
  ["menu", "config.whatMenu"],
  ["tile", "config.whatTile"],
  ["entity", "config.whatEntity"],
  ["language", "config.whatLanguage"],
]);

/** What a change is, as a sentence. */
export function changeText({ file, subject, kind, what, from, to }: ConfigChange, say: Say): string {
  const about = subject.length === 0 ? file : subject.join(SUBJECT_SEPARATOR);
  if (fileKind(file) === "samples" && kind !== "moved")
    return say(SAMPLES[kind], { subject: about, count: to ?? from ?? "" });
  const word = WORDS.get(what);
  const isWhole =
    (from === undefined && to === undefined) ||
    (word !== undefined && (kind === "moved" || what === "field"));
  const key = kind === "changed" || !isWhole ? KEYS[kind] : (`${KEYS[kind]}Whole` as const);
  // A key of the file has the name of a kind of thing only where its value changed.
  const named = word === undefined || (kind === "changed" && what !== "row") ? what : say(word);
  return say(key, { subject: about, what: named, from: from ?? "", to: to ?? "" });
}

/** What happens to stored values; undefined where they stay as they are. */
export function storedText({ file, kind, what }: ConfigChange, say: Say): string | undefined {
  const isType = fileKind(file) === "entity" && kind === "changed" && what === "type";
  return isType ? say("config.changedType") : undefined;
}

/** How many stored values a field takes with it; undefined where there are none. */
export function leftText({ left }: ConfigChange, say: Say): string | undefined {
  if (left === undefined || left.count === 0) return undefined;
  return say(left.atLeast ? "config.leftAtLeast" : "config.left", { count: left.count });
}

/** How many stored records it breaks; undefined where it breaks none. */
export function brokenText({ broken }: ConfigChange, say: Say): string | undefined {
  if (broken === undefined || broken.count === 0) return undefined;
  return say(broken.atLeast ? "config.brokenAtLeast" : "config.broken", { count: broken.count });
}
