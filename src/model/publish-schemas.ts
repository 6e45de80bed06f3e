import type { TSchema } from "@sinclair/typebox";
import { AppConfig } from "./app-config.ts";
import { EntityConfig } from "./entity-config.ts";
import type { KnownPlugins } from "./known-plugins.ts";
import { MessagesFile, SamplesConfig } from "./messages-config.ts";
import { PluginManifest } from "./plugin-manifest.ts";
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
  return {
    app: publish(AppConfig, { FieldSchema: (schema) => describeFields(schema, plugins) }, plugins),
    entity: publish(
      EntityConfig,
      {
        Entity: (schema) => describeEntitySentences(schema, plugins),
        Column: (schema) => describeColumns(schema, plugins),
        FieldSchema: (schema) => describeFields(schema, plugins),
      },
      plugins,
    ),
    messages: publish(MessagesFile, { Messages: (schema) => describeSentences(schema, plugins) }),
    samples: publish(SamplesConfig),
  };
}

/** The same for a plugin's manifest. */
export function publishPluginSchema(): JsonSchema {
  return publish(PluginManifest);
}

type Describe = (schema: JsonSchema) => JsonSchema;

function publish(
  shape: TSchema,
  described: Readonly<Record<string, Describe>> = {},
  plugins?: KnownPlugins,
): JsonSchema {
  const { root, definitions } = plainSchema(shape);
  const all = {
    ...Object.fromEntries(
      [...definitions].map(([name, schema]) => [name, described[name]?.(schema) ?? schema]),
    ),
    ...(plugins === undefined ? {} : pluginDefinitions(plugins)),
  };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...(described[String(root.title)]?.(root) ?? root),
    ...(Object.keys(all).length === 0 ? {} : { definitions: all }),
  };
}
