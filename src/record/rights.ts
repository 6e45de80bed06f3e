import type { Entity } from "../model/entity.ts";
import type { EntityConfig } from "../model/entity-config.ts";
import type { Filter, PlainFilter } from "../model/filter.ts";
import type { RecordData } from "../model/record.ts";
import { RECORD_RIGHTS, type RecordRight, type Rights, resolveRights } from "../model/rights.ts";
import { type Asking, matchesFilter, plainFilter } from "./filter.ts";
import { ownValue } from "./json.ts";
import { splitPath } from "./path.ts";
import { walkFields } from "./walk.ts";

/** What an account may do with the records of an entity. */
export interface GrantedRights {
  /** Whether it may do it with some record. Whoever may not view may do nothing. */
  readonly may: Readonly<Record<RecordRight, boolean>>;
  /** The top-level fields that it may see, of the stored record and of the form. */
  readonly views: ReadonlySet<string>;
  /** Those of them that it may fill in of a new record, and that it may change of a stored one. */
  readonly creates: ReadonlySet<string>;
  readonly edits: ReadonlySet<string>;
  /** The records that it may do it with: those for which the filter holds. An empty one holds for all. */
  readonly records: Readonly<Record<RecordRight, PlainFilter>>;
}

/** The part of an entity that rights are about. */
export interface GuardedEntity {
  readonly rights: Rights;
  /** All top-level fields. */
  readonly fieldNames: readonly string[];
  /** Whether a field holds moments, of which a day is a part. */
  isMoment(field: string): boolean;
}

export function guardedEntity({ fields, source }: Entity): GuardedEntity {
  const moments = [...walkFields(fields)].filter(({ field }) => field.valueType === "date-time");
  const all = new Set([...moments.map(({ path }) => path), "createdAt", "updatedAt"]);
  return {
    rights: resolveRights(source),
    fieldNames: fields.map(({ name }) => name),
    isMoment: (field) => all.has(field),
  };
}

export interface RightsHolder extends Asking {
  readonly permissions: readonly string[];
}

/** The rights of an entity as its config is written, for `rightsOfRole`: of moments nothing is known. */
export function guardedAsWritten(entity: EntityConfig): GuardedEntity {
  const fieldNames = Object.keys(entity.schema.properties);
  return { rights: resolveRights(entity), fieldNames, isMoment: () => false };
}

/** What every account with these permissions may do. `records` has the right fields; its values, which differ by account and day, mean nothing. */
export function rightsOfRole(guarded: GuardedEntity, permissions: readonly string[]): GrantedRights {
  return grantRights(guarded, { permissions, account: undefined, now: new Date(0), timeZone: "UTC" });
}

/** Whether the rights keep a field from nobody who holds these permissions, whether or not they see the records. */
export function isFieldOpen({ fields }: Rights, name: string, permissions: readonly string[]): boolean {
  const view = ownValue<Rights["fields"][string]>(fields, name)?.view;
  return view === undefined || view.some((one) => permissions.includes(one));
}

/** The rights that permissions give. What several parts of the records keep to, all of them must allow. */
export function grantRights(
  { rights, fieldNames, isMoment }: GuardedEntity,
  holder: RightsHolder,
): GrantedRights {
  const holds = (permissions: readonly string[]) =>
    permissions.some((one) => holder.permissions.includes(one));
  const mayView = holds(rights.view);
  const views = fieldNames.filter((name) => mayView && isFieldOpen(rights, name, holder.permissions));
  const mayCreate = mayView && holds(rights.create);
  const writes = (permissions: readonly string[]) =>
    views.filter((name) =>
      holds(ownValue<Rights["fields"][string]>(rights.fields, name)?.edit ?? permissions),
    );
  const edits = writes(rights.edit);
  const partOf = (right: RecordRight): PlainFilter => {
    const parts = rights.records.filter(
      ({ permission, unless, to }) => to.includes(right) && holds([permission]) && !holds(unless),
    );
    return plainFilter(
      parts.flatMap(({ filter }): Filter => filter),
      isMoment,
      holder,
    );
  };
  return {
    may: {
      view: mayView,
      create: mayCreate,
      edit: edits.length > 0,
      delete: mayView && holds(rights.delete),
    },
    views: new Set(views),
    creates: new Set(mayCreate ? writes(rights.create) : []),
    edits: new Set(edits),
    records: recordRights(partOf),
  };
}

function recordRights<T>(make: (right: RecordRight) => T): Readonly<Record<RecordRight, T>> {
  const made = RECORD_RIGHTS.map((right) => [right, make(right)] as const);
  return Object.fromEntries(made) as Readonly<Record<RecordRight, T>>;
}

/** Whether the account may do it with this record. */
export function mayWith({ may, records }: GrantedRights, right: RecordRight, record: RecordData): boolean {
  return may[right] && matchesFilter(records.view, record) && matchesFilter(records[right], record);
}

/** What a new record has where nothing is given, so that whoever makes it may: "her own" has herself filled in. */
export function ownValues({ records }: GrantedRights): RecordData {
  const own = [...records.view, ...records.create].flatMap(({ field, op, value }) =>
    op === "eq" && splitPath(field).length === 1 && !Array.isArray(value) ? [[field, value] as const] : [],
  );
  return Object.fromEntries(own) as RecordData;
}
