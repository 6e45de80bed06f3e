import type { Entity } from "../../model/entity.ts";
import type { Filter, PlainFilter } from "../../model/filter.ts";
import { hasView, type ListView } from "../../model/list/list-view.ts";
import type { RecordData } from "../../model/record.ts";
import { plainFilter } from "../../record/filter.ts";
import type { Account, ApiRequest } from "../http/request.ts";
import type { EntityRuntime, ReadAccess } from "./entity-runtime.ts";

/** The entity with those views of its list that an account has. */
export function withOwnViews(entity: Entity, { role }: Account): Entity {
  const { list, source } = entity;
  const views = list.views.filter((view) => hasView(view, role));
  if (views.length === list.views.length) return entity;
  const { views: written = [], ...rest } = source.list;
  const own = written.filter((view) => hasView(view, role));
  return {
    ...entity,
    list: { ...list, views },
    source: { ...source, list: own.length === 0 ? rest : { ...rest, views: own } },
  };
}

/** A view of the list that the account has; undefined also for one that there is not. */
export function findView(
  { list }: Entity,
  id: string,
  account: Account | undefined,
  access: ReadAccess,
): ListView | undefined {
  if (account === undefined || access !== "full") return undefined;
  return list.views.find((view) => view.id === id && hasView(view, account.role));
}

/** A filter of the config for whoever asks, now. */
export async function filterFor(
  filter: Filter,
  target: EntityRuntime,
  { account, store }: ApiRequest,
  now: Date,
): Promise<PlainFilter> {
  const { app } = target.config;
  const isOwn = ({ value }: Filter[number]) =>
    typeof value === "object" && "account" in value && value.account !== "_id";
  let record: RecordData | undefined = account && { _id: account._id };
  if (account !== undefined && filter.some(isOwn))
    record = await store.read((view) => view.get(app.accounts.entity, account._id));
  const asking = { account: record, now, timeZone: app.timeZone };
  return plainFilter(filter, (field) => isMoment(target, field), asking);
}

function isMoment({ placed }: EntityRuntime, field: string): boolean {
  if (field === "createdAt" || field === "updatedAt") return true;
  return placed.get(field)?.field.schema.format === "date-time";
}
