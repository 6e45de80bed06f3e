import type { SessionAccount } from "../store.ts";
import type { Context } from "./context.ts";
import { getSessionAccount } from "./sessions.ts";
import type { Table } from "./table.ts";

const MAX_SESSIONS = 2_000;
/** Characters of an account's record as JSON: longer ones are read each time. */
const MAX_RECORD_LENGTH = 8_000;
const MAX_CHANGES = 1_000;

/** What a transaction may have changed of sessions and accounts. Too much is harmless. */
export interface Changes {
  /** The hash of a session's token, or the `_id` of a record. */
  add(key: string): void;
  addAll(): void;
}

/** Sessions with their accounts, as they are committed: those that were asked for last. */
export interface SessionCache {
  find(context: Context, tokenHash: string, table: Table): SessionAccount | undefined;
  /** What the transactions of this process change. Forgotten when `end` is called. */
  readonly changes: Changes;
  /** The transaction has ended, in whatever way. To be called in the same moment: before anyone reads. */
  end(): void;
}

interface Entry extends SessionAccount {
  readonly table: Table;
}

/** @param others a number that is another one after every commit that is not this process's */
export function makeSessionCache(others: () => number): SessionCache {
  /** By token hash, the least recently used first. */
  const entries = new Map<string, Entry>();
  const ofAccount = new Map<string, Set<string>>();
  const changed = new Set<string>();
  let isAllChanged = false;
  let seen: number | undefined;

  function clear(): void {
    entries.clear();
    ofAccount.clear();
  }

  function keep(tokenHash: string, entry: Entry): void {
    if (JSON.stringify(entry.record).length > MAX_RECORD_LENGTH) return;
    Object.freeze(entry.record);
    entries.set(tokenHash, entry);
    const hashes = ofAccount.get(entry.record._id) ?? new Set();
    ofAccount.set(entry.record._id, hashes.add(tokenHash));
    if (entries.size <= MAX_SESSIONS) return;
    const [oldest] = entries.keys();
    if (oldest !== undefined) drop(oldest);
  }

  function drop(tokenHash: string): void {
    const entry = entries.get(tokenHash);
    if (entry === undefined) return;
    entries.delete(tokenHash);
    const hashes = ofAccount.get(entry.record._id);
    hashes?.delete(tokenHash);
    if (hashes?.size === 0) ofAccount.delete(entry.record._id);
  }

  return {
    find(context, tokenHash, table) {
      // Asked before the rows are read: what another process commits between the two is dropped at the next look.
      const now = others();
      if (now !== seen) clear();
      seen = now;
      const known = entries.get(tokenHash);
      if (known?.table === table) {
        entries.delete(tokenHash);
        entries.set(tokenHash, known);
        return known;
      }
      const found = getSessionAccount(context, tokenHash, table);
      if (found !== undefined) keep(tokenHash, { ...found, table });
      return found;
    },
    changes: {
      add(key) {
        if (changed.size < MAX_CHANGES) changed.add(key);
        else isAllChanged = true;
      },
      addAll() {
        isAllChanged = true;
      },
    },
    end() {
      if (isAllChanged) clear();
      for (const key of changed) {
        drop(key);
        for (const tokenHash of ofAccount.get(key) ?? []) drop(tokenHash);
      }
      changed.clear();
      isAllChanged = false;
    },
  };
}
