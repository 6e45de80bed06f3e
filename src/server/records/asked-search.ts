import type { Entity, SearchedField } from "../../model/entity.ts";
import type { PlainCondition } from "../../model/filter.ts";
import type { ApiRequest } from "../http/request.ts";
import type { StoreView } from "../store/store.ts";
import type { StoreListQuery } from "../store/store-queries.ts";
import { badQuery } from "./bad-query.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { listedFor, rightsOf } from "./rights/entity-rights.ts";

/** What a list request searches for, and where. */
export interface Searched {
  readonly text: string;
  readonly fields: readonly SearchedField[];
}

/** What a request searches for; undefined: nothing. Throws BAD_REQUEST where the account may search none of the list's fields. */
export function searchedFor(
  query: URLSearchParams,
  { list }: Entity,
  mayUse: (field: string) => boolean,
): Searched | undefined {
  const text = query.get("nameQuery") ?? "";
  if (text === "") return undefined;
  const fields = (list.search?.fields ?? []).filter(({ field }) => mayUse(field));
  if (fields.length === 0) throw badQuery("nameQuery");
  return { text, fields };
}

/** A search through references looks up at most so many of the records referred to. */
const MAX_REFERRED = 500;

interface AskedSearch extends Pick<StoreListQuery, "search" | "searchAny"> {
  /** More records referred to have the text than were looked up. */
  readonly isPartial?: true;
}

/** The search as the store is asked: what records refer to is looked up first. */
export async function findReferred(
  view: StoreView,
  { entities }: EntityRuntime,
  request: ApiRequest,
  searched: Searched | undefined,
): Promise<AskedSearch> {
  if (searched === undefined) return {};
  const { text, fields } = searched;
  const own = fields.flatMap(({ field, through }) => (through === undefined ? [field] : []));
  const [only] = own;
  if (only !== undefined && fields.length === 1) return { search: { field: only, text } };
  const or: PlainCondition[] = [];
  let isPartial = false;
  for (const { through } of fields) {
    if (through === undefined) continue;
    const referred = entities.get(through.entity);
    if (referred === undefined) continue;
    const ids = await view.listIds(through.entity, {
      offset: 0,
      limit: MAX_REFERRED + 1,
      sort: { field: "createdAt", order: "desc" },
      search: { field: through.field, text },
      // A record that the account may not see finds none that refer to it.
      ...listedFor(rightsOf(request.account, referred)),
    });
    isPartial ||= ids.length > MAX_REFERRED;
    or.push({ field: through.reference, op: "in", value: ids.slice(0, MAX_REFERRED) });
  }
  return { searchAny: { fields: own, text, or }, ...(isPartial ? { isPartial } : {}) };
}
