import type { Field } from "../../model/entity.ts";
import type { StoredRecord } from "../../model/record.ts";
import { splitPath } from "../../record/path.ts";
import { ApiError } from "../http/api-error.ts";
import { type Account, type ApiRequest, signedIn } from "../http/request.ts";
import { serverMessage } from "../http/server-message.ts";
import type { StoredImage, StoreTransaction } from "../store/store.ts";
import type { EntityRuntime, EntityRuntimes } from "./entity-runtime.ts";
import { type EntityRights, mayEdit, rightsOf } from "./rights/entity-rights.ts";

/** Records that are checked together. */
const STEP = 100;

/**
 * Throws unless the account may edit every record that uses the image, and there the field that holds it. An unused image must be its own upload, or nobody's.
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
      if (target === undefined) throw notTheirs();
      const rights = rightsOf(request.account, target);
      const isEdited = ({ name }: Field) => rights.edits.has(name);
      const [edited, kept] = [
        picturedFields(target).filter(isEdited),
        picturedFields(target).filter((field) => !isEdited(field)),
      ];
      for (const record of await usersOf(transaction, target, ids, kept)) {
        if (!mayEdit(rights, record)) throw notTheirs();
        const isAllowed = (await target.rules.mayEdit?.(request, transaction, record)) ?? true;
        const isIn = ({ name }: Field) => JSON.stringify(record[name] ?? null).includes(fileName);
        // Also where no field of the config holds it: another may return.
        const isKept = kept.length > 0 && (kept.some(isIn) || !edited.some(isIn));
        if (!isAllowed || isKept) throw notTheirs();
        if (record.isProtected) protectedOf ??= target;
      }
    }
  }
  if (protectedOf === undefined) return;
  throw new ApiError("PROTECTED", { message: serverMessage(config, protectedOf.entity, "form.protected") });
}

/** With formatted texts only where the account may not change all pictures: those are long. */
async function usersOf(
  transaction: StoreTransaction,
  { entity }: EntityRuntime,
  ids: readonly string[],
  kept: readonly Field[],
): Promise<StoredRecord[]> {
  if (kept.length === 0) return transaction.getMany(entity.id, ids);
  const records = await Promise.all(ids.map((id) => transaction.get(entity.id, id)));
  return records.filter((record) => record !== undefined);
}

const PICTURED = new Set(["image", "images", "html"]);

/** The stored fields that hold pictures, or texts with pictures. */
function picturedFields({ fields, placed }: Pick<EntityRuntime, "fields" | "placed">): readonly Field[] {
  const pictured = [...placed.values()].filter(({ field }) => PICTURED.has(field.valueType));
  const names = new Set(pictured.map(({ path }) => splitPath(path)[0]));
  return fields.filter(({ name }) => names.has(name));
}

/** Throws FORBIDDEN unless the account may fill in a field with pictures, of a new record or of a stored one. */
export function mustUpload(all: EntityRuntimes, { account }: ApiRequest): void {
  if (!mayUpload(all, account)) throw new ApiError("FORBIDDEN");
}

/** Whether the account may fill in a field with images. */
export function mayUpload({ entities }: EntityRuntimes, account: Account | undefined): boolean {
  const fills = (target: EntityRuntime, { creates, edits }: EntityRights) =>
    picturedFields(target).some(({ name }) => creates.has(name) || edits.has(name));
  return [...entities.values()].some((target) => fills(target, rightsOf(account, target)));
}

/** Every permission with which somebody may: what is refused without the body. */
export function uploadPermissions({ entities }: EntityRuntimes): readonly string[] {
  const all = [...entities.values()].flatMap((target) => {
    const { rights } = target.guarded;
    return picturedFields(target).flatMap(
      ({ name }) => rights.fields[name]?.edit ?? [...rights.create, ...rights.edit],
    );
  });
  return [...new Set(all)];
}

function idsByTable(users: readonly { readonly table: string; readonly _id: string }[]) {
  const ids = new Map<string, string[]>();
  for (const { table, _id } of users) ids.set(table, [...(ids.get(table) ?? []), _id]);
  return ids;
}

function notTheirs(): ApiError {
  return new ApiError("FORBIDDEN", { key: "server.imageOfOthers" });
}
