import type { TSchema } from "@sinclair/typebox";
import { AppConfig } from "../../model/app-config.ts";
import { EntityConfig } from "../../model/entity-config.ts";
import { MessagesFile, SamplesConfig } from "../../model/messages-config.ts";
import { type KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import { isObject } from "../../record/json.ts";
import { type JsonSchema, plainSchema, withProperties } from "./plain-schema.ts";
import { columnWithPlugins, fieldWithPlugins, pluginDefinitions } from "./plugin-choices.ts";
import { entityWithPlugins, messagesWithPlugins } from "./sentences.ts";

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

/** What the manifest's checks ask beside its shape: every option says what it is, and what its value may be. */
function describeOptions(manifest: JsonSchema): JsonSchema {
  const said = { required: [...WORDS], anyOf: [{ required: ["default"] }, { required: ["examples"] }] };
  return withProperties(manifest, {
    options: (options) => withProperties(options, { properties: (named) => eachWith(named, said) }),
  });
}

/** So does every part of one that has a name. */
function describeParts(option: JsonSchema): JsonSchema {
  return withProperties(option, { properties: (named) => eachWith(named, { required: [...WORDS] }) });
}

const WORDS = ["title", "description"] as const;

function eachWith(named: JsonSchema, more: JsonSchema): JsonSchema {
  const { additionalProperties: each } = named;
  // Beside a $ref nothing counts in draft 7.
  return isObject(each) ? { ...named, additionalProperties: { ...more, allOf: [each] } } : named;
}
