import type { Display, Template } from "../../model/display.ts";
import type { Column, Entity, Tab } from "../../model/entity.ts";
import type { ListView } from "../../model/list/list-view.ts";
import type { RecordData } from "../../model/record.ts";
import { placeholdersOf } from "../../record/messages.ts";
import { splitPath } from "../../record/path.ts";
import { ownValues } from "../../record/rights.ts";
import { displayedFields, fieldsShown, ID_TITLE } from "../../record/title.ts";
import type { EntityView, OpenEntity, RefusalView, RightsView } from "../../wire/views.ts";
import type { Account } from "../http/request.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import { ownViews, type SeenPaths } from "../records/list-views.ts";
import { ownInverseLists } from "../records/referring/inverse-lists.ts";
import { type EntityRights, maySortBy, mayUse, rightsOf } from "../records/rights/entity-rights.ts";
import { fieldSetKey, propertiesIn } from "./part-validators.ts";
import { withSeenTitles } from "./seen-titles.ts";

/** An entity as the account may see it: nothing of what it may not. */
export function entityView(target: EntityRuntime, account: Account): EntityView {
  const { entity } = target;
  const rights = rightsOf(account, target);
  if (rights.access === "full") return openView(target, account, rights);
  const { id, endpoints, listKey } = entity;
  const refusal = refusalView(entity);
  return rights.access === "none"
    ? { access: "none", id, ...refusal }
    : { access: "reference", id, endpoints, listKey, ...refusal };
}

function refusalView({ language, messages }: Entity): RefusalView {
  const own = messages["shell.noPermission"];
  return own === undefined ? { language } : { language, messages: { "shell.noPermission": own } };
}

function openView(target: EntityRuntime, account: Account, rights: EntityRights): OpenEntity {
  // There is a validator for what each role sees. In a draft an account may see what no role does: its editor, who reads the
  // whole config anyway, gets the whole validator.
  const { validator } = target.partValidators.get(fieldSetKey(rights.views)) ?? target;
  const seen: SeenPaths = {
    mayName: (path) => mayUse(account, target, rights, path),
    maySort: (path) => maySortBy(account, target, rights, path),
  };
  return {
    access: "full",
    entity: withSeenTitles(target, account, seenEntity(target, account, rights, seen)),
    validator,
    rights: rightsView(target, rights),
  };
}

function rightsView({ guarded, entity: { fields } }: EntityRuntime, rights: EntityRights): RightsView {
  const { may, views, creates, edits, records } = rights;
  const without = (own: ReadonlySet<string>) =>
    fields.flatMap(({ name }) => (views.has(name) && !own.has(name) ? [name] : []));
  const own = may.create ? ownValues(rights) : {};
  return {
    openTo: guarded.rights.view,
    create: may.create,
    edit: may.edit,
    delete: may.delete,
    readOnly: { create: may.create ? without(creates) : [], edit: may.edit ? without(edits) : [] },
    ...(records.edit.length === 0 && records.delete.length === 0
      ? {}
      : { records: { edit: records.edit, delete: records.delete } }),
    ...(Object.keys(own).length === 0 ? {} : { own: own satisfies RecordData }),
  };
}

