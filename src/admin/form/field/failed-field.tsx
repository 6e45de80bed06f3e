import "../failed-field.css";
import { type FocusEventHandler, useSyncExternalStore } from "react";
import type { Field } from "../../../model/entity.ts";
import type { MessageName } from "../../../model/message-keys.ts";
import type { Json } from "../../../model/record.ts";
import type { Say } from "../../messages/say.ts";
import { valueText } from "../../messages/value-text.ts";
import { type BlameVerdict, useVerdict } from "../../problem/use-verdict.ts";
import { LoadFailure } from "../../services/code-loader.ts";
import { useRetryWhenBack } from "../../services/connection.ts";
import { KindIcon } from "../../shell/glyphs.tsx";
import {
  type Dropped,
  type FaultReason,
  type FieldFault,
  type FormField,
  isWrong,
} from "../state/field-views.ts";
import { isBlank, isSameValue } from "../state/form-values.ts";
import { errorId, fieldId, partErrorsId } from "./field-ids.ts";
import { useFieldView, useForm } from "./open-form.ts";

interface FailedFieldProps {
  readonly formField: FormField;
  readonly fault: FieldFault;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
}

/**
 * In place of a widget that failed: what happened, what becomes of the value and of the form, who is to blame, and what
 * can be done.
 */
export function FailedField({ formField, fault, onFocus, onBlur }: FailedFieldProps) {
  const { path, field } = formField;
  const { entity, runtime, store, say, blames, host, readOnly } = useForm();
  const { reason, error, goesOn, dropped } = fault;
  const name = field.widget?.name ?? "";
  const view = useFieldView(path);
  const isWaiting = useSyncExternalStore(store.subscribe, () => store.isWaiting(path));
  const query = { entity: entity.id, kind: "widget", field: path } as const;
  // Code that could not be loaded is the fault of neither config nor plugin.
  const verdict = useVerdict(
    { source: blames, query: reason === "chunk" ? undefined : query, error, name },
    say,
  );
  useRetryWhenBack(reason === "chunk", retry);
  const offersReload = error instanceof LoadFailure && error.times > 1;
  const isNew = host(formField).recordId === undefined;
  const blocks = isWrong(view) || (view.required && isBlank(view.value));
  const errorIds = [view.error !== undefined && errorId(path), view.parts.length > 0 && partErrorsId(path)];
  const describedBy = errorIds.filter(Boolean).join(" ") || undefined;

  function outlook(): readonly string[] {
    const said = [say(isNew ? "form.asideBegan" : "form.asideKept")];
    if (readOnly) return said;
    if (isWaiting) said.push(say("form.asideWaits"));
    const lost = dropped === undefined ? "" : droppedText(field, dropped, say);
    if (lost !== "") said.push(say("form.asideDropped", { value: lost }));
    said.push(say(blocks ? "form.asideBlocks" : "form.asideRest"));
    if (offersReload) said.push(say("form.reloadHelps"));
    return said;
  }

  function retry() {
    runtime.plugins.forget("widget", name);
    store.retry(path, goesOn ? "asItIs" : "renewed");
  }

  const action = (key: MessageName, run: () => void) => (
    <button
      type="button"
      className="button"
      // More than one field may have one.
      aria-label={`${say(key)} ${field.label}`}
      aria-describedby={describedBy}
      onClick={run}
    >
      {say(key)}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not be an element among others of the form
    <div
      id={fieldId(path)}
      className="failed-field"
      tabIndex={-1}
      role="group"
      aria-label={field.label}
      aria-describedby={describedBy}
      data-reason={reason}
      data-blame={verdict?.guilty}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <KindIcon kind="error" />
      <div className="failed-field-text">
        <div role="alert">
          <p className="failed-field-what">{whatHappened(reason, field.label, say)}</p>
          <p>{outlook().join(" ")}</p>
        </div>
        {/* Outside of the alert: what comes later in it would have all of it read again. */}
        <div aria-live="polite">{verdict && <VerdictText verdict={verdict} />}</div>
        <div className="failed-field-actions">
          {action("form.widgetRetry", retry)}
          {isWaiting &&
            action(isNew ? "form.asideDiscard" : "form.asideStored", () => store.retry(path, "stored"))}
          {offersReload && action("form.reloadPage", () => window.location.reload())}
        </div>
      </div>
    </div>
  );
}

/** What the lost work would have brought that the field does not have now; "" where that is nothing a person can read. */
export function droppedText(field: Field, { standIn, value }: Dropped, say: Say): string {
  const kept: readonly Json[] = Array.isArray(value) ? value : [];
  const lost: Json = Array.isArray(standIn)
    ? standIn.filter((item: Json) => !kept.some((one) => isSameValue(one, item)))
    : standIn;
  const text = valueText(field, lost, say);
  return text === valueText(field, value, say) ? "" : text;
}

/** What happened. {label} */
const WHAT: Readonly<Record<FaultReason, MessageName>> = {
  render: "form.widgetFailed",
  prepare: "form.asidePrepare",
  slow: "form.asideSlow",
  chunk: "form.asideChunk",
  value: "form.asideValue",
};

export const whatHappened = (reason: FaultReason, label: string, say: Say) => say(WHAT[reason], { label });

function VerdictText({ verdict: { text, detail } }: { readonly verdict: BlameVerdict }) {
  const at = detail === "" ? text.length : text.lastIndexOf(detail);
  return (
    <p className="failed-field-blame">
      {text.slice(0, at)}
      <span lang="en">{text.slice(at, at + detail.length)}</span>
      {text.slice(at + detail.length)}
    </p>
  );
}
