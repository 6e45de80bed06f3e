import { useCallback, useEffect, useRef, useState } from "react";
import { PATHS } from "../../wire/paths.ts";
import type { AppView, PublicView } from "../../wire/views.ts";
import { ApiFailure, isExpired } from "../api/failure.ts";
import { isAppView } from "../api/read-answer.ts";
import { validateToken } from "../api/session-calls.ts";
import type { ConfigFollower } from "../follow/config-follower.ts";
import { keepSameApp } from "../follow/keep-same.ts";
import { useServices } from "../services.ts";

interface Start {
  /** undefined while it is on its way, or failed. */
  readonly view: AppView | undefined;
  readonly failure: unknown;
  readonly retry: () => void;
}

/**
 * Has the server validate the token and answer what this account may see, at the start and whenever the config changes.
 * The account as the server knows it now replaces the stored one. A token that does not hold ends the session, which
 * leads to /login.
 */
export function useStart(follower: ConfigFollower): Start {
  const { client, session } = useServices();
  const [state, setState] = useState<{ view?: AppView; failure?: unknown }>({});
  /** A start that is overtaken by the config's next version has nothing to show any more. */
  const newest = useRef(0);

  const load = useCallback(
    async (endpoints: PublicView["endpoints"]): Promise<() => void> => {
      newest.current += 1;
      const own = newest.current;
      const token = session.get()?.token;
      const [user, view] = await Promise.all([
        validateToken(client, endpoints),
        client.request("GET", PATHS.config),
      ]);
      if (!isAppView(view)) throw new ApiFailure("unknown", "The server answered no view.");
      return () => {
        if (own !== newest.current) return;
        if (user !== undefined && token !== undefined && session.get()?.token === token)
          session.set({ token, user });
        setState((before) => ({ view: before.view ? keepSameApp(before.view, view) : view }));
      };
    },
    [client, session],
  );
  const start = useCallback(async () => {
    setState({});
    try {
      const put = await load(follower.publicView().endpoints);
      put();
    } catch (failure) {
      if (!isExpired(failure)) setState((before) => (before.view ? before : { failure }));
    }
  }, [load, follower]);
  useEffect(() => {
    start();
  }, [start]);
  useEffect(() => follower.join(({ endpoints }) => load(endpoints)), [follower, load]);
  return { view: state.view, failure: state.failure, retry: start };
}
