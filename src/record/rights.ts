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
  /** Whether it may do each of them with any record at all. Without `view` it may do nothing. */
  readonly may: Readonly<Record<RecordRight, boolean>>;
  /** The top-level fields that it may see, of the stored record and of the form. */
  readonly views: ReadonlySet<string>;
  /** Of `views`: the fields that it may fill in when it creates a record, and those that it may change in a stored one. */
  readonly creates: ReadonlySet<string>;
  readonly edits: ReadonlySet<string>;
  /** For each right the records that it covers, as a filter. An empty filter matches all. */
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

interface RightsHolder extends Asking {
  readonly permissions: readonly string[];
}

/** The same for an entity as its config is written. Only for `rightsOfRole`: it does not know which fields hold moments. */
export function guardedAsWritten(entity: EntityConfig): GuardedEntity {
  const fieldNames = Object.keys(entity.schema.properties);
  return { rights: resolveRights(entity), fieldNames, isMoment: () => false };
}

/** What every account with these permissions may do. The values of the filters in `records`, which depend on account and day, are placeholders. */
export function rightsOfRole(guarded: GuardedEntity, permissions: readonly string[]): GrantedRights {
  return grantRights(guarded, { permissions, account: undefined, now: new Date(0), timeZone: "UTC" });
}

/** Whether whoever has these permissions and sees a record also sees this field of it. */
export function isFieldOpen({ fields }: Rights, name: string, permissions: readonly string[]): boolean {
  const view = ownValue<Rights["fields"][string]>(fields, name)?.view;
  return view === undefined || view.some((one) => permissions.includes(one));
}

/** The rights that permissions give. Whoever is kept to several parts of the records has only those in all of them. */
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

/** Whether the account may do this with this record. */
export function isAllowed({ may, records }: GrantedRights, right: RecordRight, record: RecordData): boolean {
  return may[right] && matchesFilter(records.view, record) && matchesFilter(records[right], record);
}

/** What is filled in of a new record, so that it is in the part that its maker is kept to: for "only their own", the account. */
export function ownValues({ records }: GrantedRights): RecordData {
  const own = [...records.view, ...records.create].flatMap(({ field, op, value }) =>
    op === "eq" && splitPath(field).length === 1 && !Array.isArray(value) ? [[field, value] as const] : [],
  );
  return Object.fromEntries(own) as RecordData;
}
