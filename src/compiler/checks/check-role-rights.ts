import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { Fault } from "../../model/problem.ts";
import { RECORD_RIGHTS, type RecordRight, type Rights, resolveRights } from "../../model/rights.ts";
import { placeholdersOf } from "../../record/messages.ts";
import { below, splitPath } from "../../record/path.ts";
import { type GrantedRights, guardedAsWritten, isFieldOpen, rightsOfRole } from "../../record/rights.ts";
import { fieldsNamed } from "../../record/title.ts";
import { quoted } from "../report/nearest.ts";
import { referenceShows } from "../resolve/written-display.ts";
import { fieldNamed, type WrittenField } from "../resolve/written-field.ts";
import type { Check, FieldSet, Written, WrittenConfig } from "../written-config.ts";
import { testsOf } from "./check-conditions.ts";

/**
 * No role may change what it may not see, or make a record without what must be filled; and nothing that a role sees depends
 * on a field that it may not see: a condition, a sentence, the order, the search, the part of the records that it is kept to,
 * what a reference shows. Columns and filters of a list are not meant: whoever may not see a field has none of those.
 */
export const checkRoleRights: Check = function* (config) {
  if (config.app === undefined) return;
  const sets = new Map(config.fieldSets.map((set) => [set.entity, set]));
  const asked = [...config.entities].filter(([id, { value }]) => isAsked(config, value, sets.get(id)));
  for (const [id, written] of asked) {
    yield;
    const faults = rolesByFault();
    const guarded = guardedAsWritten(written.value);
    for (const [role, { permissions }] of Object.entries(config.app.value.roles)) {
      const { rights } = guarded;
      const granted = rightsOfRole(guarded, permissions);
      const add = (at: string, what: string, hint?: string) => faults.add({ at, what, role, hint });
      const looks = { config, set: sets.get(id), entity: written.value, rights, granted, permissions, add };
      checkWrites(looks);
      if (granted.may.view) checkSights(looks);
    }
    faults.report(written);
  }
};

/** Whether the entity, or one that it refers to, keeps something from somebody. */
function isAsked({ entities }: WrittenConfig, { rights }: EntityConfig, set: FieldSet | undefined): boolean {
  if (rights !== undefined) return true;
  return (set?.fields ?? []).some(
    ({ schema: { reference } }) => entities.get(reference?.entity ?? "")?.value.rights?.fields !== undefined,
  );
}

interface Looks {
  readonly config: WrittenConfig;
  readonly set: FieldSet | undefined;
  readonly entity: EntityConfig;
  readonly rights: Rights;
  readonly granted: GrantedRights;
  readonly permissions: readonly string[];
  add(at: string, what: string, hint?: string): void;
}

const VERBS: Readonly<Record<RecordRight, string>> = {
  view: "see",
  create: "make",
  edit: "change",
  delete: "delete",
};

function checkWrites({ entity, rights, granted, permissions, add }: Looks): void {
  const holds = (some: readonly string[]) => some.some((one) => permissions.includes(one));
  for (const right of RECORD_RIGHTS) {
    if (granted.may.view || !holds(rights[right])) continue;
    const at = entity.rights?.[right] === undefined ? "/rights/view" : below("/rights", right);
    add(at, `may ${VERBS[right]} these records, but not see them`, `Add a permission of it to "view".`);
  }
  for (const [name, { edit }] of Object.entries(rights.fields)) {
    if (edit === undefined || !holds(edit) || granted.views.has(name) || !isField(entity, name)) continue;
    add(below("/rights/fields", name, "edit"), `may change "${name}", but not see it`);
  }
  if (!granted.may.create) return;
  const filled = ownConditions(rights, permissions);
  for (const name of entity.schema.required ?? []) {
    const field = fieldNamed(entity.schema.properties, name);
    if (field === undefined || granted.creates.has(name) || field.default !== undefined || filled.has(name))
      continue;
    const at = Object.hasOwn(rights.fields, name) ? below("/rights/fields", name) : "/rights";
    const hint = `Let it fill in "${name}", give the field a "default", or take "create" from it.`;
    add(at, `may make these records, but not fill in "${name}", which is required`, hint);
  }
}

function isField({ schema }: EntityConfig, name: string): boolean {
  return fieldNamed(schema.properties, name) !== undefined;
}

/** The fields that a new record has filled in, since the role makes no others. */
function ownConditions({ records }: Rights, permissions: readonly string[]): ReadonlySet<string> {
  const parts = records.filter(
    ({ permission, unless, to }) =>
      permissions.includes(permission) &&
      !unless.some((one) => permissions.includes(one)) &&
      (to.includes("view") || to.includes("create")),
  );
  return new Set(
    parts.flatMap(({ filter }) => filter.filter(({ op }) => op === "eq").map(({ field }) => field)),
  );
}

