import { optionsOf } from "../../compiler/resolve/plugin-use.ts";
import { faultsOf, makeShape, type Shape, type ShapeFault } from "../../compiler/shape/shape.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json } from "../../model/record.ts";

/** A field as an entity's config has it, but for its widget: `{ type: "integer", maximum: 5 } satisfies GivenField`. */
export type GivenField = Omit<FieldSchema, "widget" | "options">;

/** Compiled once: a file of tests may render hundreds of widgets. */
let shape: Shape<PluginManifest> | undefined;

/** The manifest of a test. Throws all that is wrong with its shape. */
export function givenManifest(manifest: object): PluginManifest {
  shape ??= makeShape<PluginManifest>(PluginManifest);
  if (shape.accepts(manifest)) return manifest;
  throw new Error(`The plugin's manifest is wrong:\n${listed(shape.faults(manifest))}`);
}

/** The options with the manifest's defaults. Throws all that the check of a config would report. */
export function givenOptions(manifest: PluginManifest, options: object): Readonly<Record<string, Json>> {
  const filled: unknown = structuredClone(options);
  const validate = optionsOf(manifest);
  if (validate(filled)) return filled;
  throw new Error(
    `The ${manifest.kind} "${manifest.name}" refuses these options:\n${listed(faultsOf(validate.errors ?? []))}`,
  );
}

function listed(faults: readonly ShapeFault[]): string {
  return faults
    .map(({ path, message, hint }) => `  ${path}: ${message}${hint === undefined ? "" : ` ${hint}`}`)
    .join("\n");
}
