import { useMessage } from "../../messages/use-message.ts";
import { useApp } from "../../services/app-context.tsx";
import { openGroups } from "../../shell/access.ts";

/** The heading of the start page; who waits to be approved is greeted. */
export function useHomeTitle(): string {
  const { view, user } = useApp();
  const say = useMessage();
  return openGroups(view, user).length > 0
    ? say("shell.home")
    : say("shell.greeting", { username: user.username });
}
