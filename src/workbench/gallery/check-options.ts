import { cellOf, widgetOf } from "../../compiler/resolve/plugin-use.ts";
import type { ShapeFault } from "../../compiler/shape/shape.ts";
import type { KnownPlugins, PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import { valueType } from "../../model/value-type.ts";
import { type JsonObject, ownValue } from "../../record/json.ts";

/** What the check of a config reports of these options, by pointer inside them: `/maximum`. Empty: they are valid. */
export function optionFaultsOf(
  known: KnownPlugins,
  { kind, name }: PluginManifest,
  { field }: PluginExample,
  options: JsonObject,
): readonly ShapeFault[] {
  const answer =
    kind === "widget"
      ? widgetOf(known, { ...field, widget: name, options }, false)
      : cellOf(known, valueType(field), { cell: name, options });
  if (answer.kind !== "faults") return [];
  return answer.faults.map((fault) => ({ ...fault, path: fault.path.replace(/^\/options/, "") }));
}

/** What a config has to write of them: its check fills in the defaults. */
export function withoutDefaults({ options: schemas }: PluginManifest, options: JsonObject): JsonObject {
  const properties = schemas?.properties ?? {};
  const isDefault = (name: string, value: unknown) =>
    JSON.stringify(value) === JSON.stringify(ownValue(properties, name)?.default);
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => !isDefault(name, value)));
}
