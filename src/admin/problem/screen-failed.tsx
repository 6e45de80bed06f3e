import { useMessage } from "../messages/use-message.ts";
import { ProblemNotice } from "./problem-notice.tsx";

/** In place of a screen that broke or could not be loaded. */
export function ScreenFailed({ retry }: { readonly retry: () => void }) {
  const say = useMessage();
  return <ProblemNotice text={say("app.failed")} action={{ label: say("app.retry"), run: retry }} />;
}
