import type { ValidateFunction } from "ajv";
import type { PluginUse } from "../../model/entity.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { OptionSchema } from "../../model/option-schema.ts";
import type { KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Fault } from "../../model/problem.ts";
import type { Json } from "../../model/record.ts";
import { type ValueType, valueType, valueWords } from "../../model/value-type.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import { compileOptions } from "../shape/options.ts";
import { faultsOf, type ShapeFault } from "../shape/shape.ts";
import type { WrittenField } from "./written-field.ts";

/** Which plugin a field or column gets. Fault paths are below the object that names the plugin. */
export type PluginAnswer =
  | { readonly kind: "use"; readonly use: PluginUse }
  | { readonly kind: "none" }
  | { readonly kind: "faults"; readonly faults: readonly ShapeFault[] };

type Named = { readonly name: string | undefined; readonly options: Readonly<Record<string, unknown>> };

/** The widget of a field. None inside what an outer widget edits whole, and for an object whose fields are edited one by one. */
export function widgetOf(plugins: KnownPlugins, schema: FieldSchema, insideWidget: boolean): PluginAnswer {
  if (insideWidget && schema.widget === undefined) return { kind: "none" };
  const type = valueType(schema);
  const named = { name: schema.widget, options: schema.options ?? {} };
  if (named.name === undefined && type === "object" && defaultFor(plugins.widgets, type) === undefined) {
    return schema.options === undefined
      ? { kind: "none" }
      : fault("PLUGIN_OPTION", "/options", {
          message: "The options are for no widget.",
          hint: 'Add "widget": "…", or remove "options".',
        });
  }
  return pluginOf(plugins, "widget", type, named);
}

/** The cell of a column that shows a value of this type. */
export function cellOf(plugins: KnownPlugins, type: ValueType, named: Named): PluginAnswer {
  return pluginOf(plugins, "cell", type, named);
}

function pluginOf(
  plugins: KnownPlugins,
  kind: "widget" | "cell",
  type: ValueType,
  { name, options }: Named,
): PluginAnswer {
  const known = kind === "widget" ? plugins.widgets : plugins.cells;
  const manifest = name === undefined ? defaultFor(known, type) : known.get(name)?.manifest;
  if (manifest === undefined) {
    // Such a config is checked, but never run: what is wrong with the plugin stands against that.
    if (mayBeBroken(plugins, name)) return { kind: "use", use: { name: name ?? "", options: {} } };
    if (name === undefined) {
      const message = `No ${kind} serves ${valueWords(type)} unless one is named.`;
      return fault("NO_PLUGIN", "", { message, ...instead(known, kind, type) });
    }
    const code = kind === "widget" ? "UNKNOWN_WIDGET" : "UNKNOWN_CELL";
    const message = `There is no ${kind} "${name}".`;
    return fault(code, `/${kind}`, {
      message,
      ...nameHints(name, [...known.keys(), ...(plugins.broken?.names ?? [])]),
    });
  }
  if (!manifest.values.includes(type)) {
    const message = `The ${kind} "${manifest.name}" is not for ${valueWords(type)}, but for ${manifest.values.map(valueWords).join(", ")}.`;
    return fault("PLUGIN_VALUE", `/${kind}`, {
      message,
      found: valueWords(type),
      ...instead(known, kind, type),
    });
  }
  const filled: unknown = structuredClone(options);
  const validate = optionsOf(manifest);
  if (!validate(filled)) {
    const faults = faultsOf(validate.errors ?? []).map((found) => ({
      ...found,
      code: "PLUGIN_OPTION" as const,
      path: `/options${found.path}`,
      message: `The ${kind} "${manifest.name}" refuses its options: ${found.message}`,
    }));
    return { kind: "faults", faults };
  }
  const shows = manifest.showsErrors === true ? { showsErrors: true as const } : {};
  return { kind: "use", use: { name: manifest.name, options: filled, ...shows } };
}

/** Whether what is not found may be a plugin that cannot be read. */
function mayBeBroken({ broken }: KnownPlugins, name: string | undefined): boolean {
  return broken !== undefined && (name === undefined ? broken.mayBeDefault : broken.names.has(name));
}

function defaultFor(known: KnownPlugins["widgets"], type: ValueType): PluginManifest | undefined {
  for (const { manifest } of known.values()) {
    if (manifest.defaultFor?.includes(type)) return manifest;
  }
  return undefined;
}

function fitting(known: KnownPlugins["widgets"], type: ValueType): string[] {
  return [...known.values()].flatMap(({ manifest }) =>
    manifest.values.includes(type) ? [manifest.name] : [],
  );
}

const NO_OPTIONS: OptionSchema = { type: "object" };

/** Checks a plugin's options and fills in its defaults. */
export function optionsOf({ options }: PluginManifest): ValidateFunction<Record<string, Json>> {
  return compileOptions<Record<string, Json>>(options ?? NO_OPTIONS);
}

/** Which plugins serve this kind of value. */
function instead(known: KnownPlugins["widgets"], kind: string, type: ValueType): Partial<Fault> {
  const names = fitting(known, type);
  if (names.length === 0) return { hint: `No ${kind} that is installed serves it; change the field's type.` };
  return {
    expected: `one of ${quoted(names)}`,
    hint: `Write "${kind}": ${names.map((name) => `"${name}"`).join(" or ")}.`,
  };
}

function fault(code: ShapeFault["code"], path: string, said: Fault): PluginAnswer {
  return { kind: "faults", faults: [{ code, path, part: "value", ...said }] };
}

/**
 * The keys of the messages of the widget that edits a field, or of the widget around it; undefined where one of the two
 * cannot be read.
 */
export function widgetMessages(plugins: KnownPlugins, field: WrittenField): readonly string[] | undefined {
  const answer = widgetOf(plugins, field.schema, field.parent !== undefined);
  const plugin = answer.kind === "use" ? plugins.widgets.get(answer.use.name) : undefined;
  if (answer.kind === "use" && plugin === undefined) return undefined;
  const own = Object.keys(plugin?.manifest.messages ?? {});
  const around = field.parent === undefined ? [] : widgetMessages(plugins, field.parent);
  return around && [...own, ...around];
}
