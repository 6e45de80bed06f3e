import type { StoredRecord } from "../../../model/record.ts";
import type { Account } from "../../http/request.ts";
import type { EntityRuntimes } from "../entity-runtime.ts";
import { rightsOf, sees } from "./entity-rights.ts";

/**
 * Whether an account may be told that something was done by another: hidden accounts appear to it as the system. One that was
 * deleted cannot be asked.
 */
export function seesAccount(
  { entities, config }: EntityRuntimes,
  account: Account | undefined,
  stored: StoredRecord | undefined,
): boolean {
  const target = entities.get(config.app.accounts.entity);
  return target === undefined || stored === undefined || sees(rightsOf(account, target), stored);
}
