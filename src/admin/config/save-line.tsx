import { useId } from "react";
import { failureText } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { type ConfigState, edits, hindrance, toFix } from "./config-state.ts";

interface SaveLineProps {
  readonly state: ConfigState;
  readonly save: () => void;
}

/** The button that saves, and why it cannot. */
export function SaveLine({ state, save }: SaveLineProps) {
  const say = useMessage();
  const reason = useId();
  const hindered = hindrance(state);
  // A save checks the edits first, unless they are checked.
  const mayPress = hindered === undefined || hindered === "checking" || hindered === "failed";
  const count = toFix(state).length;
  const files = edits(state).size;
  const why = {
    readOnly: () => say("config.notWritable"),
    unedited: () => say("config.unedited"),
    failed: () => say("config.draftFailed", { reason: failureText(state.draftFailure, say) }),
    checking: () => say("config.checking"),
    problems: () => (count === 1 ? say("config.oneToMend") : say("config.toMend", { count })),
  };
  return (
    <div className="config-save">
      <p
        id={reason}
        role="status"
        className={
          hindered === "problems" || hindered === "failed" ? "config-why config-why-wrong" : "config-why"
        }
      >
        {hindered !== undefined
          ? why[hindered]()
          : files === 1
            ? say("config.oneToSave")
            : say("config.toSave", { count: files })}
      </p>
      <button
        type="button"
        className="button button-primary"
        // Not `disabled`, so that the button keeps the focus.
        aria-disabled={!mayPress}
        aria-busy={state.isSaving}
        aria-describedby={reason}
        onClick={() => mayPress && save()}
      >
        {say("config.save")}
      </button>
    </div>
  );
}
