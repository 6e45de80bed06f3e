import { cellOf, widgetOf } from "../../compiler/resolve/plugin-use.ts";
import type { ShapeFault } from "../../compiler/shape/shape.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { KnownPlugins, PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json } from "../../model/record.ts";
import { valueType } from "../../model/value-type.ts";

export type Options = Readonly<Record<string, Json>>;

/** What the check of a config reports of these options, by pointer inside them: `/maximum`. Empty: they are valid. */
export function optionFaultsOf(
  known: KnownPlugins,
  { kind, name }: PluginManifest,
  { field }: PluginExample,
  options: Options,
): readonly ShapeFault[] {
  const use: FieldSchema = { ...field, widget: name, options };
  const answer =
    kind === "widget" ? widgetOf(known, use, false) : cellOf(known, valueType(field), { name, options });
  return answer.kind === "faults"
    ? answer.faults.map((fault) => ({ ...fault, path: fault.path.replace(/^\/options/, "") }))
    : [];
}

/** A fault and its hint. */
export function faultText({ message, hint }: ShapeFault): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

/** What a config has to write of them: its check fills in the defaults. */
export function withoutDefaults(manifest: PluginManifest, options: Options): Options {
  const properties = manifest.options?.properties ?? {};
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return JSON.stringify(value) !== JSON.stringify(schema?.default);
    }),
  );
}
