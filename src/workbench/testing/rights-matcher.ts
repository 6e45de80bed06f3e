import { nearest } from "../../compiler/report/nearest.ts";
import type { Entity } from "../../model/entity.ts";
import type { RecordData } from "../../model/record.ts";
import type { RecordRight } from "../../model/rights.ts";
import { grantRights, guardedEntity, isAllowed } from "../../record/rights.ts";
import { type RoleSight, sightOf } from "../../record/role-sight.ts";
import { completeFields } from "../../server/records/complete-record.ts";
import type { TestedEntity } from "./load-config.ts";
import { type MatcherResult, named } from "./record-matchers.ts";

/** What of an entity a role is asked about. */
export interface AskedRight {
  /** A top-level field. */
  readonly field?: string;
  /** A record as it is stored; without it, some record. */
  readonly record?: RecordData;
  /** The record of the account, with its `_id`. */
  readonly account?: RecordData;
  /** Default: now. */
  readonly now?: Date;
}

/** Whether accounts of a role may do something with records of an entity, as the server decides it. */
export function lets(
  tested: TestedEntity,
  role: string,
  right: RecordRight,
  asked: string | AskedRight = {},
): MatcherResult {
  const { field, record, account, now = new Date() } = typeof asked === "string" ? { field: asked } : asked;
  const { entity, config } = tested;
  const guarded = guardedEntity(entity);
  if (field !== undefined && !guarded.fieldNames.includes(field))
    throw new Error(`${named(tested)} has no field "${field}".${meant(field, guarded.fieldNames)}`);
  const { timeZone } = config.app;
  const { permissions } = roleNamed(config, role);
  const rights = grantRights(guarded, { permissions, account, now, timeZone });
  const fields = { view: rights.views, create: rights.creates, edit: rights.edits, delete: rights.views };
  const mayField = field === undefined || fields[right].has(field);
  const mayRecord =
    record === undefined
      ? rights.may[right]
      : isAllowed(rights, right, { ...record, ...completeFields(entity.fields, record) });
  const pass = mayField && mayRecord;
  const what = field === undefined ? (record === undefined ? "records" : "this record") : `"${field}"`;
  return {
    pass,
    message: () =>
      `${named(tested)} ${pass ? "lets" : "does not let"} the role "${role}" ${right} ${what}, and should${pass ? " not" : ""}.\n` +
      `That is written at ${tested.place(entity.source.rights === undefined ? "/permission" : "/rights")}`,
  };
}

/** Throws where there is none, with the one that was meant. */
export function roleNamed({ app: { roles } }: TestedEntity["config"], role: string) {
  const found = Object.hasOwn(roles, role) ? roles[role] : undefined;
  if (found === undefined)
    throw new Error(`app.json has no role "${role}".${meant(role, Object.keys(roles))}`);
  return found;
}

/** What accounts of a role may do with an entity. */
export function roleSight(config: TestedEntity["config"], { source }: Entity, role: string): RoleSight {
  const { permissions } = roleNamed(config, role);
  const entities = new Map([...config.entities].map(([id, one]) => [id, { value: one.source }]));
  return sightOf({ app: { value: config.app }, entities }, source, { name: role, permissions });
}

function meant(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}
