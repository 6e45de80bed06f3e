import type { EntityConfig } from "../../../model/entity-config.ts";
import { RECORD_RIGHTS, type RecordRight, type Rights } from "../../../model/rights.ts";
import { placeholdersOf } from "../../../record/messages.ts";
import { below, splitPath } from "../../../record/path.ts";
import { guardedAsWritten, rightsOfRole } from "../../../record/rights.ts";
import { isOpenIn, isSeen, type RoleSight, sightOf } from "../../../record/role-sight.ts";
import { fieldsNamed } from "../../../record/title.ts";
import { textsOf } from "../../resolve/local-text.ts";
import { foundByTitle, referenceShows, titlePaths } from "../../resolve/written-display.ts";
import { fieldNamed, topOf, type WrittenField } from "../../resolve/written-field.ts";
import type { Check, FieldSet, WrittenConfig } from "../../written-config.ts";
import { testsOf } from "../check-conditions.ts";
import { requiredWhenNew } from "./required-when-new.ts";
import { rolesByFault } from "./role-faults.ts";

/**
 * No role may change what it may not see, or make a record without what must be filled; and nothing that a role sees depends
 * on a field that it may not see: a condition, a sentence, the search, the part of the records that it is kept to,
 * what a reference shows. Columns and filters of a list are not meant: whoever may not see a field has none of those.
 */
export const checkRoleRights: Check = function* (config) {
  if (config.app === undefined) return;
  const sets = new Map(config.fieldSets.map((set) => [set.entity, set]));
  const asked = [...config.entities].filter(([id, { value }]) => isAsked(config, value, sets.get(id)));
  for (const [id, written] of asked) {
    yield;
    const faults = rolesByFault("RIGHTS");
    const guarded = guardedAsWritten(written.value);
    for (const [role, { permissions }] of Object.entries(config.app.value.roles)) {
      const { rights } = guarded;
      const add = (at: string, what: string, hint?: string) => faults.add({ at, what, role, hint });
      const sight = sightOf(config, written.value, { name: role, permissions });
      const looks = { ...sight, config, set: sets.get(id), rights, add };
      checkWrites(looks);
      if (sight.granted.may.view) checkSights(looks);
    }
    faults.report(written);
  }
};

/** Whether the entity has rights, or one that it refers to has rights of fields or is named through a further one. */
function isAsked({ entities }: WrittenConfig, { rights }: EntityConfig, set: FieldSet | undefined): boolean {
  if (rights !== undefined) return true;
  return (set?.fields ?? []).some(({ schema: { reference } }) => {
    const target = entities.get(reference?.entity ?? "")?.value;
    if (target === undefined) return false;
    const isTitled = reference?.label === undefined && target.display?.title !== undefined;
    return (
      target.rights?.fields !== undefined ||
      (isTitled && titlePaths(target, entities).some((path) => path.includes(".")))
    );
  });
}

interface Looks extends RoleSight {
  readonly config: WrittenConfig;
  readonly set: FieldSet | undefined;
  readonly rights: Rights;
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
  const { properties, required = [] } = entity.schema;
  const filled = ownConditions(rights, permissions);
  const isFree = (name: string) => granted.creates.has(name) || filled.has(name);
  for (const [name, field] of Object.entries(properties)) {
    if (isFree(name) || field.default !== undefined) continue;
    const needed = requiredWhenNew(name, field, { properties, required, isFree });
    if (needed === "none") continue;
    // Without rights of its own it could be filled in.
    const at = below("/rights/fields", name);
    const [which, instead] =
      needed === "each"
        ? ["which is required", ""]
        : ["which its conditions may require", ', require it where "mode" is "edit" alone'];
    const hint = `Let it fill in "${name}", give the field a "default"${instead}, or take "create" from it.`;
    add(at, `may make these records, but not fill in "${name}", ${which}`, hint);
  }
}

function isField({ schema }: EntityConfig, name: string): boolean {
  return fieldNamed(schema.properties, name) !== undefined;
}

/** The fields that are filled in of a new record, since the role may make only records with these values. */
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
    for (const { text, at } of textsOf(display[key] ?? {}))
      for (const path of fieldsNamed(text)) mustSee(path, `/display/${key}${at}`, "tells records apart by");
  }
  if (labelField !== undefined) mustSee(labelField, "/labelField", "reads records by");
  const { field: searched, fields: several } = list.search ?? {};
  if (searched !== undefined) mustSee(searched, "/list/search/field", "searches");
  // A search of several fields looks into those that the role sees.
  if (several?.some(sees) === false) add("/list/search/fields", "searches what it may not see");
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
  looks: Looks,
  field: WrittenField,
  mustSee: (path: string, at: string, what: string) => void,
): void {
  const { config, entity, granted, permissions, add } = looks;
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
  else if (target !== undefined && !rightsOfRole(guardedAsWritten(target), permissions).may.view) {
    const at = below(field.path, "reference");
    for (const name of referenceShows({ entity: reference.entity }, config.entities))
      check(name, at, 'Add "label": "…" with another field');
    const found = foundByTitle(target, config.entities);
    if (found.length > 0 && !found.some((path) => isReadOfTitle(looks, target, path)))
      add(
        at,
        `chooses "${reference.entity}" here by a title of which it sees no text that a search finds`,
        `Add "label": "…" with a text of "${reference.entity}".`,
      );
  }
  reference.fields?.forEach((name, index) => {
    check(name, below(field.path, "reference", "fields", index));
  });
}

/** Whether the role reads what a title of records shows that it reads through references alone. Whether it sees own fields is asked above. */
function isReadOfTitle({ config, permissions }: Looks, titled: EntityConfig, path: string): boolean {
  const [top = "", name] = splitPath(path);
  const id = name === undefined ? undefined : fieldNamed(titled.schema.properties, top)?.reference?.entity;
  const referred = id === undefined ? undefined : config.entities.get(id)?.value;
  if (id === undefined || name === undefined || referred === undefined) return true;
  if (!isOpenIn(config, id, name, permissions)) return false;
  if (rightsOfRole(guardedAsWritten(referred), permissions).may.view) return true;
  return config.fieldSets.some(({ entity: from, fields }) => {
    const other = from === undefined ? undefined : config.entities.get(from)?.value;
    const views = other && rightsOfRole(guardedAsWritten(other), permissions).views;
    return fields.some(
      (field) =>
        views?.has(topOf(field)) === true &&
        field.schema.reference?.entity === id &&
        referenceShows(field.schema.reference, config.entities).includes(name),
    );
  });
}

const topName = (path: string) => splitPath(path)[0] ?? "";
