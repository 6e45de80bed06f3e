import { makeObservable, type Observable } from "../api/observable.ts";
import type { Session } from "../api/session-store.ts";

/** Asks for the password again where the end of a session would cost what somebody is typing. */
export interface RenewalStore extends Observable<Session | undefined> {
  /** The ended session whose password is asked for. */
  get(): Session | undefined;
  /** From now on asks while `hasUnsaved` is true; the answer ends that. */
  protect(hasUnsaved: () => boolean): () => void;
  /** Resolves to whether the account has another session, at once where nothing is unsaved. Asks once for all who wait. */
  renew(ended: Session): Promise<boolean>;
  /** The person does not log in here. */
  giveUp(): void;
}

interface Asked {
  readonly ended: Session;
  readonly isRenewed: Promise<boolean>;
  settle(isRenewed: boolean): void;
}

/** @param session that of all tabs: in which of them the account logs in makes no difference */
export function makeRenewalStore(session: Observable<Session | undefined>): RenewalStore {
  const asked = makeObservable<Asked | undefined>(undefined);
  let hasUnsaved = () => false;

  function settle(isRenewed: boolean): void {
    const before = asked.get();
    asked.set(undefined);
    before?.settle(isRenewed);
  }
  function ask(ended: Session): Asked {
    let settle: Asked["settle"] = () => {};
    const isRenewed = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const next = { ended, isRenewed, settle };
    asked.set(next);
    return next;
  }
  session.subscribe(() => {
    const ended = asked.get()?.ended;
    const now = session.get();
    if (ended !== undefined && now?.token !== ended.token) settle(now?.user._id === ended.user._id);
  });
  return {
    get: () => asked.get()?.ended,
    subscribe: asked.subscribe,
    protect(test) {
      hasUnsaved = test;
      return () => {
        if (hasUnsaved === test) hasUnsaved = () => false;
      };
    },
    renew: async (ended) => (asked.get() ?? (hasUnsaved() ? ask(ended) : undefined))?.isRenewed ?? false,
    giveUp: () => settle(false),
  };
}
