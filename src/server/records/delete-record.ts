import { isolated } from "../../record/isolated.ts";
import { isObject } from "../../record/json.ts";
import { splitPath } from "../../record/path.ts";
import { fieldsShown } from "../../record/title.ts";
import type { ReferringRecord } from "../../wire/error.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../http/request.ts";
import type { Referrer, StoreView } from "../store/store.ts";
import type { EntityRuntime, EntityRuntimes } from "./entity-runtime.ts";
import { titlesOf } from "./expand-references.ts";
import { rightsOf, sees } from "./rights/entity-rights.ts";
import { visibleRecord } from "./rights/visible-record.ts";
import { mustHaveRight } from "./rights/write-rights.ts";
import { refuseProtected } from "./save-record.ts";
import { refuseStale, seenVersion } from "./seen-version.ts";

/** How many of the records that refer to a record the message names. */
const MAX_NAMED = 3;
/** And how many are looked at for those that the answer lists. */
const MAX_LISTED = 10;

/** `DELETE`: 200; its images are deleted too. A body may say which version of the record was seen. */
export async function answerDeletion(target: EntityRuntime, request: ApiRequest): Promise<Answer> {
  const id = pathPart(request, "id");
  if (!isObject(request.body ?? {})) throw new ApiError("BAD_REQUEST");
  const seen = seenVersion(request);
  await request.store.write(async (transaction) => {
    const stored = await visibleRecord(request, transaction, target, id);
    refuseProtected(stored, "server.protectedDeletion");
    refuseStale(target.config, seen, stored, "server.staleDeletion");
    mustHaveRight(rightsOf(request.account, target), "delete", stored);
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
  const { first, count } = await view.referrers(entity.id, id, MAX_LISTED);
  if (count === 0) return;
  const found = await Promise.all(first.map((referrer) => seenReferrer(request, view, entities, referrer)));
  const named = found.slice(0, MAX_NAMED);
  const known = named.flatMap((one) => (one === undefined ? [] : [isolated(one.title)]));
  const more = count > named.length ? " …" : "";
  // In the end: they may be many, and are not named.
  const others = known.length < named.length ? [request.say("server.others")] : [];
  const list = new Intl.ListFormat(entity.language, { type: "unit" }).format([...new Set(known), ...others]);
  throw new ApiError("REFERRED_TO", {
    values: { count, names: `${list}${more}` },
    referrers: {
      first: found.flatMap((one) => (one?.isOpen === true ? [one.referrer] : [])),
      count,
    },
  });
}

interface SeenReferrer {
  readonly title: string;
  readonly referrer: ReferringRecord;
  /** Whether the account may open the record. */
  readonly isOpen: boolean;
}

/** With the record's title, where not all of it may be seen its entity's label; undefined where the account may not see the record. */
async function seenReferrer(
  request: ApiRequest,
  view: StoreView,
  entities: EntityRuntimes["entities"],
  { table, _id }: Referrer,
): Promise<SeenReferrer | undefined> {
  const target = entities.get(table);
  if (target === undefined) return undefined;
  const rights = rightsOf(request.account, target);
  const [record] = await view.getMany(table, [_id]);
  const isSeen = rights.access !== "none" && record !== undefined && sees(rights, record);
  if (!isSeen) return undefined;
  const { display, label } = target.entity;
  const isReadable = fieldsShown(display.title).every((field) => rights.views.has(splitPath(field)[0] ?? ""));
  const [title = label] = isReadable ? await titlesOf(request, view, target, [record]) : [];
  return { title, referrer: { entity: table, _id, title }, isOpen: rights.access === "full" };
}
