import type { ValidateFunction } from "ajv";
import type { PluginUse } from "../../model/entity.ts";
import type { ColumnConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { OptionSchema } from "../../model/option-schema.ts";
import type { KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Fault } from "../../model/problem.ts";
import type { Json } from "../../model/record.ts";
import { type ValueType, valueType, valueWords } from "../../model/value-type.ts";
import { isInnerCell, pluginName } from "../../plugin/registry.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import { compileOptions } from "../shape/options.ts";
import { faultsOf, type ShapeFault } from "../shape/shape.ts";
import { fieldWords, servedWords, serves } from "./served-values.ts";
import type { WrittenField } from "./written-field.ts";

/** Which plugin a field or column gets. Fault paths are below the object that names the plugin. */
export type PluginAnswer =
  /** Without a manifest, the plugin cannot be read. */
  | { readonly kind: "use"; readonly use: PluginUse; readonly manifest?: PluginManifest }
  | { readonly kind: "none" }
  | { readonly kind: "faults"; readonly faults: readonly ShapeFault[] };

/** The widget of a field as written. */
export function widgetOfField(plugins: KnownPlugins, { schema, parent }: WrittenField): PluginAnswer {
  return widgetOf(plugins, schema, parent !== undefined && isEditedWhole(plugins, parent));
}

/** Whether one widget edits the field with all fields inside it. */
function isEditedWhole(plugins: KnownPlugins, field: WrittenField): boolean {
  if (field.parent !== undefined && isEditedWhole(plugins, field.parent)) return true;
  return widgetOf(plugins, field.schema, false).kind !== "none";
}

/** The widget of a field. None inside what an outer widget edits whole, and for an object whose fields are edited one by one. */
export function widgetOf(plugins: KnownPlugins, schema: FieldSchema, insideWidget: boolean): PluginAnswer {
  const { widget, options } = schema;
  if (insideWidget && widget === undefined) return { kind: "none" };
  // That it does not say what is in it is reported there.
  if (schema.type === "array" && schema.items === undefined) return { kind: "none" };
  const isObject = valueType(schema) === "object";
  if (widget === undefined && isObject && defaultFor(plugins.widgets, schema) === undefined) {
    if (options === undefined) return { kind: "none" };
    const message = "The options are for no widget.";
    return fault("PLUGIN_OPTION", "/options", { message, hint: 'Add "widget": "…", or remove "options".' });
  }
  return pluginOf(plugins, "widget", schema, widget, options);
}

/** The cell of a column that shows a value of this type. */
export function cellOf(
  plugins: KnownPlugins,
  type: ValueType,
  { cell, options }: Pick<ColumnConfig, "cell" | "options">,
): PluginAnswer {
  return pluginOf(plugins, "cell", type, cell, options);
}

/** @param edited of a widget the field, of a cell the kind of value */
function pluginOf(
  plugins: KnownPlugins,
  kind: "widget" | "cell",
  edited: FieldSchema | ValueType,
  name: string | undefined,
  options: Readonly<Record<string, unknown>> = {},
): PluginAnswer {
  const known = kind === "widget" ? plugins.widgets : plugins.cells;
  const what = typeof edited === "string" ? valueWords(edited) : fieldWords(edited);
  const manifest = name === undefined ? defaultFor(known, edited) : known.get(name)?.manifest;
  if (manifest === undefined) {
    // The plugin's own problems are reported; such a config is checked, but never run.
    if (mayBeBroken(plugins, name)) return { kind: "use", use: { name: name ?? "", options: {} } };
    if (name === undefined) {
      const message = `No ${kind} serves ${what} unless one is named.`;
      return fault("NO_PLUGIN", "", { message, ...instead(known, kind, edited) });
    }
    const code = kind === "widget" ? "UNKNOWN_WIDGET" : "UNKNOWN_CELL";
    const later = laterFolder(plugins, kind, name);
    if (later !== undefined) {
      const message = `There is no ${kind} "${name}" yet: ${later} came after the start.`;
      const hint = "Restart the server: it loads the plugin then.";
      return fault(code, `/${kind}`, { message, found: `"${name}"`, hint });
    }
    const hints = nameHints(name, [...known.keys(), ...(plugins.broken?.names ?? [])]);
    // A name that is near no other is not a slip: what serves the value is the answer.
    const answer =
      hints.meant === undefined ? { found: hints.found, ...instead(known, kind, edited) } : hints;
    return fault(code, `/${kind}`, { message: `There is no ${kind} "${name}".`, ...answer });
  }
  const { name: found, showsErrors } = manifest;
  if (!serves(manifest, edited)) {
    const message = `The ${kind} "${found}" is not for ${what}, but for ${servedWords(manifest)}.`;
    const hints = { found: what, ...instead(known, kind, edited) };
    return fault("PLUGIN_VALUE", `/${kind}`, { message, ...hints });
  }
  const filled: unknown = structuredClone(options);
  const validate = optionsOf(manifest);
  if (!validate(filled)) {
    const faults = faultsOf(validate.errors ?? []).map((one) => ({
      ...one,
      code: "PLUGIN_OPTION" as const,
      path: `/options${one.path}`,
      message: `The ${kind} "${found}" refuses its options: ${one.message}`,
    }));
    return { kind: "faults", faults };
  }
  const use = { name: found, options: filled, ...(showsErrors === true ? { showsErrors } : {}) };
  return { kind: "use", use, manifest };
}

function laterFolder(plugins: KnownPlugins, kind: "widget" | "cell", name: string): string | undefined {
  const folders = plugins.laterFolders?.().filter((folder) => pluginName(folder) === name) ?? [];
  const inner = folders.find(isInnerCell);
  const outer = folders.find((folder) => folder !== inner);
  return kind === "cell" ? (inner ?? outer) : outer;
}

/** Whether what is not found may be a plugin that cannot be read. */
function mayBeBroken({ broken }: KnownPlugins, name: string | undefined): boolean {
  return broken !== undefined && (name === undefined ? broken.mayBeDefault : broken.names.has(name));
}

function defaultFor(
  known: KnownPlugins["widgets"],
  edited: FieldSchema | ValueType,
): PluginManifest | undefined {
  const type = typeof edited === "string" ? edited : valueType(edited);
  for (const { manifest } of known.values()) {
    if (manifest.defaultFor?.includes(type) && serves(manifest, edited)) return manifest;
  }
  return undefined;
}

/** The manifests of all plugins, widgets first. */
export function manifestsOf({ widgets, cells }: KnownPlugins): readonly PluginManifest[] {
  return [...widgets.values(), ...cells.values()].map(({ manifest }) => manifest);
}

const NO_OPTIONS: OptionSchema = { type: "object" };

/** Checks a plugin's options and fills in its defaults. */
export function optionsOf({ options }: PluginManifest): ValidateFunction<Record<string, Json>> {
  return compileOptions<Record<string, Json>>(options ?? NO_OPTIONS);
}

/** Which plugins serve it. */
function instead(
  known: KnownPlugins["widgets"],
  kind: string,
  edited: FieldSchema | ValueType,
): Partial<Fault> {
  const all = [...known.values()].map(({ manifest }) => manifest);
  const names = all.filter((manifest) => serves(manifest, edited)).map(({ name }) => name);
  if (names.length === 0) {
    const type = typeof edited === "string" ? edited : valueType(edited);
    const others = all.filter(({ values }) => values.includes(type)).map(servedWords);
    const change = others.length === 0 ? "change the field's type" : `make it ${others.join(", or ")}`;
    // What the items hold beside a reference would be the next problem (NOT_DRAWN).
    const isOfObjects = typeof edited !== "string" && edited.items?.type === "object";
    const entity = isOfObjects ? ", or an entity of its own with a reference to this one" : "";
    return {
      hint: `No ${kind} that is installed serves it: ${change}${entity}, or add a plugin (plugins/README.md).`,
    };
  }
  return {
    expected: `one of ${quoted(names)}`,
    hint: `Write "${kind}": ${names.map((name) => `"${name}"`).join(" or ")}.`,
  };
}

function fault(code: ShapeFault["code"], path: string, said: Fault): PluginAnswer {
  return { kind: "faults", faults: [{ code, path, part: "value", ...said }] };
}

/**
 * The keys of the messages of the widget that edits a field, and of the widgets around it; undefined if one of them
 * cannot be read.
 */
export function widgetMessages(plugins: KnownPlugins, field: WrittenField): readonly string[] | undefined {
  const answer = widgetOfField(plugins, field);
  if (answer.kind === "use" && answer.manifest === undefined) return undefined;
  const own = answer.kind === "use" ? Object.keys(answer.manifest?.messages ?? {}) : [];
  const around = field.parent === undefined ? [] : widgetMessages(plugins, field.parent);
  return around && [...own, ...around];
}
