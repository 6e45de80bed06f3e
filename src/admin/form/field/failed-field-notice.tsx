import type { FocusEventHandler, ReactNode } from "react";
import type { MessageName } from "../../../model/message-keys.ts";
import type { Say } from "../../messages/say.ts";
import type { Verdict } from "../../problem/blame-words.ts";
import { KindIcon } from "../../shell/glyphs.tsx";
import type { FaultReason } from "../state/fault.ts";
import "../set-aside-notice.css";

/** What happened. {label} */
const WHAT: Readonly<Record<FaultReason, MessageName>> = {
  render: "form.widgetFailed",
  prepare: "form.asidePrepare",
  slow: "form.asideSlow",
  chunk: "form.asideChunk",
  value: "form.asideValue",
};

export const whatHappened = (reason: FaultReason, label: string, say: Say) => say(WHAT[reason], { label });

interface SetAsideNoticeProps {
  /** DOM id of the field. */
  readonly id: string;
  readonly label: string;
  readonly reason: FaultReason;
  readonly say: Say;
  /** What becomes of the value and of the rest of the form. */
  readonly outlook: readonly string[];
  /** Who is to blame; undefined where nobody knows, or not yet. */
  readonly verdict: Verdict | undefined;
  /** DOM id of the field's error, where one stands. */
  readonly describedBy: string | undefined;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
  /** The buttons. */
  readonly children: ReactNode;
}

/**
 * In place of a widget that broke: what happened, what becomes of the value, who is to blame, and what can be done. Who
 * is to blame comes later, outside of the alert: that would be read from its beginning again.
 */
export function SetAsideNotice(props: SetAsideNoticeProps) {
  const { id, label, reason, say, outlook, verdict, describedBy, onFocus, onBlur, children } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not be an element among others of the form
    <div
      id={id}
      className="set-aside"
      tabIndex={-1}
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      data-reason={reason}
      data-blame={verdict?.guilty}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <KindIcon kind="error" />
      <div className="set-aside-text">
        <div role="alert">
          <p className="set-aside-what">{whatHappened(reason, label, say)}</p>
          <p>{outlook.join(" ")}</p>
        </div>
        <div aria-live="polite">{verdict && <VerdictText verdict={verdict} />}</div>
        <div className="set-aside-actions">{children}</div>
      </div>
    </div>
  );
}

function VerdictText({ verdict: { text, detail } }: { readonly verdict: Verdict }) {
  const at = detail === "" ? text.length : text.lastIndexOf(detail);
  return (
    <p className="set-aside-blame">
      {text.slice(0, at)}
      <span lang="en">{text.slice(at, at + detail.length)}</span>
      {text.slice(at + detail.length)}
    </p>
  );
}
