import type { EntityConfig } from "../../model/entity-config.ts";
import { areChartDays, type HomeChartConfig } from "../../model/home/home-chart.ts";
import type { HomeTileConfig } from "../../model/home/home-config.ts";
import { isLongText, MAX_TEXT_LENGTH } from "../../model/list/list-filter.ts";
import { below } from "../../record/path.ts";
import { sightOf } from "../../record/role-sight.ts";
import { seesTile } from "../../record/tile-rights.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { filterableField } from "../resolve/filterable.ts";
import { isKnownLanguage, localTextFault, localTextIn } from "../resolve/local-text.ts";
import type { Check, Written, WrittenConfig } from "../written-config.ts";
import { checkFilter, mustBeFilterable } from "./check-filters.ts";
import { checkIcon } from "./check-menu.ts";
import { withKnownRights } from "./roles/known-rights.ts";

/** The tiles of the start page name what there is, and are told apart. */
export const checkHome: Check = (config) => {
  const { app, entities, entityIds } = config;
  if (app?.value.home === undefined) return;
  const { report } = app;
  const { home, language } = app.value;
  const labels = new Set<string>();
  const known = withKnownRights(config);
  home.tiles.forEach((tile, index) => {
    const at = below("/home/tiles", index);
    const { entity: id, label, icon } = tile;
    const unlabelled = isKnownLanguage(config, language) ? localTextFault(label, language) : undefined;
    if (unlabelled !== undefined) report(below(at, "label"), "NO_LABEL", unlabelled);
    const text = localTextIn(label, language);
    if (text !== "" && labels.has(text))
      report(below(at, "label"), "DUPLICATE_LABEL", `Another tile of the start page reads "${text}" too.`);
    labels.add(text);
    checkIcon(icon, below(at, "icon"), report);
    if (!entityIds.has(id)) {
      const message = `There is no entity "${id}".`;
      report(below(at, "entity"), "UNKNOWN_ENTITY", { message, ...nameHints(id, [...entityIds]) });
    }
    checkChartKey(tile, report, at);
    const list = entities.get(id);
    if (list === undefined) return;
    checkView(list, tile, report, at);
    checkTileFilter(config, list, tile, report, at);
    if (tile.chart !== undefined) checkChart(config, list.value, tile.chart, report, below(at, "chart"));
    const isSuspect = ["/rights", "/permission", "/list/views"].some(list.isReported);
    if (isSuspect || [at, "/roles", "/permissions"].some(app.isReported)) return;
    const roles = Object.entries(app.value.roles).map(([name, { permissions }]) => ({ name, permissions }));
    if (roles.some((role) => seesTile(tile, sightOf(known, list.value, role)))) return;
    report(at, "UNSEEN_TILE", `No role sees all that "${text}" asks for, so that nobody has this tile.`);
  });
};

/** A tile has `chart` if it is a chart, and only then. */
function checkChartKey({ kind, chart }: HomeTileConfig, report: Report, at: string): void {
  if (kind === "chart" && chart === undefined) {
    const message = `The tile is a chart, but "chart" does not say of what.`;
    report(at, "MISSING_KEY", { message, hint: 'Add "chart": { "by": "…" } with the name of a field.' });
  }
  if (kind === "chart" || chart === undefined) return;
  const message = `The tile has "chart", but shows a ${kind}.`;
  report(below(at, "chart"), "NOT_ALLOWED", { message, hint: 'Write "kind": "chart", or remove "chart".' });
}

/** A chart groups records by a field that has groups, and sums up a number. */
function checkChart(
  config: WrittenConfig,
  entity: EntityConfig,
  { by, sum, days }: HomeChartConfig,
  report: Report,
  at: string,
): void {
  const grouped = mustBeFilterable(config, entity, by, report, below(at, "by"), "chart");
  if (grouped?.kind === "filled") {
    const message = `A chart cannot be by "${by}": its values are no groups.`;
    const hint = isLongText(grouped.schema)
      ? `Give the field a "maxLength" of ${MAX_TEXT_LENGTH} or less, or name a choice, a yes/no, a reference, a number or a date.`
      : "Name a choice, a yes/no, a reference, a number, a short text or a date.";
    report(below(at, "by"), "NOT_ALLOWED", { message, hint });
  } else if (grouped?.schema?.unique === true) {
    const message = `A chart by "${by}" would have a group for each record: its values are unique.`;
    report(below(at, "by"), "NOT_ALLOWED", {
      message,
      hint: "Name a field that several records share a value of.",
    });
  }
  if (days !== undefined && grouped !== undefined && grouped.kind !== "date") {
    const message = `"${by}" is no date: the chart has no days.`;
    report(below(at, "days"), "NOT_ALLOWED", { message, hint: 'Remove "days", or name a date.' });
  }
  if (days !== undefined && !areChartDays(days)) {
    const message = `The days from ${days.from} to ${days.to} are ${days.from > days.to ? "none" : "too many"}.`;
    report(below(at, "days"), "BAD_VALUE", {
      message,
      hint: "Write a first day before the last, within 366 days.",
    });
  }
  const summed =
    sum === undefined ? undefined : mustBeFilterable(config, entity, sum, report, below(at, "sum"), "chart");
  if (summed === undefined || summed.kind === "number") return;
  const hint = 'Name a number, or remove "sum" to count the records.';
  report(below(at, "sum"), "NOT_ALLOWED", {
    message: `"${sum}" is no number that could be summed up.`,
    hint,
  });
}

/** The view that a tile names is there. Where the list's views have a problem, that is the mistake. */
function checkView(
  { value: { list }, isReported }: Written<EntityConfig>,
  { entity, view }: HomeTileConfig,
  report: Report,
  at: string,
): void {
  const known = (list.views ?? []).map(({ id }) => id);
  if (view === undefined || known.includes(view) || isReported("/list/views")) return;
  const message = `The list of "${entity}" has no view "${view}".`;
  const { hint = `Add it to "views" of the list, or name none.`, ...hints } = nameHints(view, known);
  report(below(at, "view"), "UNKNOWN_VIEW", { message, ...hints, hint });
}

/** Each condition is one that a person could choose in the list: the tile's link has it in its address. */
function checkTileFilter(
  config: WrittenConfig,
  { value: entity, isReported }: Written<EntityConfig>,
  { entity: id, filter = [] }: HomeTileConfig,
  report: Report,
  at: string,
): void {
  if (filter.length === 0) return;
  const place = below(at, "filter");
  checkFilter(config, entity, filter, { report, at: place, mayAsk: false });
  if (isReported("/list/filters")) return;
  const declared = (entity.list.filters ?? []).map((one) => (typeof one === "string" ? one : one.field));
  filter.forEach(({ field }, index) => {
    if (declared.includes(field) || filterableField(config.broken, entity, field).at !== "field") return;
    const message = `The list of "${id}" has no filter by "${field}", so that no address could show what the tile counts.`;
    const hint = `Add "${field}" to "filters" of the list, or make a view of it and name that.`;
    report(below(place, index, "field"), "NOT_FILTERED", { message, hint });
  });
}