/** The entity without fields that may not be seen, and without columns and the like that show them. */
function seenEntity(
  target: EntityRuntime,
  account: Account,
  { views }: EntityRights,
  { mayName, maySort }: SeenPaths,
): Entity {
  const { entity: whole, guarded } = target;
  const referredBy = ownInverseLists(target, account);
  const entity = withViews(whole, ownViews(whole, account, { mayName, maySort }));
  const { source, referredBy: _, ...same } = entity;
  const open = { ...same, referredBy };
  const { rights, referredBy: __, translations, webhooks, ...written } = source;
  const columns = seenColumns(entity.list.columns, { mayName, maySort });
  const { list, form, fields } = entity;
  const { search, defaultSort } = list;
  // An account that sees all fields may still not see all that they refer to.
  const named = [
    ...list.columns.map(({ field }) => field),
    ...(search?.fields ?? []).map(({ field }) => field),
    ...displayedFields(entity.display),
    ...placeholdersOf(list.deleteConfirm),
  ];
  const sorted = [defaultSort, ...list.columns.filter(({ sortable }) => sortable)];
  const isWhole =
    views.size === guarded.fieldNames.length &&
    named.every(mayName) &&
    sorted.every(({ field }) => maySort(field));
  if (isWhole) return { ...open, source: written };
  const searched = search?.fields.filter(({ field }) => mayName(field)) ?? [];
  const tabs = seenTabs(form.tabs, views);
  return {
    ...open,
    display: seenDisplay(entity.display, mayName),
    fields: fields.filter(({ name }) => views.has(name)),
    form: { ...form, tabs, rail: form.rail.filter((name) => views.has(name)) },
    list: {
      title: list.title,
      columns,
      ...(search === undefined || searched.length === 0 ? {} : { search: { ...search, fields: searched } }),
      views: list.views,
      ...(list.namesView === true ? { namesView: true } : {}),
      filters: list.filters.filter(({ field }) => mayName(field)),
      defaultSort: maySort(defaultSort.field) ? defaultSort : { field: "createdAt", order: "desc" },
      deleteConfirm: seenQuestion(list.deleteConfirm, mayName),
    },
    source: seenSource(source, views, mayName),
  };
}

function withViews(entity: Entity, views: readonly ListView[]): Entity {
  const { list, source } = entity;
  const isWhole = JSON.stringify(views) === JSON.stringify(list.views);
  if (isWhole) return entity;
  const { views: written = [], ...rest } = source.list;
  const own = written.filter(({ id }) => views.some((view) => view.id === id));
  return {
    ...entity,
    list: { ...list, views },
    source: { ...source, list: own.length === 0 ? rest : { ...rest, views: own } },
  };
}

function seenColumns(columns: readonly Column[], { mayName, maySort }: SeenPaths): readonly Column[] {
  return columns
    .filter(({ field }) => mayName(field))
    .map((column) => (column.sortable && !maySort(column.field) ? { ...column, sortable: false } : column));
}

/** The checks let no title or subtitle name what a reader may not see, but another entity's rights may change after them. */
function seenDisplay({ image, title, subtitle, badges }: Display, mayName: SeenPaths["mayName"]): Display {
  const isSeen = (template: Template) => fieldsShown(template).every(mayName);
  return {
    ...(image === undefined || !mayName(image) ? {} : { image }),
    title: isSeen(title) ? title : ID_TITLE,
    ...(subtitle === undefined || !isSeen(subtitle) ? {} : { subtitle }),
    badges: badges.filter(({ field }) => mayName(field)),
  };
}

/** Only whoever may delete is asked, and sees all that the question names. */
function seenQuestion(question: string, mayName: SeenPaths["mayName"]): string {
  return placeholdersOf(question).every(mayName) ? question : "";
}

function seenTabs(tabs: readonly Tab[], views: ReadonlySet<string>): readonly Tab[] {
  const seen = tabs.map(({ label, rows }) => ({
    label,
    rows: rows.map((row) => row.filter((name) => views.has(name))).filter((row) => row.length > 0),
  }));
  return seen.filter(({ rows }) => rows.length > 0);
}

/** The entity's source, key by key, so that a new key reveals nothing until it is added here. */
function seenSource(
  {
    $schema,
    label,
    language,
    permission,
    endpoints,
    listKey,
    labelField,
    menu,
    schema,
    form,
    list,
  }: Entity["source"],
  views: ReadonlySet<string>,
  mayName: (path: string) => boolean,
): Entity["source"] {
  const required = schema.required?.filter((name) => views.has(splitPath(name)[0] ?? ""));
  return {
    ...($schema === undefined ? {} : { $schema }),
    label,
    language,
    permission,
    endpoints,
    listKey,
    ...(labelField === undefined ? {} : { labelField }),
    menu,
    schema: {
      type: schema.type,
      ...(required === undefined ? {} : { required }),
      properties: { ...propertiesIn(schema.properties, views) },
    },
    form: { title: form.title },
    list: {
      title: list.title,
      columns: list.columns.filter(({ field }) => mayName(field)),
      deleteConfirm: seenQuestion(list.deleteConfirm, mayName),
    },
  };
}
