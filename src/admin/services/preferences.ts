import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import type { Json } from "../../model/record.ts";
import { isObject, type JsonObject, ownValue } from "../../record/json.ts";
import { PATHS } from "../../wire/paths.ts";
import type { Client } from "../api/client.ts";
import { ApiFailure, isCutOff } from "../api/failure.ts";
import { keepSame } from "../api/keep-same.ts";
import { makeObservable, type Observable } from "../api/observable.ts";

/**
 * What a person chose, by key. It is stored with the account, with a copy in this browser, so that nothing moves at a start.
 * The last choice counts. One that could not be stored disturbs nobody: it is sent again with the next.
 */
export interface Preferences extends Observable<JsonObject> {
  /** @param value undefined: nothing is chosen any more. */
  choose(key: string, value: Json | undefined): void;
  /** Asks the server. Resolves once it is known what to show: at once where this browser has a copy. Never rejects. */
  load(): Promise<void>;
  /** Takes over what another tab chose. */
  reread(): void;
  /** The session has ended: this browser keeps nothing of the account. */
  forget(): void;
}

interface PreferencesParts {
  /** `_id` of the account. */
  readonly account: string;
  /** Undefined: nothing is kept, as in a preview. */
  readonly storage?: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly client?: Client;
}

/** In this browser, of the account that was here last. */
interface Copy {
  readonly account: string;
  readonly values: JsonObject;
  /** Keys of choices that the server does not have yet. */
  readonly unsent: readonly string[];
}

const KEY = "preferences";

export function makePreferences({ account, storage, client }: PreferencesParts): Preferences {
  const stored = readCopy(storage, account);
  let copy: Copy = stored ?? { account, values: {}, unsent: [] };
  let isKnown = stored !== undefined;
  let isSending = false;
  /** Chosen since the server was last asked: what it then answers may be older. */
  let fresh = new Set<string>();
  const values = makeObservable(copy.values);

  function put(next: Omit<Copy, "account">): void {
    copy = { account, ...next };
    try {
      const isEmpty = Object.keys(copy.values).length + copy.unsent.length === 0;
      if (isEmpty) storage?.removeItem(KEY);
      else storage?.setItem(KEY, JSON.stringify(copy));
    } catch {
      // Where nothing can be stored it holds for this page.
    }
    values.set(copy.values);
  }

  async function sendAll(): Promise<void> {
    if (client === undefined || isSending) return;
    isSending = true;
    try {
      for (let key = copy.unsent[0]; key !== undefined; key = copy.unsent[0]) {
        const sent = ownValue(copy.values, key);
        try {
          await client.request("PUT", `${PATHS.preferences}/${key}`, { body: sent ?? null });
        } catch (failure) {
          if (!isRefused(failure)) return;
        }
        if (ownValue(copy.values, key) === sent)
          put({ ...copy, unsent: copy.unsent.filter((one) => one !== key) });
      }
    } finally {
      isSending = false;
    }
  }

  async function fetchAll(client: Client): Promise<void> {
    fresh = new Set();
    try {
      const answer = await client.request("GET", PATHS.preferences);
      if (!isObject(answer)) return;
      const own = [...new Set([...copy.unsent, ...fresh])].map((key) => [key, ownValue(copy.values, key)]);
      const all: JsonObject = JSON.parse(JSON.stringify({ ...answer, ...Object.fromEntries(own) }));
      isKnown = true;
      put({ values: keepSame(copy.values, all), unsent: copy.unsent });
    } catch {
      // What this browser has goes on.
    }
    await sendAll();
  }

  return {
    get: values.get,
    subscribe: values.subscribe,
    choose(key, value) {
      const { [key]: _, ...others } = copy.values;
      fresh.add(key);
      put({
        values: value === undefined ? others : { ...others, [key]: value },
        unsent: [...new Set([...copy.unsent, key])],
      });
      void sendAll();
    },
    async load() {
      if (client === undefined) return;
      const fetched = fetchAll(client);
      if (!isKnown) await fetched;
    },
    reread() {
      copy = readCopy(storage, account) ?? copy;
      values.set(keepSame(values.get(), copy.values));
    },
    forget() {
      copy = { account, values: {}, unsent: [] };
      storage?.removeItem(KEY);
    },
  };
}

/** The server does not take the value, now or later. */
function isRefused(failure: unknown): boolean {
  const status = failure instanceof ApiFailure && !isCutOff(failure) ? (failure.status ?? 0) : 0;
  return [400, 403, 404, 413].includes(status);
}

function readCopy(storage: PreferencesParts["storage"], account: string): Copy | undefined {
  try {
    const { account: owner, values, unsent }: Partial<Copy> = JSON.parse(storage?.getItem(KEY) ?? "{}");
    const isWhole = owner === account && isObject(values) && Array.isArray(unsent);
    return isWhole ? { account, values, unsent: unsent.filter((key) => typeof key === "string") } : undefined;
  } catch {
    return undefined;
  }
}

export const PreferencesContext = createContext<Preferences | undefined>(undefined);

export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (preferences === undefined) throw new Error("A screen was rendered outside the app.");
  return preferences;
}

/** One preference, and what changes it. */
export function usePreference(key: string): readonly [Json | undefined, (value: Json | undefined) => void] {
  const preferences = usePreferences();
  const value = useSyncExternalStore(preferences.subscribe, () => ownValue(preferences.get(), key));
  const choose = useCallback((next: Json | undefined) => preferences.choose(key, next), [preferences, key]);
  return [value, choose];
}
