import type { Template } from "../../model/display.ts";
import type { Entity, Field } from "../../model/entity.ts";
import { UNSEEN_PART } from "../../record/title.ts";
import type { Account } from "../http/request.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import { mayUse, rightsOf } from "../records/rights/entity-rights.ts";

/** The entity as it is, but that titles of records that it refers to name no field of further records that the account may not see. */
export function withSeenTitles({ entities }: EntityRuntime, account: Account, entity: Entity): Entity {
  const { fields, list } = entity;
  const filters = same(list.filters, (filter) => withSeen(filter));
  const columns = same(list.columns, (column) => withSeen(column));
  const seen = same(fields, seenField);
  if (seen === fields && filters === list.filters && columns === list.columns) return entity;
  return { ...entity, fields: seen, list: { ...list, filters, columns } };

  function seenField(field: Field): Field {
    const own = withSeen(field);
    const inner = own.fields && same(own.fields, seenField);
    const items = own.items && seenField(own.items);
    if (inner === own.fields && items === own.items) return own;
    return { ...own, ...(inner && { fields: inner }), ...(items && { items }) };
  }

  function withSeen<T extends { readonly reference?: Titled }>(holder: T): T {
    const { reference } = holder;
    const title = reference && seenTitle(reference);
    return title === undefined || title === reference?.title
      ? holder
      : { ...holder, reference: { ...reference, title } };
  }

  function seenTitle({ entity, title }: Titled): Template {
    const target = entities.get(entity);
    if (target === undefined) return title;
    return same(title, (part) => {
      if (typeof part === "string" || !part.field.includes(".")) return part;
      return mayUse(account, target, rightsOf(account, target), part.field) ? part : UNSEEN_PART;
    });
  }
}

interface Titled {
  readonly entity: string;
  readonly title: Template;
}

/** The same list where nothing in it changes. */
function same<T>(list: readonly T[], change: (one: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((one, index) => one === list[index]) ? list : changed;
}
