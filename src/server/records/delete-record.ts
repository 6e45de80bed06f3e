import type { Entity } from "../../model/entity.ts";
import { isolated } from "../../record/isolated.ts";
import { isObject } from "../../record/json.ts";
import { fieldsShown } from "../../record/title.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../http/request.ts";
import type { Referrer, StoreView } from "../store/store.ts";
import {
  type EntityRuntime,
  type EntityRuntimes,
  isHidden,
  readAccess,
  visibleRecord,
} from "./entity-runtime.ts";
import { titlesOf } from "./expand-references.ts";
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
  const names = [...new Set(await namesOf(request, view, entities, first))];
  const more = count > first.length ? " …" : "";
  const list = new Intl.ListFormat(entity.language, { type: "unit" }).format(names.map(isolated));
  throw new ApiError("REFERRED_TO", { values: { count, names: `${list}${more}` } });
}

/** The titles of the records, of those that the account may not read their entity's label. */
async function namesOf(
  request: ApiRequest,
  view: StoreView,
  entities: EntityRuntimes["entities"],
  referrers: readonly Referrer[],
): Promise<string[]> {
  const named = referrers.map(async ({ table, _id }) => {
    const target = entities.get(table);
    if (target === undefined) return "";
    const access = readAccess(request.account, target);
    const [record] = await view.getMany(table, [_id]);
    const mayRead = access === "full" || isReadable(target.entity, access);
    if (record === undefined || !mayRead || isHidden(request, target, record)) return target.entity.label;
    const [title = target.entity.label] = await titlesOf(request, view, target, [record]);
    return title;
  });
  return Promise.all(named);
}

/** Whether all that the title shows may be read through references. */
function isReadable({ display }: Entity, access: ReadonlySet<string> | undefined): boolean {
  return fieldsShown(display.title).every((field) => access?.has(field) === true);
}
