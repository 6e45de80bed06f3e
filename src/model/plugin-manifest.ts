import { type Static, Type } from "@sinclair/typebox";
import { FieldSchema, FileSchema } from "./field-schema.ts";
import { OptionSchema } from "./option-schema.ts";
import type { Json } from "./record.ts";

const closed = { additionalProperties: false } as const;

/**
 * The kinds of value that plugins and config are matched by. A field's kind follows from its schema
 * (`value-type.ts`): reference, choice (enum), date, date-time, html, image, images, else its JSON type.
 */
export const VALUE_TYPES = [
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "choice",
  "reference",
  "date",
  "date-time",
  "html",
  "image",
  "images",
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

const AnyValueType = Type.Unsafe<ValueType>({ type: "string", enum: [...VALUE_TYPES] });

const AnyJson = (description: string) => Type.Unsafe<Json>(Type.Unknown({ description }));
const JsonByName = (description: string) =>
  Type.Record(Type.String(), Type.Unsafe<Json>(Type.Unknown()), { description });

/** One use of a plugin, ready to be tried. */
export const PluginExample = Type.Object(
  {
    title: Type.String({ description: "What it shows." }),
    field: Type.Intersect([FieldSchema], {
      description: "The field as an entity's config has it, without `widget` and `options`.",
    }),
    options: Type.Optional(JsonByName("Options of the plugin.")),
    value: AnyJson("A value that the field accepts."),
    record: Type.Optional(JsonByName("Values of other fields of the record, by name.")),
  },
  { ...closed, title: "Example" },
);
export type PluginExample = Static<typeof PluginExample>;

/** The version of the plugin interface that this program speaks. */
export const PLUGIN_API = 1;

/** `plugin.json`: a plugin as data. Readable without React, by server, browser and tests alike. */
export const PluginManifest = Type.Object(
  {
    $schema: Type.Optional(FileSchema),
    name: Type.String({ pattern: "^[a-z][a-z0-9-]*$", description: "The same as its folder." }),
    kind: Type.Unsafe<"widget" | "cell">({
      type: "string",
      enum: ["widget", "cell"],
      description: "A widget edits a value in a form, a cell shows it in a list.",
    }),
    api: Type.Literal(PLUGIN_API, { description: "Version of the plugin interface it was written for." }),
    description: Type.String({
      description: "What it is, for whoever edits a config: shown where its name is typed.",
    }),
    values: Type.Array(AnyValueType, {
      minItems: 1,
      description: "The kinds of value it edits or shows.",
    }),
    defaultFor: Type.Optional(
      Type.Array(AnyValueType, {
        description: "The kinds of value it serves where the config names no plugin.",
      }),
    ),
    showsErrors: Type.Optional(
      Type.Literal(true, {
        description:
          "A widget of values with parts: it draws the errors inside its value at their places itself; else the form says them under the field.",
      }),
    ),
    options: Type.Optional(
      Type.Object(
        {
          type: Type.Literal("object", { description: "Always object: options have names." }),
          required: Type.Optional(
            Type.Array(Type.String(), {
              description: "Options that must be given unless they have a default.",
            }),
          ),
          properties: Type.Record(Type.String(), OptionSchema, {
            description:
              "The options by name, each as JSON Schema with a title, a description, and a default or examples.",
          }),
        },
        { ...closed, description: "JSON Schema of its options; unknown options are refused." },
      ),
    ),
    examples: Type.Optional(
      Type.Array(PluginExample, {
        minItems: 1,
        description:
          "Fields as a config would have them: what the docs, the gallery and the contract tests show.",
      }),
    ),
    messages: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            description: Type.String({ description: "When it is said, and which {placeholders} it takes." }),
            text: Type.Record(Type.String(), Type.String(), {
              description: "The sentence in each language.",
            }),
          },
          closed,
        ),
        { description: "What it says to people. A field, an entity or messages.json may say it otherwise." },
      ),
    ),
  },
  { ...closed, title: "Plugin" },
);
export type PluginManifest = Static<typeof PluginManifest>;

/** What the model must know of the plugins: their manifests by name. A `Registry` is one. */
export interface KnownPlugins {
  readonly widgets: ReadonlyMap<string, { readonly manifest: PluginManifest }>;
  readonly cells: ReadonlyMap<string, { readonly manifest: PluginManifest }>;
  /** Those that cannot be read, which is reported: what names one in a config is left alone. */
  readonly broken?: BrokenPlugins;
}

export interface BrokenPlugins {
  /** What they may be called: by their folders, or by their manifests as far as those can be read. */
  readonly names: ReadonlySet<string>;
  /** Whether one of them may be what fields or columns get that name none. */
  readonly mayBeDefault: boolean;
}
