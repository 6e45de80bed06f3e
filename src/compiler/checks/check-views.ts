import type { EntityConfig } from "../../model/entity-config.ts";
import { ALL_RECORDS, hasView } from "../../model/list/list-view.ts";
import type { ListViewConfig } from "../../model/list/list-view-config.ts";
import { resolveRights } from "../../model/rights.ts";
import { below } from "../../record/path.ts";
import { isSeen, type RoleSight, sightOf } from "../../record/role-sight.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { findPath } from "../resolve/find-path.ts";
import { isKnownLanguage, localTextFault, localTextIn } from "../resolve/local-text.ts";
import type { Check, WrittenConfig } from "../written-config.ts";
import { checkFilter } from "./check-filters.ts";
import { checkSort } from "./check-lists.ts";
import { withKnownRights } from "./roles/known-rights.ts";
import { type OrderFault, orderFault } from "./roles/order-fault.ts";

/** The views of a list name what there is, are told apart, and somebody sees each of them. */
export const checkViews: Check = (config) => {
  const known = withKnownRights(config);
  for (const { report, isReported, value: entity } of config.entities.values()) {
    const { columns, views = [] } = entity.list;
    if (columns.every(({ hidden }) => hidden === true))
      report("/list/columns", "BAD_VIEW", "Every column is hidden: the list would show nothing.");
    const ids = new Set<string>([ALL_RECORDS]);
    views.forEach((view, index) => {
      const at = below("/list/views", index);
      const { id, label, filter, sort } = view;
      if (ids.has(id)) {
        const taken = id === ALL_RECORDS ? "the tab of all records" : "a view of this list";
        report(below(at, "id"), "DUPLICATE_NAME", `"${id}" is ${taken} already.`);
      }
      ids.add(id);
      const unlabelled = localTextFault(label, entity.language);
      if (unlabelled !== undefined && isKnownLanguage(config, entity.language))
        report(below(at, "label"), "NO_LABEL", unlabelled);
      checkRoles(config, entity, view, report, at);
      checkBefore(config, entity, view, views.slice(0, index), report, at);
      // Where the list's columns have a problem, that is the mistake, not a view that names a field rightly.
      const isSuspect = (field: string) =>
        isReported("/list/columns") && findPath(config, entity, field).kind !== "missing";
      checkColumns(entity, view, isSuspect, report, at);
      if (filter !== undefined)
        checkFilter(config, entity, filter, { report, at: below(at, "filter"), mayAsk: true });
      if (sort !== undefined)
        checkSort(config, entity, sort.field, `The view "${id}"`, report, below(at, "sort", "field"));
      const isSuspectView = ["/rights", "/permission", below(at, "filter"), below(at, "sort")].some(
        isReported,
      );
      if (!isSuspectView) checkSeen(known, entity, view, report, at);
    });
  }
};

function checkRoles(
  { app }: WrittenConfig,
  entity: EntityConfig,
  { id, roles = [] }: ListViewConfig,
  report: Report,
  at: string,
): void {
  if (app === undefined) return;
  const { roles: known, permissions } = app.value;
  const opening = resolveRights(entity).view;
  // A role that opens nothing, or a permission that there is not, is a mistake of its own.
  const areKnown = (names: readonly string[]) => names.every((name) => permissions.includes(name));
  const isClosed = (allowed: readonly string[]) =>
    allowed.length > 0 && !allowed.some((one) => opening.includes(one));
  roles.forEach((role, index) => {
    const place = below(at, "roles", index);
    const found = Object.hasOwn(known, role) ? known[role] : undefined;
    if (found === undefined) {
      const message = `There is no role "${role}".`;
      report(place, "UNKNOWN_ROLE", { message, ...nameHints(role, Object.keys(known)) });
    } else if (areKnown([...opening, ...found.permissions]) && isClosed(found.permissions)) {
      const message = `The role "${role}" never sees the view "${id}": it may not open this list.`;
      const needed = opening.length === 1 ? "the permission" : "one of the permissions";
      const hint = `Remove the role, or give it ${needed} ${quoted(opening)}.`;
      report(place, "BAD_VIEW", { message, hint });
    }
  });
}

