import { permissionsOf } from "../accounts/account-of.ts";
import type { Runtime, RuntimeHolder } from "../config/runtime.ts";
import { ApiError } from "../http/api-error.ts";
import type { Account } from "../http/request.ts";
import type { ChangeOrigin } from "../store/journal.ts";
import type { Store, StoreTransaction } from "../store/store.ts";

/** During a request the config was swapped, or the account changed: its write was prepared with the old one. */
export class RequestMoved extends Error {
  constructor() {
    super("The config or the account was changed meanwhile.");
    this.name = "RequestMoved";
  }
}

/**
 * The store for a request of an account on this runtime. Once the store follows another config, or the account was changed,
 * writes reject with RequestMoved; where its session has ended or it has lost a permission, with what it is then told.
 */
export function guardedStore(
  store: Store,
  holder: RuntimeHolder,
  runtime: Runtime,
  account: Account | undefined,
  origin: ChangeOrigin,
): Store {
  return {
    ...store,
    write: (work) =>
      store.write(async (transaction) => {
        const isAsBefore = account === undefined || (await isUnchanged(transaction, runtime, account));
        const isServed = holder.current.config === runtime.config && holder.swapping === undefined;
        if (!isAsBefore || !isServed) throw new RequestMoved();
        return work(transaction);
      }, origin),
  };
}

async function isUnchanged(
  transaction: StoreTransaction,
  { config: { app } }: Runtime,
  { tokenHash, permissions, record }: Account,
): Promise<boolean> {
  const found = await transaction.sessionAccount(tokenHash, app.accounts.entity);
  if (found === undefined) throw new ApiError("UNAUTHENTICATED");
  const left = permissionsOf(app, found.record);
  if (permissions.some((one) => !left.includes(one))) throw new ApiError("FORBIDDEN");
  return found.record.updatedAt === record.updatedAt;
}
