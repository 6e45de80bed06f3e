import type { Runtime, RuntimeHolder } from "../config/runtime.ts";
import type { Account } from "../http/request.ts";
import type { Store, StoreTransaction } from "../store/store.ts";

/** During a request the config was swapped, or the account changed: its write was prepared with the old one. */
export class RequestMoved extends Error {
  constructor() {
    super("The config or the account was changed meanwhile.");
    this.name = "RequestMoved";
  }
}

/**
 * The store for a request of an account on this runtime. Once the store follows another config, or the session has ended or
 * its account is another than when the request began, writes reject with RequestMoved.
 */
export function guardedStore(
  store: Store,
  holder: RuntimeHolder,
  runtime: Runtime,
  account: Account | undefined,
): Store {
  return {
    ...store,
    write: (work) =>
      store.write(async (transaction) => {
        const isAsBefore = await isUnchanged(transaction, runtime, account);
        const isServed = holder.current.config === runtime.config && holder.swapping === undefined;
        if (!isAsBefore || !isServed) throw new RequestMoved();
        return work(transaction);
      }),
  };
}

async function isUnchanged(
  transaction: StoreTransaction,
  { config }: Runtime,
  account: Account | undefined,
): Promise<boolean> {
  if (account === undefined) return true;
  const found = await transaction.sessionAccount(account.tokenHash, config.app.accounts.entity);
  return found !== undefined && found.record.updatedAt === account.record.updatedAt;
}
