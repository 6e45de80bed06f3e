import "./problem.css";
import { useMessage } from "../messages/use-message.ts";

interface ProblemNoticeProps {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Says that something could not be shown, and what can be done. */
export function ProblemNotice({ text, action }: ProblemNoticeProps) {
  return (
    <div className="notice" role="alert">
      <p>{text}</p>
      {action && (
        <button type="button" className="button" onClick={action.run}>
          {action.label}
        </button>
      )}
    </div>
  );
}

/** In place of a screen that broke or could not be loaded. */
export function ScreenFailed({ retry }: { readonly retry: () => void }) {
  const say = useMessage();
  return <ProblemNotice text={say("app.failed")} action={{ label: say("app.retry"), run: retry }} />;
}
