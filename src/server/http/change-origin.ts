import type { Effects } from "../effects.ts";
import type { ChangeOrigin } from "../store/journal.ts";
import type { Account } from "./request.ts";

type OriginEffects = Pick<Effects, "now" | "newId">;

/** What a request of an account changes is one change. */
export function requestOrigin(
  { now, newId }: OriginEffects,
  account: Account | undefined,
  requestId: string,
  config: string,
): ChangeOrigin {
  return {
    changeId: newId(),
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
