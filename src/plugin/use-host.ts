import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import type { Json, RecordData } from "../model/record.ts";
import { readPath } from "../record/path.ts";
import type { FieldHost, Host, PendingWork } from "./host.ts";

/** The form, the gallery and tests provide it around every widget. */
export const HostContext = createContext<FieldHost | undefined>(undefined);

/** The host of this field. `useHost<MessageKey>()` knows the keys of the manifest's messages. Throws outside a form. */
export function useHost<Key extends string = string>(): Host<Key> {
  return useFieldHost();
}

/** The same with what the other hooks need. */
export function useFieldHost(): FieldHost {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error("A widget was rendered outside a host.");
  return host;
}

/**
 * The record with the form's present values; empty fields are missing or `null`. Re-renders with every change of the record;
 * for one field use `useSibling`.
 */
export function useRecord(): RecordData {
  const host = useFieldHost();
  return useSyncExternalStore(host.subscribeRecord, host.getRecord);
}

/**
 * The value of another field of the record by its dotted path: `address.city`, `images.0`; undefined where there is none.
 * Re-renders only when it changes.
 */
export function useSibling(path: string): Json | undefined {
  const host = useFieldHost();
  return useSyncExternalStore(host.subscribeRecord, () => readPath(host.getRecord(), path));
}

/**
 * Sets the work that the form does for this field when it is saved; `undefined` for none, which aborts a `prepare` that is
 * running. The functions of the latest render are the ones that are called.
 *
 * The work is kept after a failed save. It is lost when the widget throws while it renders or in an effect, since React drops
 * the state that its functions use: `left` is called, and the notice at the field shows `standIn`. A value that was passed to
 * `onChange` is kept.
 *
 * @param restore takes the `draft` of the work of an earlier form, which the browser was closed on, say. It may be that of an
 * earlier version of the plugin
 */
export function usePendingWork<Value extends Json>(
  work: PendingWork<Value> | undefined,
  restore?: (draft: unknown) => void,
): void {
  const host = useFieldHost();
  const latest = useRef(work);
  latest.current = work;
  const latestRestore = useRef(restore);
  latestRestore.current = restore;
  const isPending = work !== undefined;
  const settings = JSON.stringify([work?.standIn, work?.patience]);
  const draft = work?.draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: settings is the text of standIn and patience
  useEffect(() => {
    if (!isPending) return;
    const { standIn, patience } = latest.current ?? {};
    host.holdUntilSave({
      ...(draft === undefined ? {} : { draft }),
      ...(standIn === undefined ? {} : { standIn }),
      ...(patience === undefined ? {} : { patience }),
      prepare: (context) => {
        const current = latest.current;
        if (current === undefined) throw new Error("The pending work is gone.");
        return current.prepare(context);
      },
      saved: () => latest.current?.saved?.(),
      failed: () => latest.current?.failed?.(),
      left: () => latest.current?.left?.(),
    });
  }, [host, isPending, settings, draft]);
  useEffect(() => host.onRestored((restored) => latestRestore.current?.(restored)), [host]);
  useEffect(() => {
    if (isPending) return () => host.holdUntilSave(undefined);
  }, [host, isPending]);
}
