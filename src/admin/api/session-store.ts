import type { LoginAnswer } from "../../wire/session.ts";
import { makeObservable, type Observable } from "./observable.ts";
import { readUser } from "./read-answer.ts";

export type Session = LoginAnswer;

/** Who is logged in: stored in local storage (`token`, `user`), the same in every tab. */
export interface SessionStore extends Observable<Session | undefined> {
  set(session: Session): void;
  clear(): void;
  /** The same because the person is done. */
  logOut(): void;
  /** Whether the last session of this tab ended so. */
  hasLoggedOut(): boolean;
}

/** Where a session is stored, and what fires an event when another tab changes it. */
export interface SessionPlace {
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly tabs: Pick<EventTarget, "addEventListener">;
}

const TOKEN = "token";
const USER = "user";

export function makeSessionStore({ storage, tabs }: SessionPlace): SessionStore {
  const session = makeObservable(read(storage));
  const change = (next: Session | undefined) => {
    if (JSON.stringify(next) !== JSON.stringify(session.get())) session.set(next);
  };
  tabs.addEventListener("storage", () => change(read(storage)));
  let isDone = false;
  function clear(): void {
    storage.removeItem(TOKEN);
    storage.removeItem(USER);
    change(undefined);
  }
  return {
    get: session.get,
    subscribe: session.subscribe,
    set(next) {
      isDone = false;
      storage.setItem(USER, JSON.stringify(next.user));
      storage.setItem(TOKEN, next.token);
      change(next);
    },
    clear,
    logOut() {
      isDone = true;
      clear();
    },
    hasLoggedOut: () => isDone,
  };
}

function read(storage: SessionPlace["storage"]): Session | undefined {
  const token = storage.getItem(TOKEN);
  if (token === null || token === "") return undefined;
  try {
    const user = readUser(JSON.parse(storage.getItem(USER) ?? ""));
    return user && { token, user };
  } catch {
    return undefined;
  }
}
