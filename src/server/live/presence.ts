import type { RecordPlace } from "../../wire/changes.ts";

/**
 * Which record each stream's person has open: of this server's streams alone, in memory. Several servers need one that they
 * share; nothing else knows how it is kept.
 */
export interface Presence {
  /** @param record undefined: none any more */
  put(stream: string, accountId: string, record: RecordPlace | undefined): void;
  /** The record that a stream's person has open. */
  of(stream: string): RecordPlace | undefined;
  /** The accounts that have a record open. */
  at(record: RecordPlace): ReadonlySet<string>;
}

interface Opened {
  readonly accountId: string;
  readonly record: RecordPlace;
}

export function makePresence(): Presence {
  const opened = new Map<string, Opened>();
  const byRecord = new Map<string, Map<string, string>>();
  const keyOf = ({ entity, _id }: RecordPlace) => JSON.stringify([entity, _id]);

  function drop(stream: string): void {
    const before = opened.get(stream);
    if (before === undefined) return;
    opened.delete(stream);
    const key = keyOf(before.record);
    const streams = byRecord.get(key);
    streams?.delete(stream);
    if (streams?.size === 0) byRecord.delete(key);
  }

  return {
    put(stream, accountId, record) {
      drop(stream);
      if (record === undefined) return;
      opened.set(stream, { accountId, record });
      const key = keyOf(record);
      const streams = byRecord.get(key) ?? new Map<string, string>();
      byRecord.set(key, streams.set(stream, accountId));
    },
    of: (stream) => opened.get(stream)?.record,
    at: (record) => new Set(byRecord.get(keyOf(record))?.values()),
  };
}
