import type { SessionAccount } from "../../store.ts";
import type { Table } from "../../tables/table.ts";
import type { Context } from "../context.ts";
import { getSessionAccount } from "./sessions.ts";

const MAX_SESSIONS = 2_000;
/** Characters of an account's record as JSON: longer ones are read each time. */
const MAX_RECORD_LENGTH = 8_000;

/** What a transaction may have changed of sessions and accounts. Too much is harmless. */
export interface Changes {
  /** The hash of a session's token, or the `_id` of a record. */
  add(key: string): void;
  addAll(): void;
}

interface Entry extends SessionAccount {
  readonly table: Table;
}

/**
 * The sessions that were used last, with their accounts, as committed.
 * @param others a number that changes with every commit of another process
 */
export function makeSessionCache(others: () => number) {
  /** By token hash, the least recently used first. */
  const entries = new Map<string, Entry>();
  const changed = new Set<string>();
  let isAllChanged = false;
  let seen: number | undefined;

  function keep(tokenHash: string, entry: Entry): void {
    if (JSON.stringify(entry.record).length > MAX_RECORD_LENGTH) return;
    Object.freeze(entry.record);
    entries.set(tokenHash, entry);
    if (entries.size <= MAX_SESSIONS) return;
    const [oldest = tokenHash] = entries.keys();
    entries.delete(oldest);
  }

  return {
    find(context: Context, tokenHash: string, table: Table): SessionAccount | undefined {
      // Before the rows are read: what another process commits in between is then dropped by the next call.
      const now = others();
      if (now !== seen) entries.clear();
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
    /** What the open transaction of this process changes. */
    changes: {
      add(key: string): void {
        changed.add(key);
      },
      addAll(): void {
        isAllChanged = true;
      },
    },
    /** To be called as soon as a transaction has ended, before anyone reads: drops what it changed. */
    end(): void {
      for (const [tokenHash, { record }] of entries)
        if (isAllChanged || changed.has(tokenHash) || changed.has(record._id)) entries.delete(tokenHash);
      changed.clear();
      isAllChanged = false;
    },
  };
}
