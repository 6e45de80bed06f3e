import { isolated } from "../../record/isolated.ts";
import { isObject } from "../../record/json.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../http/request.ts";
import type { Referrer, StoreView } from "../store/store.ts";
import { type EntityRuntime, type EntityRuntimes, readAccess, visibleRecord } from "./entity-runtime.ts";
import { refuseProtected } from "./save-record.ts";
import { refuseStale, seenVersion } from "./seen-version.ts";

/** How many of the records that refer to a record are named. */
const MAX_NAMED = 3;

/** `DELETE`: 200; its images are deleted too. A body may say which version of the record was seen. */
export async function answerDeletion(target: EntityRuntime, request: ApiRequest): Promise<Answer> {
  const id = pathPart(request, "id");
  if (!isObject(request.body ?? {})) throw new ApiError("BAD_REQUEST");
  const seen = seenVersion(request);
  await request.store.write(async (transaction) => {
    const stored = await visibleRecord(request, transaction, target, id);
    refuseProtected(stored, "server.protectedDeletion");
    refuseStale(target.config, seen, stored, "server.staleDeletion");
    await target.rules.remove?.(request, transaction, stored);
    await refuseReferred(request, transaction, target, id);
    await transaction.delete(target.entity.id, id);
  });
  return { status: 200, body: { message: request.say("server.deleted") } };
}

async function refuseReferred(
  request: ApiRequest,
  view: StoreView,
  { entity, entities }: EntityRuntime,
  id: string,
): Promise<void> {
  const { first, count } = await view.referrers(entity.id, id, MAX_NAMED);
  if (count === 0) return;
  const names = [...new Set(first.map((referrer) => nameOf(request, entities, referrer)))];
  const more = count > first.length ? " …" : "";
  const list = new Intl.ListFormat(entity.language, { type: "unit" }).format(names.map(isolated));
  throw new ApiError("REFERRED_TO", { values: { count, names: `${list}${more}` } });
}

/** The record's name, where the account may read it; else its entity's label. */
function nameOf(
  { account }: ApiRequest,
  entities: EntityRuntimes["entities"],
  { table, label }: Referrer,
): string {
  const target = entities.get(table);
  if (target === undefined) return "";
  const access = readAccess(account, target);
  const mayRead = access === "full" || access?.has(target.entity.labelField) === true;
  return mayRead ? label : target.entity.label;
}
