import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import type { Json, RecordData } from "../model/record.ts";
import { readPath } from "../record/path.ts";
import type { FieldHost, Host, PendingWork } from "./host.ts";

/** Provided around every widget by the form, and by tests. */
export const HostContext = createContext<FieldHost | undefined>(undefined);

/**
 * The host of this field: `useHost<MessageKey>()` knows the keys of the manifest's messages. Throws outside a form: a
 * plugin bug.
 */
export function useHost<Key extends string = string>(): Host<Key> {
  return useFieldHost();
}

/** The same with what the other hooks are made of. */
export function useFieldHost(): FieldHost {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error("A widget was rendered outside a host.");
  return host;
}

/**
 * The whole record around the field as it stands in the form, fields that nobody filled in missing or `null`; re-renders
 * with every change of it. Where one field is enough, `useSibling`.
 */
export function useRecord(): RecordData {
  const host = useFieldHost();
  return useSyncExternalStore(host.subscribeRecord, host.getRecord);
}

/**
 * The value of another field of the record, by dotted path from the record's top: `address.city`, `images.0`; undefined
 * where there is none. Re-renders when it changes, and only then.
 */
export function useSibling(path: string): Json | undefined {
  const host = useFieldHost();
  return useSyncExternalStore(host.subscribeRecord, () => readPath(host.getRecord(), path));
}

/**
 * Holds work until save while `work` is given; with `undefined` nothing is held: `prepare` that is under way then is
 * aborted, the save goes on without it, and the work hears no more. The latest closures are the ones that run.
 *
 * What the work is made of outlives a failed save, so a retry finds what was done; it does not outlive a widget that throws
 * while it is drawn or in an effect. React drops the state that `work` closes over, the widget that is tried again begins
 * without and could not take functions over, and to run them all the same would store what nobody sees: the work is told
 * `left` at once, and the person, by `standIn`, what is lost. What must outlive that belongs into the value (`onChange`),
 * which waits and is given back.
 */
export function usePendingWork<Value extends Json>(work: PendingWork<Value> | undefined): void {
  const host = useFieldHost();
  const latest = useRef(work);
  latest.current = work;
  const holding = work !== undefined;
  const announced = JSON.stringify([work?.standIn, work?.patience]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announced is the text of what the form must know anew
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
  }, [host, holding, announced]);
  useEffect(() => {
    if (holding) return () => host.holdUntilSave(undefined);
  }, [host, holding]);
}
