import type { Config } from "../../model/config.ts";
import type { Registry } from "../../plugin/registry.ts";
import type { AppView, EntityView, MenuGroupView } from "../../wire/views.ts";
import { readAccess } from "../records/access.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import { type Account, holdsAny } from "../request.ts";
import type { Runtime } from "../runtime.ts";
import { editsConfig } from "./edits-config.ts";

/** The config as this account may see it. */
export function appView(runtime: Runtime, account: Account): AppView {
  const { config, entities, messages, hash, problems } = runtime;
  const { app } = config;
  const { entity, approved } = app.accounts;
  return {
    hash,
    title: app.title,
    language: app.language,
    dateLocale: app.dateLocale,
    messages,
    menu: menuView(config, account),
    entities: [...entities.values()].map((one) => entityView(one, account)),
    limits: { pageSize: app.limits.pageSize, optionsPageSize: app.limits.optionsPageSize },
    accounts: { entity, ...(approved === undefined ? {} : { approved }) },
    ...(editsConfig(runtime, account) ? { editsConfig: true } : {}),
    ...(holdsAny(account, [app.config.permission]) ? { problems } : {}),
  };
}

function entityView({ entity, readers, validator }: EntityRuntime, account: Account): EntityView {
  const access = readAccess(account, entity, readers);
  if (access === "full") return { access: "full", entity, validator };
  const { id, language, endpoints, listKey } = entity;
  return access === undefined
    ? { access: "none", id }
    : { access: "reference", id, language, endpoints, listKey };
}

function menuView({ app, entities }: Config, account: Account): MenuGroupView[] {
  const may = (permission: string | undefined) => permission !== undefined && holdsAny(account, [permission]);
  return app.menu
    .filter((group) => may(group.permission))
    .map((group) => ({
      ...group,
      entities: group.entities.filter((id) => may(entities.get(id)?.permission)),
    }));
}

/** Every sentence, by language and key; those of plugins as `<plugin>.<key>`, where messages.json does not say them otherwise. */
export function allMessages({ messages }: Config, { widgets, cells }: Registry): AppView["messages"] {
  const all = new Map<string, Record<string, string>>();
  const say = (language: string, key: string, text: string) => {
    const texts = all.get(language) ?? {};
    all.set(language, texts);
    texts[key] = text;
  };
  for (const { manifest } of [...widgets.values(), ...cells.values()]) {
    for (const [key, { text }] of Object.entries(manifest.messages ?? {})) {
      for (const language of Object.keys(text))
        say(language, `${manifest.name}.${key}`, text[language] ?? "");
    }
  }
  for (const [language, texts] of Object.entries(messages)) {
    for (const [key, text] of Object.entries(texts)) say(language, key, text);
  }
  return Object.fromEntries(all);
}
