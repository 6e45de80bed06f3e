import { RULES } from "../../model/keywords.ts";
import { MESSAGE_KEYS } from "../../model/message-keys.ts";
import type { KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import { type JsonSchema, withProperties } from "./plain-schema.ts";

type Sentences = Readonly<Record<string, JsonSchema>>;

/** `messages.json`: in every language, every sentence that the runtime and the plugins say. */
export function messagesWithPlugins(messages: JsonSchema, plugins: KnownPlugins): JsonSchema {
  const { additionalProperties: language } = messages;
  return {
    ...messages,
    additionalProperties: { ...(language as JsonSchema), ...sentencesOf(plugins) },
  };
}

/** The same sentences in an entity's own words. */
export function entityWithPlugins(entity: JsonSchema, plugins: KnownPlugins): JsonSchema {
  return withProperties(entity, { messages: (one) => ({ ...one, ...sentencesOf(plugins) }) });
}

/**
 * The sentences that a field may have: one for each rule, and those of the widget that edits it. Those of all widgets
 * are let through, because a field may also speak for the widget around it; only its own are offered (`widgetSentences`).
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

/** Those of one widget, as a field says them. */
export function widgetSentences({ messages = {} }: PluginManifest): Sentences {
  return Object.fromEntries(
    Object.entries(messages).map(([key, { description }]) => [key, sentence(description)]),
  );
}

function sentencesOf({ widgets, cells }: KnownPlugins): JsonSchema {
  const own = Object.entries(MESSAGE_KEYS).map(([key, { description }]) => [key, sentence(description)]);
  const theirs = [...widgets.values(), ...cells.values()].flatMap(({ manifest }) =>
    Object.entries(manifest.messages ?? {}).map(([key, { description }]) => [
      `${manifest.name}.${key}`,
      sentence(description),
    ]),
  );
  return { properties: Object.fromEntries([...own, ...theirs]), additionalProperties: false };
}

function sentence(description: string): JsonSchema {
  return { type: "string", description };
}
