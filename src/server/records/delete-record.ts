import { isObject } from "../../record/json.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../runtime/request.ts";
import type { Referrer, StoreView } from "../store/store.ts";
import { readAccess } from "./access.ts";
import { type EntityRuntime, seenRecord } from "./entity-runtime.ts";
import { refuseStale, seenVersion } from "./seen-version.ts";
import { refuseProtected } from "./update-record.ts";

/** How many of those who refer to a record are named. */
const NAMED = 3;

/** `DELETE`: 200; its images go with it. A body may say which version of the record was seen. */
export async function deleteRecord(request: ApiRequest, runtime: EntityRuntime): Promise<Answer> {
  const id = pathPart(request, "id");
  if (!isObject(request.body ?? {})) throw new ApiError("BAD_REQUEST");
  const seen = seenVersion(request);
  await request.store.write(async (transaction) => {
    const stored = await seenRecord(request, transaction, runtime, id);
    refuseProtected(stored);
    refuseStale(request, seen, stored, "server.staleDeletion");
    await runtime.rules.remove?.(request, transaction, stored);
    await refuseReferred(request, transaction, runtime, id);
    await transaction.delete(runtime.entity.id, id);
  });
  return { status: 200, body: { message: request.say("server.deleted") } };
}

async function refuseReferred(
  request: ApiRequest,
  view: StoreView,
  { entity }: EntityRuntime,
  id: string,
): Promise<void> {
  const { first, count } = await view.referrers(entity.id, id, NAMED);
  if (count === 0) return;
  const names = [...new Set(first.map((referrer) => nameOf(request, referrer)))];
  const more = count > first.length ? " …" : "";
  const list = new Intl.ListFormat(entity.language, { type: "unit" }).format(names);
  throw new ApiError("REFERRED_TO", { values: { count, names: `${list}${more}` } });
}

/** The record's name, where the account may read it; else what such a record is called. */
function nameOf({ runtime, account }: ApiRequest, { table, label }: Referrer): string {
  const target = runtime.entities.get(table);
  if (target === undefined) return "";
  const access = readAccess(account, target.entity, target.readers);
  const mayRead = access === "full" || access?.has(target.entity.labelField) === true;
  return mayRead ? label : target.entity.label;
}
