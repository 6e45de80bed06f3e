import type { StoredRecord } from "../../../model/record.ts";
import type { CreatedAnswer } from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import { keyedChangeId } from "../../http/change-origin.ts";
import { type Answer, type ApiRequest, signedIn } from "../../http/request.ts";
import type { StoreView } from "../../store/store.ts";
import type { EntityRuntime, EntityRuntimes } from "../entity-runtime.ts";
import { rightsOf } from "../rights/entity-rights.ts";
import { answerOf, visibleRecord } from "../rights/visible-record.ts";

/**
 * The record that the change with this id created, as it is now; undefined where it created none, or one that is not there any
 * more. Throws NOT_FOUND where the account does not see it any more.
 */
export async function createdBy(
  request: Pick<ApiRequest, "account">,
  view: StoreView,
  target: EntityRuntime,
  changeId: string | undefined,
): Promise<StoredRecord | undefined> {
  if (changeId === undefined) return undefined;
  const table = target.entity.id;
  const [entry] = (await view.journal({ changeId, table, kind: "create", limit: 1 })).entries;
  const isThere = entry !== undefined && (await view.get(table, entry._id)) !== undefined;
  return isThere ? visibleRecord(request, view, target, entry._id) : undefined;
}

/** `GET JOURNAL_PATHS.created?entity=…&key=…`: the record that the account has created with that key, if it is there. */
export async function answerCreated({ entities }: EntityRuntimes, request: ApiRequest): Promise<Answer> {
  const target = entities.get(request.query.get("entity") ?? "");
  const rights = target && rightsOf(request.account, target);
  if (target === undefined || rights?.access !== "full") throw new ApiError("NOT_FOUND");
  const changeId = keyedChangeId(signedIn(request), target.entity.id, request.query.get("key") ?? "");
  const stored = await request.store.read((view) => createdBy(request, view, target, changeId));
  const body: CreatedAnswer = { record: stored === undefined ? null : answerOf(target, stored, rights) };
  return { status: 200, body };
}
