import type { Json, StoredRecord } from "../../../model/record.ts";
import { ApiError } from "../../http/api-error.ts";
import type { ApiRequest } from "../../http/request.ts";
import { imagesWithOrigin } from "../../images/image-origin.ts";
import type { StoreView } from "../../store/store.ts";
import { answeredRecord, cutRecord } from "../complete-record.ts";
import type { EntityRuntime } from "../entity-runtime.ts";
import { type EntityRights, rightsOf, sees } from "./entity-rights.ts";

/** A stored record that exists for the account. Throws NOT_FOUND. */
export async function visibleRecord(
  { account }: Pick<ApiRequest, "account">,
  view: StoreView,
  target: EntityRuntime,
  id: string,
): Promise<StoredRecord> {
  const record = await view.get(target.entity.id, id);
  if (record === undefined || !sees(rightsOf(account, target), record)) throw new ApiError("NOT_FOUND");
  return record;
}

/**
 * A record as it is answered to an account: the fields that it may see; without full access nothing else but `_id`.
 * @param fields of those, which the answer has; default all
 */
export function answerOf(
  target: EntityRuntime,
  stored: StoredRecord,
  { access, views }: Pick<EntityRights, "access" | "views">,
  fields = target.fields,
): { [field: string]: Json } {
  const seen = fields.filter(({ name }) => views.has(name));
  const answer = { ...answeredRecord(seen, stored), ...target.rules.answer?.(stored, views) };
  const record = imagesWithOrigin(target.imageOrigin, seen, answer);
  return cutRecord(record, access === "full" ? new Set(Object.keys(record)) : views);
}
