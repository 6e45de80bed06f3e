import type { StoredRecord } from "../../../model/record.ts";
import type { Account } from "../../http/request.ts";
import type { EntityRuntimes } from "../entity-runtime.ts";
import { isInPart, isKeptNothing, rightsOf } from "./entity-rights.ts";

/**
 * Whether an account may be told of another, by name: others appear to it as the system. `updatedBy` of every record names accounts
 * to who has no access to them, so access is not asked for: only accounts of hidden roles, and those outside the part that it is kept
 * to, are kept from it.
 * @param record as it is, or as it was when it was deleted; undefined: nobody knows any more, so it may have been one of those
 */
export function seesAccount(
  { entities, config }: EntityRuntimes,
  account: Account | undefined,
  record: StoredRecord | undefined,
): boolean {
  const target = entities.get(config.app.accounts.entity);
  if (target === undefined) return false;
  const rights = rightsOf(account, target);
  return record === undefined ? isKeptNothing(rights) : isInPart(rights, record);
}
