import { useState } from "react";
import type { Field } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import type { ChangedField, HistoryEntry } from "../../wire/journal.ts";
import { getChange } from "../api/journal.ts";
import { htmlText } from "../messages/html-text.ts";
import type { Say } from "../messages/say.ts";
import { useServices } from "../services/services.ts";
import { useFailureToast } from "../shell/toast.tsx";
import { shortened, textDiff } from "./text-diff.ts";
import { isNothing, ValueShown } from "./value-shown.tsx";

interface ChangedValueProps {
  readonly field: Field;
  readonly change: ChangedField;
  /** Fetches the values that lists of changes leave out. */
  readonly show: () => void;
  readonly isFetching: boolean;
  readonly language: string;
  readonly say: Say;
}

/** What a field was and what it became; of long texts the words that are different. */
export function ChangedValue({ field, change, show, isFetching, language, say }: ChangedValueProps) {
  if (change.secret) return <span className="history-quiet">{say("history.secret")}</span>;
  if (change.long)
    return (
      <span className="history-long">
        <span className="history-quiet">{say("history.long")}</span>
        <button type="button" className="history-action" aria-busy={isFetching} onClick={show}>
          {say("history.show")}
          <span className="unseen">{field.label}</span>
        </button>
      </span>
    );
  const { was, now } = change;
  const texts = was === undefined || now === undefined ? undefined : comparedTexts(field, was, now);
  if (texts !== undefined) return <TextChange {...texts} language={language} say={say} />;
  const one = (value: Json, Mark: "del" | "ins") => (
    <Mark className="history-value">
      <span className="unseen">{`${say(Mark === "del" ? "history.before" : "history.after")}: `}</span>
      <ValueShown field={field} value={value} say={say} />
    </Mark>
  );
  return (
    <span className="history-values">
      {was !== undefined && one(was, "del")}
      {was !== undefined && now !== undefined && (
        <span className="history-arrow" aria-hidden="true">
          →
        </span>
      )}
      {now !== undefined && one(now, "ins")}
    </span>
  );
}

/** Shorter texts are read at a glance, one beside the other. */
const MIN_COMPARED = 40;

/** Both values as texts, where they are compared by words. */
function comparedTexts(
  { valueType }: Field,
  was: Json,
  now: Json,
): { readonly was: string; readonly now: string } | undefined {
  if (typeof was !== "string" || typeof now !== "string" || isNothing(was) || isNothing(now))
    return undefined;
  if (valueType === "html") return { was: htmlText(was), now: htmlText(now) };
  const isLong = was.length + now.length >= 2 * MIN_COMPARED || /\n/.test(was + now);
  return valueType === "string" && isLong ? { was, now } : undefined;
}

interface TextChangeProps {
  readonly was: string;
  readonly now: string;
  readonly language: string;
  readonly say: Say;
}

const MARKS = { removed: "del", added: "ins", same: "span" } as const;

function TextChange({ was, now, language, say }: TextChangeProps) {
  if (was === now) return <span className="history-quiet">{say("history.formatting")}</span>;
  return (
    <span className="history-text">
      {shortened(textDiff(was, now, language)).map(({ kind, text }, index) => {
        const Mark = MARKS[kind];
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, drawn anew with it
        return <Mark key={index}>{text}</Mark>;
      })}
    </span>
  );
}

/** The fields of a change; long values once they were asked for. */
export function useWholeFields(entry: HistoryEntry, say: Say) {
  const { client } = useServices();
  const failed = useFailureToast(say, "screen");
  const [whole, setWhole] = useState<readonly ChangedField[]>();
  const [isFetching, setFetching] = useState(false);
  const show = async () => {
    setFetching(true);
    try {
      setWhole((await getChange(client, entry.position)).fields);
    } catch (error) {
      failed("form.loadFailed", error);
    } finally {
      setFetching(false);
    }
  };
  return { fields: whole ?? entry.fields, isFetching, show: () => void show() };
}
