import type { Column } from "../../model/entity.ts";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import { oneFieldEntity } from "../harness/one-field-entity.ts";
import type { GalleryParts } from "./gallery-parts.ts";

export interface ExampleParts {
  readonly gallery: GalleryParts;
  readonly manifest: PluginManifest;
  readonly example: PluginExample;
  /** As a config writes them; they hold. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly language: string;
}

/** The column of a list that shows the example of a cell. */
export function exampleColumn(parts: ExampleParts, name: string): Column | undefined {
  const { gallery, manifest, example, options, language } = parts;
  const { list } = oneFieldEntity({
    path: name,
    field: { title: example.title, ...example.field },
    column: { field: name, cell: manifest.name, options: { ...options } },
    language,
    messages: messagesIn(gallery, language),
    plugins: gallery.known,
  });
  return list.columns[0];
}

export function messagesIn({ messages }: GalleryParts, language: string): Readonly<Record<string, string>> {
  return (Object.hasOwn(messages, language) ? messages[language] : undefined) ?? {};
}

/** The states in which every example of a widget is shown. */
export const STATES = ["empty", "filled", "readOnly", "disabled", "error"] as const;
export type BoxState = (typeof STATES)[number];

export const STATE_TITLES: Readonly<Record<BoxState, string>> = {
  empty: "Empty",
  filled: "Filled",
  readOnly: "Read-only",
  disabled: "Disabled",
  error: "With an error",
};
