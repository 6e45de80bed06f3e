import { RULES } from "../../model/keywords.ts";
import { MESSAGE_KEYS } from "../../model/message-keys.ts";
import type { KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import { manifestsOf } from "../resolve/plugin-use.ts";
import { type JsonSchema, withProperties } from "./plain-schema.ts";

type Sentences = Readonly<Record<string, JsonSchema>>;

/** `messages.json` with every sentence of the program and of the plugins, in every language. */
export function messagesWithPlugins(messages: JsonSchema, plugins: KnownPlugins): JsonSchema {
  const { additionalProperties: language } = messages;
  return {
    ...messages,
    additionalProperties: { ...(language as JsonSchema), ...sentencesOf(plugins) },
  };
}

/** The same sentences in the words of an entity. */
export function entityWithPlugins(entity: JsonSchema, plugins: KnownPlugins): JsonSchema {
  return withProperties(entity, { messages: (one) => ({ ...one, ...sentencesOf(plugins) }) });
}

/**
 * The sentences that a field may have: one for each rule, and those of any widget, since a field may also have those of
 * the widget around it. Editors offer only those of its own widget (`widgetSentences`).
 */
export function fieldSentences(widgets: readonly PluginManifest[]): JsonSchema {
  const keys = new Set(widgets.flatMap(({ messages = {} }) => Object.keys(messages)));
  const rules = RULES.map((rule) => [rule, sentence(MESSAGE_KEYS[`rule.${rule}`].description)]);
  return {
    properties: Object.fromEntries(rules),
    ...(keys.size === 0 ? {} : { patternProperties: { [`^(${[...keys].join("|")})$`]: { type: "string" } } }),
    additionalProperties: false,
  };
}

/** Those of one widget. */
export function widgetSentences({ messages = {} }: PluginManifest): Sentences {
  return Object.fromEntries(
    Object.entries(messages).map(([key, { description }]) => [key, sentence(description)]),
  );
}

function sentencesOf(plugins: KnownPlugins): JsonSchema {
  const own = Object.entries(MESSAGE_KEYS).map(([key, { description }]) => [key, sentence(description)]);
  const theirs = manifestsOf(plugins).flatMap(({ name, messages = {} }) =>
    Object.entries(messages).map(([key, { description }]) => [`${name}.${key}`, sentence(description)]),
  );
  return { properties: Object.fromEntries([...own, ...theirs]), additionalProperties: false };
}

function sentence(description: string): JsonSchema {
  return { type: "string", description };
}
