import { useSyncExternalStore } from "react";

/** A value that changes, the same object until it does. */
export interface Observable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** The shape of every small store: its maker sets, everybody else observes. */
interface ObservableValue<T> extends Observable<T> {
  set(next: T): void;
}

export function makeObservable<T>(first: T): ObservableValue<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value as it is; re-renders when it changes. */
export function useObservable<T>({ subscribe, get }: Observable<T>): T {
  return useSyncExternalStore(subscribe, get);
}
