import { createHash } from "node:crypto";
import { MAX_KEY_LENGTH } from "../../wire/idempotency-key.ts";
import type { Effects } from "../effects.ts";
import type { ChangeOrigin } from "../store/journal.ts";
import { ApiError } from "./api-error.ts";
import type { Account } from "./request.ts";

type OriginEffects = Pick<Effects, "now" | "newId">;

/** What a request of an account changes is one change. */
export function requestOrigin(
  { now, newId }: OriginEffects,
  account: Account | undefined,
  requestId: string,
  config: string,
  changeId = newId(),
): ChangeOrigin {
  return {
    changeId,
    at: now().toISOString(),
    account: account === undefined ? null : { _id: account._id, name: account.username },
    requestId,
    config,
  };
}

/** What the server or its operator changes, without a request: samples, the first account, commands. */
export function systemOrigin({ now, newId }: OriginEffects): ChangeOrigin {
  return { changeId: newId(), at: now().toISOString(), account: null, requestId: null, config: null };
}

/** The change id of all attempts of an account with one key: nobody can name another's change by it. Throws BAD_REQUEST. */
export function keyedChangeId({ _id }: Account, entity: string, key: string): string {
  if (key === "" || key.length > MAX_KEY_LENGTH) throw new ApiError("BAD_REQUEST");
  const named = JSON.stringify([_id, entity, key]);
  return createHash("sha256").update(named).digest("hex").slice(0, 32);
}
