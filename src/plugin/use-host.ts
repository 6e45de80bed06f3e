import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import type { Json } from "../model/record.ts";
import type { FieldHost, Host, PendingWork } from "./host.ts";

/** Provided around every widget by the form, and by tests. */
export const HostContext = createContext<FieldHost | undefined>(undefined);

/** The host of this field. Throws outside a form: a plugin bug. */
export const useHost: () => Host = useFieldHost;

/** The same with what the other hooks are made of. */
export function useFieldHost(): FieldHost {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error("A widget was rendered outside a host.");
  return host;
}

/** The whole record around the field as it stands in the form; re-renders with every change of it. */
export function useRecord(): Readonly<Record<string, Json | undefined>> {
  const host = useFieldHost();
  return useSyncExternalStore(host.subscribeRecord, host.getRecord);
}

/** The value of another field of the record, by dotted path; re-renders when it changes. */
export function useSibling(path: string): Json | undefined {
  const host = useFieldHost();
  return useSyncExternalStore(host.subscribeRecord, () => readPath(host.getRecord(), path));
}

/** Holds work until save while `work` is given. The latest closure is the one that runs. */
export function usePendingWork<Value extends Json>(work: PendingWork<Value> | undefined): void {
  const host = useFieldHost();
  const latest = useRef(work);
  latest.current = work;
  const holding = work !== undefined;
  const standIn = JSON.stringify(work?.standIn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: standIn is the text of what the form must know anew
  useEffect(() => {
    if (!holding) return;
    const { standIn: value, patience } = latest.current ?? {};
    host.holdUntilSave({
      ...(value === undefined ? {} : { standIn: value }),
      ...(patience === undefined ? {} : { patience }),
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
