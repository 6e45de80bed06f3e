import { accountOf } from "../../accounts/account-of.ts";
import type { Account } from "../../request.ts";
import type { Runtime } from "../../runtime.ts";
import { isPasswordHash } from "../../sessions/password.ts";
import type { Store } from "../../store/store.ts";
import { editsConfig } from "../edits-config.ts";

/**
 * Whether the account could still log in and edit the config if this runtime were served: else whoever saves it locks
 * themselves out, and perhaps everyone. @param store the records as they would be then
 */
export async function stillEdits(runtime: Runtime, store: Store, account: Account): Promise<boolean> {
  const { app } = runtime.config;
  const { entity, username, password } = app.accounts;
  const record = await store.read((view) => view.get(entity, account._id));
  if (record === undefined) return false;
  const name = record[username];
  const canLogIn = typeof name === "string" && name !== "" && isPasswordHash(record[password]);
  return canLogIn && editsConfig(runtime, accountOf(app, record, account.tokenHash));
}
