import type { RecordPlace } from "../../wire/changes.ts";

/**
 * Which record each stream's person has open: of the streams of this server, and of those that other servers tell it of.
 * In memory.
 */
export interface Presence {
  /** @param record undefined: none any more @param until for how long, if nothing more is heard of it */
  put(stream: string, accountId: string, record: RecordPlace | undefined, until?: number): void;
  /** Removes what was put until an earlier time. */
  forget(now: number): void;
  /** The record that a stream's person has open. */
  of(stream: string): RecordPlace | undefined;
  /** The accounts that have a record open. */
  at(record: RecordPlace): ReadonlySet<string>;
}

interface Opened {
  readonly record: RecordPlace;
  readonly until: number;
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
    put(stream, accountId, record, until = Number.POSITIVE_INFINITY) {
      drop(stream);
      if (record === undefined) return;
      opened.set(stream, { record, until });
      const key = keyOf(record);
      const streams = byRecord.get(key) ?? new Map<string, string>();
      byRecord.set(key, streams.set(stream, accountId));
    },
    forget(now) {
      for (const [stream, { until }] of opened) if (until < now) drop(stream);
    },
    of: (stream) => opened.get(stream)?.record,
    at: (record) => new Set(byRecord.get(keyOf(record))?.values()),
  };
}
