import { isolated } from "../../../record/isolated.ts";
import { listedTexts } from "../../../record/listed-texts.ts";
import { splitPath } from "../../../record/path.ts";
import type { ReferringRecord } from "../../../wire/error.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Account } from "../../http/request.ts";
import type { Referrer, ReferringPaths, StoreView } from "../../store/store.ts";
import type { EntityRuntime } from "../entity-runtime.ts";
import { namesFor } from "../history/titles.ts";
import type { Writer } from "../record-rules.ts";
import { rightsOf, sees } from "../rights/entity-rights.ts";

/** How many of the records that refer to a record the message names. */
const MAX_NAMED = 3;
/** How many the answer lists. */
const MAX_LISTED = 10;
/** How many are read to find those, since the account may not see all of them. */
const MAX_READ = 100;

/**
 * Throws REFERRED_TO if other records refer to a record. It names only those that the account sees, together with the field
 * that refers, and counts the rest.
 */
export async function refuseReferred(
  request: Writer,
  view: StoreView,
  target: EntityRuntime,
  id: string,
): Promise<void> {
  const { entity } = target;
  const paths = seenPaths(target, request.account);
  const { first, count } = await view.referrers(entity.id, id, MAX_READ, paths);
  if (count === 0) return;
  const seen = await seenAmong(request, view, target, first);
  const named = seen.slice(0, MAX_NAMED).map(({ title }) => isolated(title));
  const isWhole = named.length === count;
  // Others stand at the end: they may be many, and are not named.
  const others = named.length < MAX_NAMED && !isWhole ? [request.say("server.others")] : [];
  const list = listedTexts([...new Set(named), ...others], entity.language);
  const more = isWhole || others.length > 0 ? "" : " …";
  throw new ApiError("REFERRED_TO", {
    values: { count, names: `${list}${more}` },
    referrers: { first: seen.filter(({ isOpen }) => isOpen).map(({ referrer }) => referrer), count },
  });
}

/** The references to the entity that an account may see, by the entity that has them. */
function seenPaths({ entity, entities }: EntityRuntime, account: Account | undefined): ReferringPaths {
  const paths = new Map<string, readonly string[]>();
  for (const [id, other] of entities) {
    const { views } = rightsOf(account, other);
    const seen = other.table.references.filter(
      ({ table, path }) => table === entity.id && views.has(splitPath(path)[0] ?? ""),
    );
    if (seen.length > 0)
      paths.set(
        id,
        seen.map(({ path }) => path),
      );
  }
  return paths;
}

interface SeenReferrer {
  /** Its title; the label of its entity where the account may not see all that the title shows. */
  readonly title: string;
  readonly referrer: ReferringRecord;
  /** Whether the account may open the record. */
  readonly isOpen: boolean;
}

/** The first of them that the account sees. */
async function seenAmong(
  request: Writer,
  view: StoreView,
  { entities }: EntityRuntime,
  referrers: readonly Referrer[],
): Promise<readonly SeenReferrer[]> {
  const seen: SeenReferrer[] = [];
  for (const id of new Set(referrers.map(({ table }) => table))) {
    const target = entities.get(id);
    if (target === undefined) continue;
    const rights = rightsOf(request.account, target);
    const ids = referrers.filter(({ table }) => table === id).map(({ _id }) => _id);
    const records = (await view.getMany(id, ids)).filter((record) => sees(rights, record));
    const listed = records.slice(0, MAX_LISTED - seen.length);
    const titles = await namesFor(request, view, target, listed);
    for (const [index, { _id }] of listed.entries()) {
      const title = titles[index] ?? "";
      seen.push({ title, referrer: { entity: id, _id, title }, isOpen: rights.access === "full" });
    }
  }
  return seen;
}