function checkSights(looks: Looks): void {
  const { set, entity, rights, granted, permissions, add } = looks;
  const sees = (path: string) => isSeen(looks, path);
  const mustSee = (path: string, at: string, what: string) => {
    if (!sees(path)) add(at, `${what} "${path}", which it may not see`);
  };
  const { list, labelField, display = {} } = entity;
  for (const key of ["title", "subtitle"] as const) {
    const template = display[key];
    for (const path of template === undefined ? [] : fieldsNamed(template))
      mustSee(path, `/display/${key}`, "tells records apart by");
  }
  if (labelField !== undefined) mustSee(labelField, "/labelField", "reads records by");
  const { field: searched, fields: several } = list.search ?? {};
  if (searched !== undefined) mustSee(searched, "/list/search/field", "searches");
  // Of several, it searches those that it sees.
  if (several?.some(sees) === false) add("/list/search/fields", "searches what it may not see");
  if (list.defaultSort !== undefined)
    mustSee(list.defaultSort.field, "/list/defaultSort/field", "gets the list ordered by");
  if (granted.may.delete)
    for (const path of placeholdersOf(list.deleteConfirm))
      mustSee(path, "/list/deleteConfirm", "is asked with");
  if (!list.columns.some(({ field }) => sees(field)))
    add("/list/columns", "sees no column of the list", "Add a column that it may see.");
  rights.records.forEach(({ permission, unless, filter }, index) => {
    if (!permissions.includes(permission) || unless.some((one) => permissions.includes(one))) return;
    filter.forEach(({ field }, place) => {
      mustSee(field, below("/rights/records", index, "filter", place, "field"), "is kept to a part by");
    });
  });
  for (const field of set?.fields ?? []) checkField(looks, field, mustSee);
}

function checkField(
  { config, entity, granted, permissions, add }: Looks,
  field: WrittenField,
  mustSee: (path: string, at: string, what: string) => void,
): void {
  if (!granted.views.has(topOf(field))) return;
  for (const { test, at } of testsOf(field))
    if (test.field !== undefined && fieldNamed(entity.schema.properties, topName(test.field)) !== undefined)
      mustSee(test.field, below(at, "field"), "sees a field that depends on");
  const { equals, reference } = field.schema;
  if (equals !== undefined && field.parent === undefined)
    mustSee(equals, below(field.path, "equals"), "sees a field that must equal");
  if (reference === undefined) return;
  const check = (name: string, at: string, instead = "Show another field") => {
    if (isOpenIn(config, reference.entity, name, permissions)) return;
    const hint = `${instead}, or let it see "${name}" of "${reference.entity}".`;
    add(at, `is shown "${name}" of "${reference.entity}" here, which it may not see`, hint);
  };
  const target = config.entities.get(reference.entity)?.value;
  if (reference.label !== undefined) check(reference.label, below(field.path, "reference", "label"));
  // Without a label the title names the records. Whoever sees those is reported at the title.
  else if (target !== undefined && !rightsOfRole(guardedAsWritten(target), permissions).may.view)
    for (const name of referenceShows({ entity: reference.entity }, config.entities))
      check(name, below(field.path, "reference"), 'Add "label": "…" with another field');
  reference.fields?.forEach((name, index) => {
    check(name, below(field.path, "reference", "fields", index));
  });
}

function topOf(field: WrittenField): string {
  return field.parent === undefined ? field.name : topOf(field.parent);
}

const topName = (path: string) => splitPath(path)[0] ?? "";

/** Whether the role sees what a path leads to. What leads nowhere is reported elsewhere. */
function isSeen({ config, entity, granted, permissions }: Looks, path: string): boolean {
  const [top = "", ...rest] = splitPath(path);
  let field: FieldSchema | undefined = fieldNamed(entity.schema.properties, top);
  if (field === undefined) return true;
  if (!granted.views.has(top)) return false;
  for (const name of rest) {
    if (field?.reference !== undefined) return isOpenIn(config, field.reference.entity, name, permissions);
    field = field?.items ?? fieldNamed(field?.properties ?? {}, name);
  }
  return true;
}

/** Whether another entity keeps a field from nobody with these permissions. */
function isOpenIn(
  { entities }: WrittenConfig,
  id: string,
  name: string,
  permissions: readonly string[],
): boolean {
  const entity = entities.get(id)?.value;
  return entity === undefined || isFieldOpen(resolveRights(entity), name, permissions);
}

interface RoleFault {
  readonly at: string;
  readonly what: string;
  readonly role: string;
  readonly hint: string | undefined;
}

/** What is wrong for several roles is one problem. */
function rolesByFault() {
  const found = new Map<string, RoleFault & { readonly roles: string[] }>();
  return {
    add(fault: RoleFault): void {
      const key = JSON.stringify([fault.at, fault.what]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...fault, roles: [fault.role] });
      else known.roles.push(fault.role);
    },
    report({ report, isReported }: Written<EntityConfig>): void {
      for (const { at, what, hint, roles } of found.values()) {
        // What is wrong there already may be meant otherwise.
        if (isReported(at)) continue;
        const who = roles.length === 1 ? `The role ${quoted(roles)}` : `Each of the roles ${quoted(roles)}`;
        const fault: Fault = { message: `${who} ${what}.`, ...(hint === undefined ? {} : { hint }) };
        report(at, "RIGHTS", fault);
      }
    },
  };
}
