import type { Runtime, RuntimeHolder } from "../config/runtime.ts";
import type { Store } from "../store/store.ts";

/** The config was swapped while a request was under way: what it was about to write was prepared by another one. */
export class RuntimeMoved extends Error {
  constructor() {
    super("The config was swapped meanwhile.");
    this.name = "RuntimeMoved";
  }
}

/**
 * The store for a request on this runtime. A write that would come after the store follows another config rejects with
 * RuntimeMoved, and nothing is written: a text must not go where there are numbers by now.
 */
export function guardedStore(store: Store, holder: RuntimeHolder, runtime: Runtime): Store {
  return {
    ...store,
    write: (work) =>
      store.write((transaction) => {
        const isServed = holder.current.config === runtime.config && holder.swapping === undefined;
        return isServed ? work(transaction) : Promise.reject(new RuntimeMoved());
      }),
  };
}
