import { useMemo } from "react";
import { SWRConfig } from "swr";
import type { PluginLoader } from "../../plugin/registry.ts";
import type { PublicView } from "../../wire/views.ts";
import { AppContext, type App as AppValue } from "../app-context.tsx";
import { Pending } from "../chunk.tsx";
import type { ConfigFollower } from "../follow/config-follower.ts";
import { failureText } from "../messages/failure-text.ts";
import { MessagesContext, useMessage } from "../messages/use-message.ts";
import { ProblemNotice } from "../problem/problem-notice.tsx";
import type { Session } from "../session/session-store.ts";
import { Guard } from "./guard.tsx";
import { LastListContext } from "./last-list.tsx";
import { LeaveContext } from "./leave.tsx";
import { ScreenRoutes } from "./screen-routes.tsx";
import { Shell } from "./shell.tsx";
import { useStart } from "./use-start.ts";

interface AppProps {
  readonly session: Session;
  readonly publicView: PublicView;
  readonly follower: ConfigFollower;
  readonly loadPlugin: PluginLoader;
}

/** Everything behind log-in. Mounted on the first navigation and on arriving from /login. */
export default function App({ session, publicView, follower, loadPlugin }: AppProps) {
  const say = useMessage();
  const start = useStart(follower);
  const view = start.view;
  const app = useMemo<AppValue | undefined>(
    () => view && { view, user: session.user, locale: view.dateLocale, loadPlugin },
    [view, session.user, loadPlugin],
  );
  const leave = useMemo(() => ({ current: undefined }), []);
  const lastLists = useMemo(() => new Map<string, string>(), []);
  const records = useMemo(() => ({ provider: () => new Map() }), []);

  if (start.failure !== undefined)
    return (
      <main className="public">
        <ProblemNotice
          text={failureText(start.failure, say)}
          action={{ label: say("app.retry"), run: start.retry }}
        />
      </main>
    );
  if (app === undefined) return <Pending />;
  return (
    <AppContext value={app}>
      <MessagesContext value={app.view}>
        <SWRConfig value={records}>
          <LeaveContext value={leave}>
            <LastListContext value={lastLists}>
              <Shell endpoints={publicView.endpoints}>
                <Guard>{(location) => <ScreenRoutes location={location} />}</Guard>
              </Shell>
            </LastListContext>
          </LeaveContext>
        </SWRConfig>
      </MessagesContext>
    </AppContext>
  );
}
