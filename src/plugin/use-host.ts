import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import type { Json } from "../model/record.ts";
import type { Host, PendingWork } from "./host.ts";

/** Provided around every widget by the form, and by tests. */
export const HostContext = createContext<Host | undefined>(undefined);

/** The host of this field. Throws outside a form: a plugin bug. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error("A widget was rendered outside a host.");
  return host;
}

/** The value of another field of the record, by dotted path; re-renders when it changes. */
export function useSibling(path: string): Json | undefined {
  const host = useHost();
  return useSyncExternalStore(host.subscribeRecord, () => readPath(host.getRecord(), path));
}

/** Holds work until save while `work` is given. The latest closure is the one that runs. */
export function usePendingWork<Value extends Json>(work: PendingWork<Value> | undefined): void {
  const host = useHost();
  const latest = useRef(work);
  latest.current = work;
  const holding = work !== undefined;
  const standIn = JSON.stringify(work?.standIn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: standIn is the text of what the form must know anew
  useEffect(() => {
    if (!holding) return;
    host.holdUntilSave({
      ...(latest.current?.standIn === undefined ? {} : { standIn: latest.current.standIn }),
      prepare: (context) => {
        const current = latest.current;
        if (current === undefined) throw new Error("The work held for save is gone.");
        return current.prepare(context);
      },
      saved: () => latest.current?.saved?.(),
      failed: () => latest.current?.failed?.(),
      left: () => latest.current?.left?.(),
    });
    return () => host.holdUntilSave(undefined);
  }, [host, holding, standIn]);
}

function readPath(record: Readonly<Record<string, Json | undefined>>, path: string): Json | undefined {
  let value: Json | undefined = record as Json;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.hasOwn(value, key) ? (value as { readonly [key: string]: Json })[key] : undefined;
  }
  return value;
}
