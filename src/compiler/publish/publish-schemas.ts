import type { TSchema } from "@sinclair/typebox";
import { AppConfig } from "../../model/app-config.ts";
import { EntityConfig } from "../../model/entity-config.ts";
import { MessagesFile, SamplesConfig } from "../../model/messages-config.ts";
import { type KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import { isObject } from "../../record/json.ts";
import { type JsonSchema, plainSchema, withProperties } from "./plain-schema.ts";
import { columnWithPlugins, fieldWithPlugins, pluginDefinitions } from "./plugin-choices.ts";
import { entityWithPlugins, messagesWithPlugins } from "./published-messages.ts";

export type { JsonSchema };

/**
 * JSON Schemas (draft 7, each complete in itself) for editors of a config's files: the shapes by which a config is read,
 * with what the plugins add. Only checks know the names of entities, fields and permissions in other files.
 */
export function publishSchemas(
  plugins: KnownPlugins,
): Readonly<Record<"app" | "entity" | "messages" | "samples", JsonSchema>> {
  const widgets = pluginDefinitions(plugins.widgets);
  const FieldSchema: Describe = (schema) => fieldWithPlugins(schema, plugins);
  const Column: Describe = (schema) => columnWithPlugins(schema, plugins);
  const Entity: Describe = (schema) => entityWithPlugins(schema, plugins);
  const Messages: Describe = (schema) => messagesWithPlugins(schema, plugins);
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

/** Adds to a schema. */
type Describe = (schema: JsonSchema) => JsonSchema;

/** `described`: additions by the title or `$id` of a schema; `more`: further definitions. */
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

/** Every option has a title, a description, and a default or examples, as the manifest's checks ask. */
function describeOptions(manifest: JsonSchema): JsonSchema {
  const said = { required: [...WORDS], anyOf: [{ required: ["default"] }, { required: ["examples"] }] };
  return withProperties(manifest, {
    options: (options) => withProperties(options, { properties: (named) => eachWith(named, said) }),
  });
}

/** Every named part of an option has a title and a description. */
function describeParts(option: JsonSchema): JsonSchema {
  return withProperties(option, { properties: (named) => eachWith(named, { required: [...WORDS] }) });
}

const WORDS = ["title", "description"] as const;

function eachWith(named: JsonSchema, more: JsonSchema): JsonSchema {
  const { additionalProperties: each } = named;
  // Beside a $ref nothing counts in draft 7.
  return isObject(each) ? { ...named, additionalProperties: { ...more, allOf: [each] } } : named;
}
