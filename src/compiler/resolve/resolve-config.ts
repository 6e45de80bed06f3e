import { createHash } from "node:crypto";
import type { AppConfig } from "../../model/app-config.ts";
import type { Config, Messages } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import { pluginMessages } from "../../model/plugin-messages.ts";
import { deepFreeze } from "../../record/json.ts";
import type { Draft } from "../draft.ts";
import type { Steps } from "../steps.ts";
import { resolveEntity } from "./resolve-entity.ts";

/** The config that a draft without problems means. */
export function* resolveConfig(draft: Draft, files: ReadonlyMap<string, string>): Steps<Config> {
  if (draft.app === undefined || draft.messages === undefined) throw new Error("The draft was not checked.");
  const app = draft.app.value;
  const manifests = [...draft.plugins.widgets.values(), ...draft.plugins.cells.values()].map(
    ({ manifest }) => manifest,
  );
  const messages = resolveMessages(draft.messages.value, languagesOf(app, draft), manifests);
  const resolved = new Map<string, Entity>();
  for (const [id, config] of draft.entityConfigs) {
    yield;
    const sentences = messages[config.language] ?? {};
    resolved.set(id, deepFreeze(resolveEntity(id, config, { ...draft, sentences })));
  }
  const samples = [...draft.samples].map(([id, { value }]) => [id, deepFreeze(value)] as const);
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
  written: Messages,
  languages: ReadonlySet<string>,
  manifests: readonly PluginManifest[],
): Messages {
  const messages: Record<string, Record<string, string>> = {};
  for (const language of languages) {
    const sentences = manifests.flatMap((one) => Object.entries(pluginMessages(one, language)));
    messages[language] = { ...Object.fromEntries(sentences), ...written[language] };
  }
  return messages;
}

function languagesOf(app: AppConfig, draft: Draft): ReadonlySet<string> {
  return new Set([app.language, ...[...draft.entities.values()].map(({ value }) => value.language)]);
}

function hashOf(files: ReadonlyMap<string, string>, manifests: readonly PluginManifest[]): string {
  const hash = createHash("sha256");
  for (const [path, text] of files) hash.update(`${path}\0${text}\0`);
  hash.update(JSON.stringify(manifests));
  return hash.digest("hex").slice(0, 24);
}
