import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { SWRConfig, unstable_serialize, useSWRConfig } from "swr";
import type { PluginLoader } from "../../plugin/registry.ts";
import { PATHS } from "../../wire/paths.ts";
import type { AppView, PublicView } from "../../wire/views.ts";
import type { ConfigFollower } from "../api/config-follower.ts";
import { ApiFailure, isExpired } from "../api/failure.ts";
import { keepSame } from "../api/keep-same.ts";
import { isAppView } from "../api/read-answer.ts";
import { validateToken } from "../api/session-calls.ts";
import type { Session } from "../api/session-store.ts";
import { failureText } from "../messages/say.ts";
import { MessagesContext, useMessage } from "../messages/use-message.ts";
import { Pending } from "../problem/chunk.tsx";
import { ProblemNotice } from "../problem/problem-notice.tsx";
import { preloadRenewal, RenewalDialog } from "../public/renewal-dialog.tsx";
import { AppContext, type App as AppValue } from "../services/app-context.tsx";
import { ChangesContext } from "../services/changes.ts";
import { makeCodeLoader } from "../services/code-loader.ts";
import { useRetryWhenBack } from "../services/connection.ts";
import { type DeviceLook, makeDeviceLook } from "../services/device-look.ts";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { makePreferences, type Preferences, PreferencesContext } from "../services/preferences.ts";
import { useServices } from "../services/services.ts";
import { openEntities } from "../shell/access.ts";
import { ConfirmHost } from "../shell/confirm.tsx";
import { LastListContext, type ListVisits } from "../shell/last-list.tsx";
import { LeaveContext, type LeaveSlot } from "../shell/leave.tsx";
import { Shell } from "../shell/shell.tsx";
import { Guard } from "./guard.tsx";
import { ScreenRoutes } from "./screen-routes.tsx";
import { useChangeStream } from "./use-change-stream.ts";

/** How often an account that may do nothing yet is asked for anew, so that its areas appear once it is approved. */
const APPROVAL_POLL_MS = 10_000;

/** Beside the screens: if it throws, it takes none of them with it. */
const QUESTIONS = new Map([["confirms", <ConfirmHost key="confirms" />]]);

interface AppProps {
  readonly session: Session;
  readonly publicView: PublicView;
  readonly follower: ConfigFollower;
  readonly loadPlugin: PluginLoader;
}

/** Everything behind log-in. Mounted on the first navigation and on arriving from /login. */
export default function App({ session, publicView, follower, loadPlugin }: AppProps) {
  const say = useMessage();
  const preferences = useOwnPreferences(session.user._id);
  const look = useDeviceLook(preferences, follower);
  const { view, failure, retry, refresh } = useStart(follower, session.token, preferences, look);
  useRetryWhenBack(failure !== undefined, retry);
  const plugins = useMemo(() => makeCodeLoader(loadPlugin), [loadPlugin]);
  const app = useMemo<AppValue | undefined>(
    () => view && { view, user: session.user, locale: view.dateLocale, plugins },
    [view, session.user, plugins],
  );
  const waits = view !== undefined && openEntities(view, session.user).length === 0 && !view.editsConfig;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(refresh, APPROVAL_POLL_MS);
    return () => clearInterval(timer);
  }, [waits, refresh]);
  const leave = useMemo<LeaveSlot>(() => ({ current: undefined, onUnsaved: preloadRenewal }), []);
  const { renewals } = useServices();
  useEffect(() => renewals.protect(() => leave.current !== undefined), [renewals, leave]);
  const lastLists = useMemo<ListVisits>(() => new Map(), []);
  const records = useMemo(() => ({ provider: () => new Map() }), []);

  const changes = useChangeStream(follower, session.token, refresh);

  if (failure !== undefined)
    return (
      <main className="public">
        <ProblemNotice text={failureText(failure, say)} action={{ label: say("app.retry"), run: retry }} />
      </main>
    );
  if (app === undefined) return <Pending />;
  return (
    <AppContext value={app}>
      <MessagesContext value={app.view}>
        <SWRConfig value={records}>
          <RequestsRetried />
          <ChangesContext value={changes}>
            <LeaveContext value={leave}>
              <LastListContext value={lastLists}>
                <PreferencesContext value={preferences}>
                  <Shell endpoints={publicView.endpoints}>
                    <Guard>{(location) => <ScreenRoutes location={location} />}</Guard>
                  </Shell>
                  <RenewalDialog endpoints={publicView.endpoints} />
                  <ErrorBoundaries items={QUESTIONS} broken={() => null} />
                </PreferencesContext>
              </LastListContext>
            </LeaveContext>
          </ChangesContext>
        </SWRConfig>
      </MessagesContext>
    </AppContext>
  );
}

