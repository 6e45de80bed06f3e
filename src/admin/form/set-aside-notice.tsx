import type { ReactNode } from "react";
import type { MessageName } from "../../model/message-keys.ts";
import type { Say } from "../messages/say.ts";
import type { Verdict } from "../problem/blame-words.ts";
import { KindIcon } from "../shell/glyphs.tsx";
import type { FaultReason } from "./fault.ts";
import "./set-aside-notice.css";

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
  /** Who is to blame; undefined where nobody knows. */
  readonly verdict: Verdict | undefined;
  /** Something was entered that is not the stored value. */
  readonly isWaiting: boolean;
  /** What else there is to say. */
  readonly more?: string | undefined;
  /** The buttons. */
  readonly children: ReactNode;
}

/** In place of a widget that broke: what happened, what becomes of the value, who is to blame, and what can be done. */
export function SetAsideNotice(props: SetAsideNoticeProps) {
  const { id, label, reason, say, verdict, isWaiting, more, children } = props;
  return (
    <div
      id={id}
      className="set-aside"
      tabIndex={-1}
      role="alert"
      data-reason={reason}
      data-blame={verdict?.guilty}
    >
      <KindIcon kind="error" />
      <div className="set-aside-text">
        <p className="set-aside-what">{whatHappened(reason, label, say)}</p>
        <p>{say(isWaiting ? "form.asideWaits" : "form.asideKept")}</p>
        {more !== undefined && <p>{more}</p>}
        {verdict !== undefined && <p className="set-aside-blame">{verdict.text}</p>}
        <div className="set-aside-actions">{children}</div>
      </div>
    </div>
  );
}
