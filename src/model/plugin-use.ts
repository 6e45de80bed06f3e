import { Ajv, type ValidateFunction } from "ajv";
import type { PluginUse } from "./entity.ts";
import type { FieldSchema } from "./field-schema.ts";
import type { KnownPlugins } from "./known-plugins.ts";
import { suggestion } from "./nearest.ts";
import type { PluginManifest, ValueType } from "./plugin-manifest.ts";
import type { Json } from "./record.ts";
import { faultsOf, type ShapeFault } from "./shape.ts";
import { valueType } from "./value-type.ts";

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
      : fault("PLUGIN_OPTION", "/options", "The options are for no widget: name one.");
  }
  return pluginOf(plugins.widgets, "widget", type, named);
}

/** The cell of a column that shows a value of this type. */
export function cellOf(plugins: KnownPlugins, type: ValueType, named: Named): PluginAnswer {
  return pluginOf(plugins.cells, "cell", type, named);
}

function pluginOf(
  known: KnownPlugins["widgets"],
  kind: "widget" | "cell",
  type: ValueType,
  { name, options }: Named,
): PluginAnswer {
  const manifest = name === undefined ? defaultFor(known, type) : known.get(name)?.manifest;
  if (manifest === undefined) {
    if (name === undefined) {
      const message = `No ${kind} serves a value of the kind "${type}" unless one is named.${suggestion("", fitting(known, type))}`;
      return fault("NO_PLUGIN", "", message);
    }
    const code = kind === "widget" ? "UNKNOWN_WIDGET" : "UNKNOWN_CELL";
    return fault(code, `/${kind}`, `There is no ${kind} "${name}".${suggestion(name, known.keys())}`);
  }
  if (!manifest.values.includes(type)) {
    const message = `The ${kind} "${manifest.name}" is not for a value of the kind "${type}", but for ${manifest.values.join(", ")}.${suggestion("", fitting(known, type))}`;
    return fault("PLUGIN_VALUE", `/${kind}`, message);
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
  return { kind: "use", use: { name: manifest.name, options: filled } };
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

const compiled = new WeakMap<PluginManifest, ValidateFunction<Record<string, Json>>>();

/**
 * Checks a plugin's options and fills in its defaults. Throws where the manifest's own schema cannot be compiled;
 * `makeRegistry` lets no such manifest in.
 */
export function optionsOf(manifest: PluginManifest): ValidateFunction<Record<string, Json>> {
  const known = compiled.get(manifest);
  if (known !== undefined) return known;
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, useDefaults: true });
  const schema = manifest.options ?? { type: "object", properties: {} };
  const validate = ajv.compile<Record<string, Json>>({ ...schema, additionalProperties: false });
  compiled.set(manifest, validate);
  return validate;
}

function fault(code: ShapeFault["code"], path: string, message: string): PluginAnswer {
  return { kind: "faults", faults: [{ code, path, part: "value", message }] };
}
