import type { Json } from "../../model/record.ts";
import { isObject } from "../../record/json.ts";
import type { SessionStore } from "../api/session-store.ts";

/** What was typed into one form whose session ended. */
export interface KeptEntry {
  /** The form's path in the app. */
  readonly address: string;
  /** The version (`ETag`) of the record that it was typed into; none of a new one. */
  readonly etag?: string;
  /** By dotted path, with the kind of the field (`use-kept.ts`). */
  readonly values: Readonly<Record<string, { readonly kind: string; readonly value: Json }>>;
}

/**
 * What was typed into forms whose session ended before it was saved: kept in the tab for the account that typed it, and
 * deleted when another account logs in.
 */
export interface KeptEntries {
  keep(account: string, entry: KeptEntry): void;
  /** Of the account that is logged in. */
  at(address: string): KeptEntry | undefined;
  forget(address: string): void;
  forgetAll(): void;
}

interface KeptPlace {
  /** The tab's own. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly session: Pick<SessionStore, "get" | "subscribe">;
}

interface Kept {
  readonly account: string;
  readonly entries: readonly KeptEntry[];
}

const KEY = "kept";

export function makeKeptEntries({ storage, session }: KeptPlace): KeptEntries {
  const forgetAll = () => storage.removeItem(KEY);
  const own = () => {
    const kept = read(storage);
    return kept !== undefined && kept.account === session.get()?.user._id ? kept : undefined;
  };
  function forgetOthers(): void {
    if (session.get() !== undefined && own() === undefined) forgetAll();
  }
  forgetOthers();
  session.subscribe(forgetOthers);
  return {
    keep(account, entry) {
      const before = read(storage);
      const others = before?.account === account ? before.entries : [];
      const entries = others.filter(({ address }) => address !== entry.address);
      write(storage, { account, entries }, entry);
    },
    at: (address) => own()?.entries.find((entry) => entry.address === address),
    forget(address) {
      const kept = read(storage);
      if (kept === undefined) return;
      const entries = kept.entries.filter((entry) => entry.address !== address);
      if (entries.length === 0) forgetAll();
      else storage.setItem(KEY, JSON.stringify({ ...kept, entries }));
    },
    forgetAll,
  };
}

/** A tab stores some megabytes: the longest values that are too much are left out. */
function write(storage: KeptPlace["storage"], kept: Kept, entry: KeptEntry): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...kept, entries: [...kept.entries, entry] }));
  } catch {
    const sizeOf = (path: string) => JSON.stringify(entry.values[path]).length;
    const [longest] = Object.keys(entry.values).sort((one, other) => sizeOf(other) - sizeOf(one));
    if (longest === undefined) return;
    const { [longest]: _, ...values } = entry.values;
    write(storage, kept, { ...entry, values });
  }
}

function read(storage: KeptPlace["storage"]): Kept | undefined {
  let kept: unknown;
  try {
    kept = JSON.parse(storage.getItem(KEY) ?? "");
  } catch {
    return undefined;
  }
  if (!isObject(kept) || typeof kept.account !== "string" || !Array.isArray(kept.entries)) return undefined;
  return { account: kept.account, entries: kept.entries.filter(isEntry) };
}

function isEntry(entry: unknown): entry is KeptEntry {
  return isObject(entry) && typeof entry.address === "string" && isObject(entry.values);
}
