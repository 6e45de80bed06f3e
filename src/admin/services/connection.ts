import { createContext, useContext, useEffect, useRef } from "react";
import { type Observable, useObservable } from "../api/observable.ts";

const ALWAYS: Observable<boolean> = { get: () => true, subscribe: () => () => {} };

/** Whether the server can be reached, as far as is known. */
export const ConnectionContext = createContext(ALWAYS);

export const useConnected = (): boolean => useObservable(useContext(ConnectionContext));

/** Runs `retry` when the connection is back, if something has failed by then. */
export function useRetryWhenBack(hasFailed: boolean, retry: () => void): void {
  const isConnected = useConnected();
  const wasConnected = useRef(isConnected);
  useEffect(() => {
    const isBack = isConnected && !wasConnected.current;
    wasConnected.current = isConnected;
    if (isBack && hasFailed) retry();
  });
}
