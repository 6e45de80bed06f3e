import { RULES } from "../../model/keywords.ts";
import { MESSAGE_KEYS } from "../../model/message-keys.ts";
import type { KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import { manifestsOf } from "../resolve/plugin-use.ts";
import { type JsonSchema, withProperties } from "./plain-schema.ts";

type MessageSchemas = Readonly<Record<string, JsonSchema>>;

/** `messages.json` with every message of the program and of the plugins, in every language. */
export function messagesWithPlugins(messages: JsonSchema, plugins: KnownPlugins): JsonSchema {
  const { additionalProperties: language } = messages;
  return {
    ...messages,
    additionalProperties: { ...(language as JsonSchema), ...messagesOf(plugins) },
  };
}

/** The same messages in the words of an entity. */
export function entityWithPlugins(entity: JsonSchema, plugins: KnownPlugins): JsonSchema {
  return withProperties(entity, { messages: (one) => ({ ...one, ...messagesOf(plugins) }) });
}

/**
 * The messages that a field may have: one for each rule, and those of any widget, since a field may also have those of
 * the widget around it. Editors offer only those of its own widget (`widgetMessages`).
 */
export function fieldMessages(widgets: readonly PluginManifest[]): JsonSchema {
  const keys = new Set(widgets.flatMap(({ messages = {} }) => Object.keys(messages)));
  const rules = RULES.map((rule) => [rule, message(MESSAGE_KEYS[`rule.${rule}`].description)]);
  return {
    properties: Object.fromEntries(rules),
    ...(keys.size === 0 ? {} : { patternProperties: { [`^(${[...keys].join("|")})$`]: { type: "string" } } }),
    additionalProperties: false,
  };
}

/** Those of one widget. */
export function widgetMessages({ messages = {} }: PluginManifest): MessageSchemas {
  return Object.fromEntries(
    Object.entries(messages).map(([key, { description }]) => [key, message(description)]),
  );
}

function messagesOf(plugins: KnownPlugins): JsonSchema {
  const own = Object.entries(MESSAGE_KEYS).map(([key, { description }]) => [key, message(description)]);
  const theirs = manifestsOf(plugins).flatMap(({ name, messages = {} }) =>
    Object.entries(messages).map(([key, { description }]) => [`${name}.${key}`, message(description)]),
  );
  return { properties: Object.fromEntries([...own, ...theirs]), additionalProperties: false };
}

function message(description: string): JsonSchema {
  return { type: "string", description };
}
