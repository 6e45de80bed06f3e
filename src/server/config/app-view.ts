import type { Steps } from "../../compiler/steps.ts";
import { type Config, languagesOf } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import { MESSAGE_KEYS } from "../../model/message-keys.ts";
import type { FoundPlugin, Registry } from "../../plugin/registry.ts";
import { walkFields } from "../../record/walk.ts";
import type { AppView, EntityView, MenuGroupView } from "../../wire/views.ts";
import { roleLabel } from "../accounts/account-of.ts";
import { type Account, editsConfig, holdsAny } from "../http/request.ts";
import { entityView } from "./entity-view.ts";
import { homeView } from "./home-view.ts";
import type { ServedConfig } from "./runtime.ts";

/** The config as this account may see it, made an entity a step: there may be hundreds. */
export function* appView(served: ServedConfig, account: Account): Steps<AppView> {
  const { config, registry, hash, problems } = served;
  const { app } = config;
  const { entity, approved } = app.accounts;
  const journal = app.history?.permission;
  const entities: EntityView[] = [];
  for (const one of served.entities.values()) {
    entities.push(entityView(one, account));
    yield;
  }
  const open = entities.flatMap((view) => (view.access === "full" ? [view.entity] : []));
  return {
    hash,
    title: app.title,
    language: app.language,
    dateLocale: app.dateLocale,
    timeZone: app.timeZone,
    languages: languagesOf(config),
    messages: ofLanguages([app.language, ...entities.map(languageOf)], viewMessages(config, registry, open)),
    menu: menuView(config, account, open),
    home: homeView(served, account),
    entities,
    limits: { pageSize: app.limits.pageSize, optionsPageSize: app.limits.optionsPageSize },
    accounts: { entity, ...(approved === undefined ? {} : { approved }) },
    ...(editsConfig(app, account) ? { editsConfig: true, roles: rolesView(app) } : {}),
    ...(editsConfig(app, account) && hasWebhooks(config) ? { seesWebhooks: true } : {}),
    ...(journal !== undefined && holdsAny(account, [journal]) ? { readsJournal: true } : {}),
    ...(holdsAny(account, [app.config.permission]) ? { problems } : {}),
  };
}

const hasWebhooks = ({ entities }: Config) =>
  [...entities.values()].some(({ source }) => source.webhooks !== undefined);

const languageOf = (view: EntityView) => (view.access === "full" ? view.entity : view).language;

function ofLanguages(languages: readonly string[], messages: AppView["messages"]): AppView["messages"] {
  return Object.fromEntries(Object.entries(messages).filter(([language]) => languages.includes(language)));
}

function rolesView(app: Config["app"]): NonNullable<AppView["roles"]> {
  return Object.keys(app.roles).map((name) => ({ name, label: roleLabel(app, name) }));
}

function menuView({ menu }: Config, account: Account, open: readonly Entity[]): MenuGroupView[] {
  const isOpen = (id: string) => open.some((entity) => entity.id === id);
  return menu
    .filter(({ permission }) => holdsAny(account, [permission].flat()))
    .map(({ permission, ...group }) => ({
      ...group,
      permission: [permission].flat(),
      entities: group.entities.filter(isOpen),
    }));
}

/** All messages by language and key, but not those of plugins that none of these entities uses. */
export function viewMessages(
  { messages }: Config,
  { widgets, cells }: Registry,
  entities: readonly Entity[],
): AppView["messages"] {
  const fields = entities.flatMap((entity) => [...walkFields(entity.fields)]);
  const usedWidgets = new Set(fields.map(({ field }) => field.widget?.name));
  const usedCells = new Set(entities.flatMap(({ list }) => list.columns.map(({ cell }) => cell.name)));
  const used = [
    ...[...widgets.values()].filter(({ manifest }) => usedWidgets.has(manifest.name)),
    ...[...cells.values()].filter(({ manifest }) => usedCells.has(manifest.name)),
  ];
  const unsaid = new Set([...widgets.values(), ...cells.values()].flatMap(keysOf));
  for (const key of [...used.flatMap(keysOf), ...Object.keys(MESSAGE_KEYS)]) unsaid.delete(key);
  return Object.fromEntries(
    Object.entries(messages).map(([language, texts]) => [
      language,
      Object.fromEntries(Object.entries(texts).filter(([key]) => !unsaid.has(key))),
    ]),
  );
}

function keysOf({ manifest: { name, messages = {} } }: FoundPlugin): string[] {
  return Object.keys(messages).map((key) => `${name}.${key}`);
}
