import { holds, lastingRights } from "../../accounts/last-holder.ts";
import type { Account } from "../../request.ts";
import type { Runtime } from "../../runtime.ts";
import type { Store } from "../../store/store.ts";

/**
 * Whether the account could still log in and edit the config if this runtime were served: else whoever saves it locks
 * themselves out, and perhaps everyone. @param store the records as they would be then
 */
export async function stillEdits({ config }: Runtime, store: Store, account: Account): Promise<boolean> {
  const record = await store.read((view) => view.get(config.app.accounts.entity, account._id));
  const edits = lastingRights(config).find((right) => right.of === "config");
  return record !== undefined && edits !== undefined && holds(config.app, record, edits);
}
