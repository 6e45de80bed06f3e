import { createContext, useContext } from "react";
import type { ChangesMessage, RecordPlace, Viewers } from "../../wire/changes.ts";
import { makeObservable, type Observable, useObservable } from "../api/observable.ts";

/** What others change while a screen is open, and who they are. */
export interface LiveChanges {
  /** Calls with each message of the server; the answer ends that. */
  subscribe(listener: (told: ChangesMessage) => void): () => void;
  /** The version of a record that was told last; undefined: none was. */
  versionOf(place: RecordPlace): number | undefined;
  /** Who else has the open record open. */
  readonly viewers: Observable<Viewers>;
  /** This record is open now, and no other. The answer ends that. */
  open(place: RecordPlace): () => void;
}

const NOBODY: Viewers = { people: [], unnamed: 0 };
const MAX_VERSIONS = 1_000;
const BEATS_UNTIL_TOLD = 2;

/** @param tellOpen tells the server which record a stream's person has open */
export function makeChanges(
  tellOpen: (stream: string, record: RecordPlace | null) => Promise<unknown>,
): LiveChanges & { tell(message: ChangesMessage): void; cut(): void } {
  const listeners = new Set<(told: ChangesMessage) => void>();
  const versions = new Map<string, number>();
  const viewers = makeObservable(NOBODY);
  let opened: RecordPlace | undefined;
  let stream: string | undefined;
  let beats = 0;
  const keyOf = ({ entity, _id }: RecordPlace) => `${entity} ${_id}`;

  function tellOpened(): void {
    if (stream === undefined) return;
    // Whoever may not tell it is told of nobody.
    tellOpen(stream, opened ?? null).catch(() => undefined);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    versionOf: (place) => versions.get(keyOf(place)),
    viewers,
    open(place) {
      opened = place;
      tellOpened();
      return () => {
        if (opened !== place) return;
        opened = undefined;
        viewers.set(NOBODY);
        tellOpened();
      };
    },
    tell(message) {
      if (message.stream !== undefined) {
        stream = message.stream;
        if (opened !== undefined) tellOpened();
      }
      // The server ends the stream of a client that says nothing: a line that is dead looks like one that is silent.
      if (Object.keys(message).length === 1) beats += 1;
      if (beats === BEATS_UNTIL_TOLD) {
        beats = 0;
        tellOpened();
      }
      for (const record of message.records ?? []) {
        versions.delete(keyOf(record));
        versions.set(keyOf(record), record.version);
      }
      for (const [key] of versions) {
        if (versions.size <= MAX_VERSIONS) break;
        versions.delete(key);
      }
      const told = message.viewers;
      if (told !== undefined && opened !== undefined && keyOf(told) === keyOf(opened)) viewers.set(told);
      for (const listener of [...listeners]) listener(message);
    },
    /** The stream is gone: nothing is known of others any more. */
    cut() {
      stream = undefined;
      viewers.set(NOBODY);
    },
  };
}

/** Of a page without a stream, as a preview is one. */
export const NO_CHANGES: LiveChanges = {
  subscribe: () => () => {},
  versionOf: () => undefined,
  viewers: makeObservable(NOBODY),
  open: () => () => {},
};

export const ChangesContext = createContext<LiveChanges>(NO_CHANGES);

export const useChanges = (): LiveChanges => useContext(ChangesContext);

export const useViewers = (): Viewers => useObservable(useChanges().viewers);
