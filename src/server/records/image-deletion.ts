import { ApiError } from "../http/api-error.ts";
import { type ApiRequest, holdsAny, signedIn } from "../http/request.ts";
import { serverMessage } from "../http/server-message.ts";
import type { StoredImage, StoreTransaction } from "../store/store.ts";
import { type EntityRuntime, type EntityRuntimes, isHidden } from "./entity-runtime.ts";

/** Records that are checked together. */
const STEP = 100;

/**
 * Throws unless the account may edit every record that uses the image. An unused image must be its own upload, or nobody's.
 * One message for all reasons: it reveals no record that the account may not see. Anyone may fetch the image, so 403, not 404.
 */
export async function mustBeDeletable(
  { config, entities }: EntityRuntimes,
  request: ApiRequest,
  transaction: StoreTransaction,
  { fileName, uploadedBy }: StoredImage,
): Promise<void> {
  let users = await transaction.imageUsers(fileName, undefined, STEP);
  if (users.length === 0) {
    if (uploadedBy === null || uploadedBy === signedIn(request)._id) return;
    throw notTheirs();
  }
  let protectedOf: EntityRuntime | undefined;
  for (; users.length > 0; users = await transaction.imageUsers(fileName, users.at(-1), STEP)) {
    for (const [table, ids] of idsByTable(users)) {
      // Nobody may edit records of a removed entity, and it may return.
      const target = entities.get(table);
      if (target === undefined || !holdsAny(request.account, [target.entity.permission])) throw notTheirs();
      for (const record of await transaction.getMany(table, ids)) {
        const mayEdit = (await target.rules.mayEdit?.(request, transaction, record)) ?? true;
        if (isHidden(request, target, record) || !mayEdit) throw notTheirs();
        if (record.isProtected) protectedOf ??= target;
      }
    }
  }
  if (protectedOf === undefined) return;
  throw new ApiError("PROTECTED", { message: serverMessage(config, protectedOf.entity, "form.protected") });
}

function idsByTable(users: readonly { readonly table: string; readonly _id: string }[]) {
  const ids = new Map<string, string[]>();
  for (const { table, _id } of users) ids.set(table, [...(ids.get(table) ?? []), _id]);
  return ids;
}

function notTheirs(): ApiError {
  return new ApiError("FORBIDDEN", { key: "server.imageOfOthers" });
}