/** Of the account that is logged in; what another tab chooses is taken over. */
function useOwnPreferences(account: string): Preferences {
  const { client, storage, session } = useServices();
  const preferences = useMemo(
    () => makePreferences({ account, client, storage }),
    [account, client, storage],
  );
  useEffect(() => {
    window.addEventListener("storage", preferences.reread);
    const stop = session.subscribe(() => {
      if (session.get() === undefined) preferences.forget();
    });
    return () => {
      window.removeEventListener("storage", preferences.reread);
      stop();
    };
  }, [preferences, session]);
  return preferences;
}

/** Shows the colours that the account chose, and has all fetched anew in its language, whenever it chooses another. */
function useDeviceLook(preferences: Preferences, follower: ConfigFollower): Look {
  const { storage } = useServices();
  const look = useMemo(
    () => makeDeviceLook({ storage, root: document.documentElement, languages: navigator.languages }),
    [storage],
  );
  const adopt = useCallback(() => {
    if (look.adopt(preferences.get())) follower.renew();
  }, [look, preferences, follower]);
  useEffect(() => preferences.subscribe(adopt), [preferences, adopt]);
  return useMemo(() => ({ language: look.language, adopt }), [look, adopt]);
}

interface Look extends Pick<DeviceLook, "language"> {
  /** Takes over what the account chose, as far as it is known. */
  adopt(): void;
}

/** Asks again for all that could not be fetched, when the connection is back. */
function RequestsRetried() {
  const { cache, mutate } = useSWRConfig();
  useRetryWhenBack(true, () => {
    // What shows the data says itself that it failed again.
    mutate((key) => cache.get(unstable_serialize(key))?.error !== undefined).catch(() => undefined);
  });
  return null;
}

/**
 * Has the server validate the token and answer what this account may see, at the start and whenever the config or the token
 * changes.
 * The account as the server has it replaces the stored one. An invalid token ends the session, which leads to /login.
 */
function useStart(follower: ConfigFollower, token: string, preferences: Preferences, look: Look) {
  const { client, session } = useServices();
  const [state, setState] = useState<{ view?: AppView; failure?: unknown }>({});
  /** Loads are numbered: none replaces what one that began later has shown. */
  const begun = useRef(0);
  const shown = useRef(0);

  const load = useCallback(
    async ({ endpoints }: PublicView, hash?: string): Promise<() => void> => {
      const own = ++begun.current;
      const token = session.get()?.token;
      const ask = () => client.request("GET", PATHS.config);
      const language = look.language();
      const [user, asked] = await Promise.all([validateToken(client, endpoints), ask(), preferences.load()]);
      look.adopt();
      const view = look.language() === language ? asked : await ask();
      if (!isAppView(view)) throw new ApiFailure("unknown", "The server answered no view.");
      // Of several servers, one may have the new version a moment later.
      if (hash !== undefined && view.hash !== hash) throw new ApiFailure("unknown", "The views differ.");
      return () => {
        if (own < shown.current) return;
        shown.current = own;
        if (user !== undefined && token !== undefined && session.get()?.token === token)
          session.set({ token, user });
        setState((before) => ({ view: before.view ? keepSame(before.view, view) : view }));
      };
    },
    [client, session, preferences, look],
  );
  const show = useCallback(async () => {
    const put = await load(follower.publicView.get());
    put();
  }, [load, follower]);
  const start = useCallback(async () => {
    setState({});
    try {
      await show();
    } catch (failure) {
      if (!isExpired(failure)) setState((before) => (before.view ? before : { failure }));
    }
  }, [show]);
  const refresh = useCallback(() => {
    // What is shown stays until the next time.
    show().catch(() => undefined);
  }, [show]);
  useEffect(() => {
    void start();
  }, [start]);
  useEffect(() => follower.join((coming) => load(coming, coming.hash)), [follower, load]);
  const loadedWith = useRef(token);
  useEffect(() => {
    if (loadedWith.current === token) return;
    loadedWith.current = token;
    // The server decides anyway what a request may do.
    refresh();
  }, [token, refresh]);
  return { ...state, retry: start, refresh };
}
