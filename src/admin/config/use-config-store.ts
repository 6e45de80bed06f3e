import { useEffect, useState, useSyncExternalStore } from "react";
import { makeConfigCalls } from "../api/config-calls.ts";
import { useApp } from "../app-context.tsx";
import { useClient } from "../services.ts";
import type { ConfigState } from "./config-state.ts";
import { type ConfigStore, makeConfigStore } from "./config-store.ts";

function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

/** The page's store: made with the page, and reading the files anew whenever the config that is served changes. */
export function useConfigStore(): readonly [ConfigStore, ConfigState] {
  const client = useClient();
  const { view } = useApp();
  const [store] = useState(() => makeConfigStore({ calls: makeConfigCalls(client), after }));
  const state = useSyncExternalStore(store.subscribe, store.get);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the config is another look
  useEffect(() => {
    void store.refresh();
  }, [store, view.hash]);
  useEffect(() => () => store.end(), [store]);
  return [store, state];
}
