import { resolveEntity } from "../../compiler/resolve/resolve-entity.ts";
import type { Entity } from "../../model/entity.ts";
import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import type { GalleryParts } from "./gallery-parts.ts";

export interface ExampleParts {
  readonly gallery: GalleryParts;
  readonly manifest: PluginManifest;
  readonly example: PluginExample;
  /** As a config writes them; they hold. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly language: string;
}

/** The kind of record that an example stands in: its field, alone, resolved as any config's. */
export function exampleEntity(parts: ExampleParts, name: string, more: Partial<FieldSchema> = {}): Entity {
  const { gallery, manifest, example, options, language } = parts;
  const use = { options: { ...options } };
  const isWidget = manifest.kind === "widget";
  const field: FieldSchema = {
    title: example.title,
    ...example.field,
    ...more,
    ...(isWidget ? { widget: manifest.name, ...use } : {}),
  };
  const config: EntityConfig = {
    label: "Example",
    language,
    permission: "examples",
    endpoints: { list: "/examples", record: "/examples/{id}" },
    listKey: "examples",
    labelField: name,
    menu: { label: "Examples", create: "New example", list: "Examples" },
    schema: { type: "object", properties: { [name]: field } },
    form: { title: { create: "New example", edit: "Example" } },
    list: {
      title: "Examples",
      columns: isWidget ? [] : [{ field: name, cell: manifest.name, ...use }],
      deleteConfirm: "Delete?",
    },
  };
  return resolveEntity("examples", config, {
    entityConfigs: new Map([["examples", config]]),
    broken: new Set(),
    sentences: sentencesIn(gallery, language),
    plugins: gallery.known,
  });
}

export function sentencesIn({ messages }: GalleryParts, language: string): Readonly<Record<string, string>> {
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
