import type { Runtime, RuntimeHolder } from "../config/runtime.ts";
import type { Store } from "../store/store.ts";

/** The config was swapped during a request: its write was prepared with the old one. */
export class RuntimeMoved extends Error {
  constructor() {
    super("The config was swapped meanwhile.");
    this.name = "RuntimeMoved";
  }
}

/** The store for a request on this runtime. Once the store follows another config, writes reject with RuntimeMoved. */
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
