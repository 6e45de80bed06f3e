import type { TSchema } from "@sinclair/typebox";
import { AppConfig } from "./app-config.ts";
import { EntityConfig } from "./entity-config.ts";
import type { KnownPlugins } from "./known-plugins.ts";
import { MessagesFile, SamplesConfig } from "./messages-config.ts";
import { PluginManifest } from "./plugin-manifest.ts";
import { describeOptions, describeParts } from "./published/option-words.ts";
import { type JsonSchema, plainSchema } from "./published/plain-schema.ts";
import { describeColumns, describeFields, pluginDefinitions } from "./published/plugin-choices.ts";
import { describeEntitySentences, describeSentences } from "./published/sentences.ts";

export type { JsonSchema };

/** The published schemas by the kind of file. */
export interface PublishedSchemas {
  readonly app: JsonSchema;
  readonly entity: JsonSchema;
  readonly messages: JsonSchema;
  readonly samples: JsonSchema;
}

/**
 * JSON Schemas (draft 7, each complete in itself) by which an editor completes, explains and underlines a config's
 * files: the shapes that the config is read by, with what the plugins add. They say what can be said of one file alone;
 * names of entities, fields and permissions are the checks' business.
 */
export function publishSchemas(plugins: KnownPlugins): PublishedSchemas {
  const widgets = pluginDefinitions(plugins.widgets);
  const FieldSchema: Describe = (schema) => describeFields(schema, plugins);
  const Column: Describe = (schema) => describeColumns(schema, plugins);
  const Entity: Describe = (schema) => describeEntitySentences(schema, plugins);
  const Messages: Describe = (schema) => describeSentences(schema, plugins);
  return {
    app: publish(AppConfig, { FieldSchema }, widgets),
    entity: publish(
      EntityConfig,
      { Entity, Column, FieldSchema },
      { ...widgets, ...pluginDefinitions(plugins.cells) },
    ),
    messages: publish(MessagesFile, { Messages }),
    samples: publish(SamplesConfig),
  };
}

/** The same for a plugin's manifest. */
export function publishPluginSchema(): JsonSchema {
  return publish(PluginManifest, { Plugin: describeOptions, OptionSchema: describeParts });
}

/** What the plugins add to a schema. */
type Describe = (schema: JsonSchema) => JsonSchema;

/** `described`: by the title or `$id` of what is added to; `more`: further definitions. */
function publish(
  shape: TSchema,
  described: Readonly<Record<string, Describe>> = {},
  more: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const { root, definitions } = plainSchema(shape);
  const describe = (name: string, schema: JsonSchema) => described[name]?.(schema) ?? schema;
  const own = [...definitions].map(([name, schema]) => [name, describe(name, schema)] as const);
  const all = { ...Object.fromEntries(own), ...more };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...describe(String(root.title), root),
    ...(Object.keys(all).length === 0 ? {} : { definitions: all }),
  };
}
