import type { Column, Entity, Tab } from "../../model/entity.ts";
import type { ColumnConfig, EntityConfig } from "../../model/entity-config.ts";
import type { ListView } from "../../model/list/list-view.ts";
import type { KnownPlugins } from "../../model/plugin-manifest.ts";
import type { LocalText } from "../../model/schema-parts.ts";
import { findPath, type PathScope } from "./find-path.ts";
import { localTextIn } from "./local-text.ts";
import { makeFields } from "./make-fields.ts";
import { cellOf, widgetOf } from "./plugin-use.ts";
import { resolveDisplay, resolveReference } from "./resolve-display.ts";
import { resolveFilters } from "./resolve-filters.ts";
import { resolveInverseLists } from "./resolve-inverse-lists.ts";
import { resolveSearch } from "./resolve-search.ts";
import { labelFieldOf, searchOf } from "./written-display.ts";

/** What an entity is resolved with. All of it is checked. */
interface Surroundings extends PathScope {
  /** The messages of the entity's language. */
  readonly texts: Readonly<Record<string, string>>;
  readonly plugins: KnownPlugins;
}

/** An entity's config, complete. Only for a config without problems. */
export function resolveEntity(id: string, config: EntityConfig, around: Surroundings): Entity {
  const {
    $schema,
    schema,
    list,
    form,
    menu,
    language,
    rights: _,
    referredBy: __,
    translations: ___,
    webhooks: ____,
    messages = {},
    ...same
  } = config;
  const inMenu = (text: LocalText) => localTextIn(text, language);
  const say = (key: string) => messages[key] ?? around.texts[key] ?? key;
  const search = searchOf(config, around.entities);
  return {
    ...same,
    id,
    language,
    menu: { ...menu, label: inMenu(menu.label), create: inMenu(menu.create), list: inMenu(menu.list) },
    labelField: labelFieldOf(config),
    display: resolveDisplay(config, around),
    fields: makeFields(
      schema.properties,
      schema.required,
      (field, insideWidget) => {
        const answer = widgetOf(around.plugins, field, insideWidget);
        return answer.kind === "use" ? answer.use : undefined;
      },
      (reference) => resolveReference(reference, around),
    ),
    form: {
      title: form.title,
      tabs: resolveTabs(config),
      rail: form.rail ?? [],
      invalid: form.invalid ?? { severity: "error", message: say("form.invalid") },
    },
    list: {
      title: list.title,
      columns: list.columns.map((column) => resolveColumn(column, config, around)),
      ...(search && {
        search: {
          placeholder: search.placeholder ?? say("list.search"),
          fields: resolveSearch(search, schema.properties),
        },
      }),
      filters: resolveFilters(config, around),
      views: resolveViews(config),
      ...(list.views?.some((view) => view.default === true) === true ? { namesView: true as const } : {}),
      defaultSort: list.defaultSort ?? { field: "createdAt", order: "desc" },
      deleteConfirm: list.deleteConfirm,
    },
    referredBy: resolveInverseLists(config, around.entities),
    messages,
    source: config,
  };
}

/** A field that no tab places comes at the end of the last one. */
function resolveTabs(config: EntityConfig): readonly Tab[] {
  const written = config.form.tabs ?? [{ fields: [] }];
  const placed = new Set([...written.flatMap((tab) => tab.fields.flat()), ...(config.form.rail ?? [])]);
  const left = Object.keys(config.schema.properties).filter((name) => !placed.has(name));
  return written.map((tab, index) => ({
    label: tab.label ?? "",
    rows: [
      ...tab.fields.map((row) => (typeof row === "string" ? [row] : row)),
      ...(index === written.length - 1 ? left.map((name) => [name]) : []),
    ],
  }));
}

function resolveViews({ language, list }: EntityConfig): readonly ListView[] {
  return (list.views ?? []).map(({ default: isDefault, label, ...same }) => ({
    ...same,
    label: localTextIn(label, language),
    ...(isDefault === true ? { default: true as const } : {}),
  }));
}

function resolveColumn(column: ColumnConfig, config: EntityConfig, around: Surroundings): Column {
  const found = findPath(around, config, column.field);
  if (found.kind !== "found")
    throw new Error(`The column ${column.field} of ${config.label} was not checked.`);
  const answer = cellOf(around.plugins, found.valueType, column);
  if (answer.kind !== "use")
    throw new Error(`The cell of ${column.field} of ${config.label} was not checked.`);
  const reference = found.through === undefined && !found.inList ? found.schema?.reference : undefined;
  // A cell of its own shows the `_id` as it likes.
  const isPlain = column.cell === undefined && column.options === undefined;
  return {
    field: column.field,
    // the label of the entity's own field, not of the field that the path leads to
    label: column.label ?? found.labels[0] ?? column.field,
    cell: answer.use,
    sortable: column.sortable ?? false,
    ...(column.hidden === true ? { hidden: true as const } : {}),
    ...(found.schema?.labels === undefined ? {} : { labels: found.schema.labels }),
    ...(reference && isPlain ? { reference: resolveReference(reference, around) } : {}),
  };
}
