import type { RecordData } from "../../../model/record.ts";
import { matchesFilter } from "../../../record/filter.ts";
import { splitPath } from "../../../record/path.ts";
import { type GrantedRights, grantRights, isAllowed, isFieldOpen } from "../../../record/rights.ts";
import { fieldsShown } from "../../../record/title.ts";
import { referencesThrough } from "../../../record/walk.ts";
import type { Account } from "../../http/request.ts";
import type { StoreListQuery } from "../../store/store-queries.ts";
import type { EntityRuntime } from "../entity-runtime.ts";
import { shownFields } from "../table-shape.ts";

/**
 * All that an account may do with the records of an entity. It is made here alone, and every way in and out asks it:
 * routes, the app's view, drafts, deletions of images.
 */
export interface EntityRights extends GrantedRights {
  /** `reference`: it reads only `_id` and `views` of the records, because fields that it may see refer to them. */
  readonly access: "full" | "reference" | "none";
  /** Hides further records from it, beside those outside `records.view`. */
  readonly without: StoreListQuery["without"];
}

export function rightsOf(account: Account | undefined, target: EntityRuntime): EntityRights {
  const granted = grantedTo(account, target);
  const without = target.rules.hidden?.({ account });
  if (granted.may.view) return { ...granted, access: "full", without };
  const views = account === undefined ? new Set<string>() : referredFields(account, target);
  return { ...granted, views, access: views.size > 0 ? "reference" : "none", without };
}

/** Whether the record exists for the account. Without access none does. */
export function sees(rights: EntityRights, record: RecordData): boolean {
  return rights.access !== "none" && isInPart(rights, record);
}

/**
 * Whether the record is in the part of the records that the account is kept to, whether or not it has access to any of them. Mostly
 * true where it has none, so never enough to show a record: `sees`.
 */
export function isInPart({ records, without }: EntityRights, record: RecordData): boolean {
  return (
    without?.values.includes(String(record[without.field])) !== true && matchesFilter(records.view, record)
  );
}

/** Whether nothing keeps any record of the entity from the account, so that also one that nobody knows any more is in its part. */
export function isKeptNothing({ records, without }: EntityRights): boolean {
  return records.view.length === 0 && without === undefined;
}

/** Whether the account may change the record, or some of its fields. */
export function mayEdit(rights: EntityRights, record: RecordData): boolean {
  return sees(rights, record) && isAllowed(rights, "edit", record);
}

/** The conditions that a list for the account must keep, beside its own. */
export function listedFor(
  { records, without }: EntityRights,
  filter: StoreListQuery["filter"] = [],
): Pick<StoreListQuery, "filter" | "without"> {
  const all = [...records.view, ...filter];
  return { ...(all.length === 0 ? {} : { filter: all }), ...(without === undefined ? {} : { without }) };
}

/** Whether the account may see what a path leads to: a system field, or one of the record, also through one reference. */
export function mayUse(
  account: Account | undefined,
  target: EntityRuntime,
  rights: EntityRights,
  path: string,
): boolean {
  const [top = "", ...rest] = splitPath(path);
  // Whoever reads the records through references alone gets none of their system fields.
  if (!target.entity.fields.some(({ name }) => name === top)) return rights.access === "full";
  if (!rights.views.has(top)) return false;
  if (rest.length === 0) return true;
  // Through references alone the records have of others what names them.
  if (rights.access !== "full" && !fieldsShown(target.entity.display.title).includes(path)) return false;
  const through = referredAt(target, path);
  return through === undefined || rightsOf(account, through.referred).views.has(through.field);
}

/**
 * Whether the account may also order a list by what a path leads to. An order by records of which it may see only some would
 * tell of the others, be they outside of its part or hidden accounts.
 */
export function maySortBy(
  account: Account | undefined,
  target: EntityRuntime,
  rights: EntityRights,
  path: string,
): boolean {
  if (!mayUse(account, target, rights, path)) return false;
  const through = referredAt(target, path);
  return through === undefined || isKeptNothing(rightsOf(account, through.referred));
}

/** The other entity that a path reaches through a reference, and its field that the path leads to; undefined where it reaches none. */
function referredAt({ entity, entities }: EntityRuntime, path: string) {
  const [through] = referencesThrough(entity.fields, [path]);
  const referred = through && entities.get(through.reference.entity);
  return referred && { referred, field: splitPath(path)[splitPath(through.path).length] ?? "" };
}

function grantedTo(account: Account | undefined, { guarded, config, now }: EntityRuntime): GrantedRights {
  return grantRights(guarded, {
    permissions: account?.permissions ?? [],
    account: account?.record,
    now: now(),
    timeZone: config.app.timeZone,
  });
}

/** The fields that the account reads because it sees fields that refer to the entity; never one that its rights keep from it. */
function referredFields(account: Account, target: EntityRuntime): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const { from, top, reference } of target.referrers) {
    const other = target.entities.get(from);
    if (other === undefined || !grantedTo(account, other).views.has(top)) continue;
    for (const name of shownFields(reference, target.fields))
      if (isFieldOpen(target.guarded.rights, name, account.permissions)) fields.add(name);
  }
  return fields;
}
