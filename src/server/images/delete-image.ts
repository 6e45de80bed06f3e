import { ApiError } from "../http/api-error.ts";
import { sentence } from "../http/sentence.ts";
import { type EntityRuntime, isHidden } from "../records/entity-runtime.ts";
import { type Answer, type ApiRequest, holdsAny, pathPart, signedIn } from "../runtime/request.ts";
import type { StoredImage, StoreTransaction } from "../store/store.ts";
import { isImageName } from "./image-name.ts";

/**
 * `DELETE`: 200, also where there is no such image (any more). It goes at once where no record uses it, else with the
 * next save of the record that does not name it. Throws FORBIDDEN, PROTECTED; nothing is marked then.
 */
export async function deleteImage(request: ApiRequest): Promise<Answer> {
  const name = pathPart(request, "name");
  if (isImageName(name))
    await request.store.write(async (transaction) => {
      const image = await transaction.image(name);
      if (image === undefined) return;
      await mustBeDeletable(request, transaction, image);
      await transaction.askImageDeletion(name);
    });
  return { status: 200, body: { message: request.say("server.deleted") } };
}

/** So many of the records that use an image are looked at together. */
const STEP = 100;

/**
 * The account may edit every record that uses the image; one that no record uses is its own upload, or nobody's.
 * Whatever is in the way is refused in the same words: they tell nothing of records that the account may not see. That
 * the image exists is no secret, anyone may fetch it: so 403 where 404 would hide nothing.
 */
async function mustBeDeletable(
  request: ApiRequest,
  transaction: StoreTransaction,
  { fileName, uploadedBy }: StoredImage,
): Promise<void> {
  const { config, entities } = request.runtime;
  let users = await transaction.imageUsers(fileName, undefined, STEP);
  if (users.length === 0) {
    if (uploadedBy === null || uploadedBy === signedIn(request)._id) return;
    throw notTheirs();
  }
  let protectedOf: EntityRuntime | undefined;
  for (; users.length > 0; users = await transaction.imageUsers(fileName, users.at(-1), STEP)) {
    for (const [table, ids] of idsByTable(users)) {
      // Nobody edits the records of an entity that left the config; it may come back.
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
  throw new ApiError("PROTECTED", { message: sentence(config, protectedOf.entity, "form.protected") });
}

function idsByTable(users: readonly { readonly table: string; readonly _id: string }[]) {
  const ids = new Map<string, string[]>();
  for (const { table, _id } of users) ids.set(table, [...(ids.get(table) ?? []), _id]);
  return ids;
}

function notTheirs(): ApiError {
  return new ApiError("FORBIDDEN", { key: "server.imageOfOthers" });
}
