import { createHash } from "node:crypto";
import type { AppConfig } from "../../model/app-config.ts";
import type { Config, Messages } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { MessagesConfig } from "../../model/messages-config.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import { pluginSentences } from "../../model/plugin-sentences.ts";
import { deepFreeze } from "../../record/json.ts";
import type { WrittenConfig } from "../written-config.ts";
import type { Steps } from "../steps.ts";
import { resolveEntity } from "./resolve-entity.ts";

/** The config that written files without problems mean. */
export function* resolveConfig(config: WrittenConfig, files: ReadonlyMap<string, string>): Steps<Config> {
  if (config.app === undefined || config.messages === undefined) throw new Error("The config was not checked.");
  const app = config.app.value;
  const manifests = [...config.plugins.widgets.values(), ...config.plugins.cells.values()].map(
    ({ manifest }) => manifest,
  );
  const messages = resolveMessages(config.messages.value, languagesOf(app, config), manifests);
  const resolved = new Map<string, Entity>();
  for (const [id, entity] of config.entityConfigs) {
    yield;
    const sentences = messages[entity.language] ?? {};
    resolved.set(id, deepFreeze(resolveEntity(id, entity, { ...config, sentences })));
  }
  const samples = [...config.samples].map(([id, { value }]) => [id, deepFreeze(value)] as const);
  return Object.freeze({
    app: deepFreeze(app),
    messages: deepFreeze(messages),
    entities: resolved,
    samples: new Map(samples),
    files,
    hash: hashOf(files, manifests),
  });
}

/** The sentences of messages.json, and those of plugins as `<plugin>.<key>` where it has none of its own for them. */
function resolveMessages(
  written: MessagesConfig,
  languages: ReadonlySet<string>,
  manifests: readonly PluginManifest[],
): Messages {
  const messages: Record<string, Record<string, string>> = {};
  for (const language of languages) {
    const sentences = manifests.flatMap((one) => Object.entries(pluginSentences(one, language)));
    messages[language] = { ...Object.fromEntries(sentences), ...written[language] };
  }
  return messages;
}

function languagesOf(app: AppConfig, config: WrittenConfig): ReadonlySet<string> {
  return new Set([app.language, ...[...config.entities.values()].map(({ value }) => value.language)]);
}

function hashOf(files: ReadonlyMap<string, string>, manifests: readonly PluginManifest[]): string {
  const hash = createHash("sha256");
  for (const [path, text] of files) hash.update(`${path}\0${text}\0`);
  hash.update(JSON.stringify(manifests));
  return hash.digest("hex").slice(0, 24);
}
