import { useSyncExternalStore } from "react";
import type { SessionUser } from "../../wire/session.ts";
import { makeListeners } from "./listeners.ts";
import { readUser } from "./read-answer.ts";

export interface Session {
  readonly token: string;
  readonly user: SessionUser;
}

/** Who is logged in: kept in local storage (`token`, `user`), followed by every tab. */
export interface SessionStore {
  /** The same object until it changes. */
  get(): Session | undefined;
  set(session: Session): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** Where a session is kept, and who tells that another tab changed it. */
export interface SessionPlace {
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly tabs: Pick<EventTarget, "addEventListener">;
}

const TOKEN = "token";
const USER = "user";

export function makeSessionStore({ storage, tabs }: SessionPlace): SessionStore {
  const { subscribe, notify } = makeListeners();
  let session = read(storage);
  const change = (next: Session | undefined) => {
    if (JSON.stringify(next) === JSON.stringify(session)) return;
    session = next;
    notify();
  };
  tabs.addEventListener("storage", () => change(read(storage)));
  return {
    get: () => session,
    set(next) {
      storage.setItem(USER, JSON.stringify(next.user));
      storage.setItem(TOKEN, next.token);
      change(next);
    },
    clear() {
      storage.removeItem(TOKEN);
      storage.removeItem(USER);
      change(undefined);
    },
    subscribe,
  };
}

/** The session, re-rendering when it begins, changes or ends, here or in another tab. */
export function useSession(store: SessionStore): Session | undefined {
  return useSyncExternalStore(store.subscribe, store.get);
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
