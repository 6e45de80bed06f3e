import { type Static, Type } from "@sinclair/typebox";
import { FieldSchema, FileSchema } from "./field-schema.ts";
import { OptionSchema } from "./option-schema.ts";
import { AnyJson, byName, closed, described, oneOf, text, texts } from "./schema-parts.ts";
import { VALUE_TYPES, type ValueType } from "./value-type.ts";

const AnyValueType = Type.Unsafe<ValueType>({ type: "string", enum: [...VALUE_TYPES] });

/** A field that uses a plugin, with a value. */
export const PluginExample = closed(
  "A field that uses the plugin, with a value.",
  {
    title: text("What it shows."),
    field: Type.Intersect([FieldSchema], {
      description: "The field as an entity's config has it, without `widget` and `options`.",
    }),
    options: Type.Optional(byName("Options of the plugin.", AnyJson)),
    value: described("A value that the field accepts.", AnyJson),
    record: Type.Optional(byName("Values of other fields of the record, by name.", AnyJson)),
  },
  { title: "Example" },
);
export type PluginExample = Static<typeof PluginExample>;

/** The version of the plugin interface that this program has. */
export const PLUGIN_API = 1;

/** `plugin.json`, as written. */
export const PluginManifest = closed(
  "A plugin: what it is called, which values it takes, its options and messages.",
  {
    $schema: Type.Optional(FileSchema),
    name: text("The same as its folder.", { pattern: "^[a-z][a-z0-9-]*$" }),
    kind: oneOf("A widget edits a value in a form, a cell shows it in a list.", ["widget", "cell"]),
    api: Type.Literal(PLUGIN_API, { description: "Version of the plugin interface it was written for." }),
    description: text("What it is, for whoever edits a config: shown where its name is typed."),
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
    itemField: Type.Optional(
      Type.Literal("reference", {
        description:
          "A widget of lists: the items are objects of which it draws one field alone, the first that is a reference. Without it: it draws the whole items.",
      }),
    ),
    options: Type.Optional(
      closed("JSON Schema of its options; unknown options are refused.", {
        type: Type.Literal("object", { description: "Always object: options have names." }),
        required: Type.Optional(texts("Options that must be given unless they have a default.")),
        properties: byName(
          "The options by name, each as JSON Schema with a title, a description, and a default or examples.",
          OptionSchema,
        ),
      }),
    ),
    examples: Type.Optional(
      Type.Array(PluginExample, {
        minItems: 1,
        description:
          "Fields as a config would have them: what the docs, the gallery and the contract tests show.",
      }),
    ),
    messages: Type.Optional(
      byName(
        "What it says to people. A field, an entity or messages.json may say it otherwise.",
        closed("One message.", {
          description: text("When it is said, and which {placeholders} it takes."),
          text: byName("The sentence in each language.", Type.String()),
        }),
      ),
    ),
  },
  { title: "Plugin" },
);
export type PluginManifest = Static<typeof PluginManifest>;

/** The plugins' manifests by name. A `Registry` is one. */
export interface KnownPlugins {
  readonly widgets: ReadonlyMap<string, { readonly manifest: PluginManifest }>;
  readonly cells: ReadonlyMap<string, { readonly manifest: PluginManifest }>;
  /** Plugins that cannot be read. A config that names one gets no further problem for it. */
  readonly broken?: BrokenPlugins;
  /** The folders of plugins that came after these were read, such as `plugins/stars`: a restart loads them. */
  laterFolders?(): readonly string[];
}

interface BrokenPlugins {
  /** Their possible names: of their folders, and in their manifests where those can be read. */
  readonly names: ReadonlySet<string>;
  /** Whether one of them may be the default for a kind of value. */
  readonly mayBeDefault: boolean;
}
