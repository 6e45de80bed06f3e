import type { Account } from "../request.ts";
import type { Runtime } from "../runtime.ts";

/** Whether the account may edit the config itself. One that waits for approval may nothing. */
export function editsConfig({ config }: Runtime, account: Account): boolean {
  return account.permissions.length > 0 && config.app.config.editors.includes(account.role);
}