/** Each role that a view names sees all that the view asks for; where it names none, some role that opens the list does. */
function checkSeen(
  config: ReturnType<typeof withKnownRights>,
  entity: EntityConfig,
  view: ListViewConfig,
  report: Report,
  at: string,
): void {
  const { app } = config;
  if (app === undefined || ["/roles", "/permissions"].some(app.isReported)) return;
  const { roles: known } = app.value;
  const sights = new Map(
    Object.entries(known).map(([name, { permissions }]) => [
      name,
      sightOf(config, entity, { name, permissions }),
    ]),
  );
  if (view.roles !== undefined) {
    view.roles.forEach((role, index) => {
      const sight = sights.get(role);
      const fault = sight?.granted.may.view === true ? unseenIn(view, sight) : undefined;
      if (fault === undefined) return;
      const { what, hint = SEE_ALL } = fault;
      const message = `The role "${role}" never sees the view "${view.id}": ${what}.`;
      report(below(at, "roles", index), "BAD_VIEW", { message, hint });
    });
    return;
  }
  const opened = [...sights.values()].filter(({ granted }) => granted.may.view);
  if (opened.length === 0 || opened.some((sight) => unseenIn(view, sight) === undefined)) return;
  const message = `No role sees all that the view "${view.id}" asks for, so that nobody has this tab.`;
  report(at, "BAD_VIEW", { message, hint: SEE_ALL });
}

const SEE_ALL = "Name other fields, or let the role see these.";

/** Why a role that opens the list does not have a view of it, said of the view; undefined where it has. */
function unseenIn({ filter = [], sort }: ListViewConfig, sight: RoleSight): OrderFault | undefined {
  const unseen = filter.find(({ field }) => !isSeen(sight, field));
  if (unseen !== undefined) return { what: `it asks for "${unseen.field}", which the role may not see` };
  const fault = sort && orderFault(sight, sort.field);
  return fault && { ...fault, what: `it is ordered by ${fault.what}` };
}

/** A role that has this view and one before it can tell them apart by their labels, and opens the list with only one of them. */
function checkBefore(
  { app }: WrittenConfig,
  { language }: EntityConfig,
  view: ListViewConfig,
  before: readonly ListViewConfig[],
  report: Report,
  at: string,
): void {
  const roles = Object.keys(app?.value.roles ?? {});
  const isBeside = (other: ListViewConfig) =>
    roles.some((role) => hasView(view, role) && hasView(other, role));
  const others = before.filter(isBeside);
  const label = localTextIn(view.label, language);
  const same = others.find((other) => localTextIn(other.label, language) === label);
  if (same !== undefined && same.id !== view.id)
    report(below(at, "label"), "DUPLICATE_LABEL", `The view "${same.id}" is called "${label}" already.`);
  const first = others.find((other) => other.default === true);
  if (view.default === true && first !== undefined) {
    const message = `The list opens with the view "${first.id}" already, for accounts that have both.`;
    report(below(at, "default"), "BAD_VIEW", { message, hint: 'Remove "default" from one of the two.' });
  }
}

function checkColumns(
  { list }: EntityConfig,
  { id, columns = [] }: ListViewConfig,
  isSuspect: (field: string) => boolean,
  report: Report,
  at: string,
): void {
  const known = list.columns.map(({ field }) => field);
  columns.forEach((field, index) => {
    const place = below(at, "columns", index);
    if (columns.indexOf(field) < index)
      report(place, "FIELD_TWICE", `The view "${id}" shows "${field}" a second time.`);
    if (known.includes(field) || isSuspect(field)) return;
    const { hint = `Add it to "columns" of the list, with "hidden": true if only views show it.`, ...found } =
      nameHints(field, known);
    report(place, "UNKNOWN_FIELD", {
      message: `The view "${id}" shows "${field}", which is no column of the list.`,
      ...found,
      hint,
    });
  });
}
