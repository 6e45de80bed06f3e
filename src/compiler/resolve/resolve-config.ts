import { createHash } from "node:crypto";
import { DEFAULT_TIME_ZONE } from "../../model/app-config.ts";
import type { Config, Messages } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import { pluginMessages } from "../../model/plugin-messages.ts";
import { deepFreeze } from "../../record/json.ts";
import type { Steps } from "../steps.ts";
import type { WrittenConfig } from "../written-config.ts";
import { manifestsOf } from "./plugin-use.ts";
import { resolveEntity } from "./resolve-entity.ts";
import { resolveHome } from "./resolve-home.ts";
import { resolveMenu } from "./resolve-menu.ts";

/** The config that written files without problems mean. */
export function* resolveConfig(config: WrittenConfig, files: ReadonlyMap<string, string>): Steps<Config> {
  if (config.app === undefined || config.messages === undefined)
    throw new Error("The config was not checked.");
  const app = config.app.value;
  const manifests = manifestsOf(config.plugins);
  const messages = resolveMessages(config.messages.value, manifests);
  const resolved = new Map<string, Entity>();
  for (const [id, { value: entity }] of config.entities) {
    yield;
    const texts = messages[entity.language] ?? {};
    resolved.set(id, deepFreeze(resolveEntity(id, entity, { ...config, texts })));
  }
  return Object.freeze({
    app: deepFreeze({ ...app, timeZone: app.timeZone ?? DEFAULT_TIME_ZONE }),
    messages: deepFreeze(messages),
    menu: deepFreeze(resolveMenu(app)),
    home: deepFreeze(resolveHome(app)),
    entities: resolved,
    samples: new Map([...config.samples].map(([id, { value }]) => [id, deepFreeze(value)])),
    files,
    hash: hashOf(files, manifests),
  });
}

/** The messages of messages.json, and those of plugins as `<plugin>.<key>`; those of messages.json win. */
function resolveMessages(written: Messages, manifests: readonly PluginManifest[]): Messages {
  const messages: Record<string, Record<string, string>> = {};
  for (const [language, texts] of Object.entries(written)) {
    const own = manifests.flatMap((one) => Object.entries(pluginMessages(one, language)));
    // Of so many keys a spread takes twenty times as long.
    messages[language] = Object.assign(Object.fromEntries(own), texts);
  }
  return messages;
}

/** The same whatever the order of the files: a database has another one than a folder. */
function hashOf(files: ReadonlyMap<string, string>, manifests: readonly PluginManifest[]): string {
  const hash = createHash("sha256");
  const byPath = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, text] of byPath) hash.update(`${path}\0${text}\0`);
  hash.update(JSON.stringify(manifests));
  return hash.digest("hex").slice(0, 24);
}
