import { optionsOf } from "../../compiler/resolve/plugin-use.ts";
import { faultsOf, makeShape, type Shape, type ShapeFault } from "../../compiler/shape/shape.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json } from "../../model/record.ts";

/** A field as an entity's config has it, without what names its widget: `{ type: "integer", maximum: 5 } satisfies GivenField`. */
export type GivenField = Omit<FieldSchema, "widget" | "options">;

/** Compiled once for all tests of a file: hundreds of widgets are rendered with the same shape of manifest. */
let shape: Shape<PluginManifest> | undefined;

/** The manifest of a test. Throws with everything that is wrong with its form. */
export function givenManifest(manifest: object): PluginManifest {
  shape ??= makeShape<PluginManifest>(PluginManifest);
  if (shape.holds(manifest)) return manifest;
  throw new Error(`The plugin's manifest is wrong:\n${listed(shape.faults(manifest))}`);
}

/** The options as a config's are checked, with the manifest's defaults filled in. Throws with everything that is wrong. */
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
