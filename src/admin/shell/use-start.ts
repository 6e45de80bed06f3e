import { useCallback, useEffect, useState } from "react";
import { PATHS } from "../../wire/paths.ts";
import type { AppView, PublicView } from "../../wire/views.ts";
import { ApiFailure, isExpired } from "../api/failure.ts";
import { isObject } from "../api/read-answer.ts";
import { validateToken } from "../api/session-calls.ts";
import { useServices } from "../services.ts";

interface Start {
  /** undefined while it is on its way, or failed. */
  readonly view: AppView | undefined;
  readonly failure: unknown;
  readonly retry: () => void;
}

/**
 * Has the server validate the token and answer what this account may see. The account as the server knows it now
 * replaces the stored one. A token that does not hold ends the session, which leads to /login.
 */
export function useStart(endpoints: PublicView["endpoints"]): Start {
  const { client, session } = useServices();
  const [state, setState] = useState<{ view?: AppView; failure?: unknown }>({});
  const start = useCallback(async () => {
    setState({});
    const token = session.get()?.token;
    try {
      const [user, view] = await Promise.all([
        validateToken(client, endpoints),
        client.request("GET", PATHS.config),
      ]);
      if (!isAppView(view)) throw new ApiFailure("unknown", "The server answered no view.");
      if (user !== undefined && token !== undefined && session.get()?.token === token)
        session.set({ token, user });
      setState({ view });
    } catch (failure) {
      if (!isExpired(failure)) setState({ failure });
    }
  }, [client, session, endpoints]);
  useEffect(() => {
    start();
  }, [start]);
  return { view: state.view, failure: state.failure, retry: start };
}

function isAppView(answer: unknown): answer is AppView {
  return (
    isObject(answer) &&
    Array.isArray(answer.entities) &&
    Array.isArray(answer.menu) &&
    isObject(answer.messages)
  );
}
