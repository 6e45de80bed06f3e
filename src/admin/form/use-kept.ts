import { type RefObject, useCallback, useContext, useEffect, useLayoutEffect, useState } from "react";
import { useServices } from "../services.ts";
import { LeaveContext } from "../shell/leave.tsx";
import { commitFocused } from "./focus-field.ts";
import type { OpenForm } from "./form-context.ts";
import type { KeptEntry } from "./kept-entries.ts";
import { keptValues, typeKept } from "./kept-values.ts";
import { leavesOf } from "./leaves.ts";

/** What was typed into the form of an address when an earlier session ended. */
export interface Kept {
  readonly address: string;
  readonly entry: KeptEntry | undefined;
  /** The form is to be as if nothing had been kept. */
  drop(): void;
}

export function useKept(address: string): Kept {
  const { kept } = useServices();
  const { forgets } = useContext(LeaveContext);
  const [entry, setEntry] = useState(() => (forgets ? undefined : kept.at(address)));
  const drop = useCallback(() => setEntry(undefined), []);
  return { address, entry, drop };
}

export interface KeepingParts {
  readonly form: OpenForm;
  /** `updatedAt` of the record as it was read. */
  readonly version: string | undefined;
  /** Whether there is nothing to lose any more. */
  readonly saved: RefObject<boolean>;
}

/**
 * Types what was kept into the form before its first paint; true where that changed anything. From then on only the form
 * has it, until the session ends again: then all that is typed in it is kept.
 */
export function useKeeping({ address, entry, drop }: Kept, { form, version, saved }: KeepingParts): boolean {
  const { kept, session } = useServices();
  const { forgets } = useContext(LeaveContext);
  const { store, entity } = form;
  const [isBack] = useState(() => {
    if (entry === undefined || form.readOnly) return false;
    typeKept(store, leavesOf(entity), entry.values);
    return store.isDirty();
  });
  const isVoid = entry !== undefined && !isBack;
  useEffect(() => {
    if (isVoid) drop();
  }, [isVoid, drop]);
  useLayoutEffect(() => {
    const own = session.get();
    if (forgets || own === undefined) return;
    kept.forget(address);
    return session.subscribe(() => {
      const now = session.get();
      const isOthers = now !== undefined && now.user._id !== own.user._id;
      if (now?.token === own.token || isOthers || saved.current) return;
      commitFocused();
      if (!store.isDirty()) return;
      const values = keptValues(store.typed(), leavesOf(entity));
      if (Object.keys(values).length === 0) return;
      kept.keep(own.user._id, { address, values, ...(version === undefined ? {} : { version }) });
    });
  }, [kept, session, forgets, address, version, store, entity, saved]);
  return isBack;
}
