import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import { MESSAGE_KEYS } from "../../model/message-keys.ts";
import type { FoundPlugin, Registry } from "../../plugin/registry.ts";
import { walkFields } from "../../record/walk.ts";
import type { AppView, EntityView, MenuGroupView } from "../../wire/views.ts";
import { readAccess } from "../records/access.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import { type Account, holdsAny } from "../runtime/request.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** The config as this account may see it. */
export function appView(runtime: Runtime, account: Account): AppView {
  const { config, registry, hash, problems } = runtime;
  const { app } = config;
  const { entity, approved } = app.accounts;
  const entities = [...runtime.entities.values()].map((one) => entityView(one, account));
  const open = entities.flatMap((view) => (view.access === "full" ? [view.entity] : []));
  return {
    hash,
    title: app.title,
    language: app.language,
    dateLocale: app.dateLocale,
    messages: viewSentences(config, registry, open),
    menu: menuView(config, account),
    entities,
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

/**
 * Every sentence by language and key, but those of plugins that none of these entities uses: what is installed costs
 * nobody a byte who does not see it.
 */
export function viewSentences(
  { messages }: Config,
  { widgets, cells }: Registry,
  entities: readonly Entity[],
): AppView["messages"] {
  const fields = entities.flatMap((entity) => [...walkFields(entity.fields)]);
  const used = {
    widgets: new Set(fields.map(({ field }) => field.widget?.name)),
    cells: new Set(entities.flatMap(({ list }) => list.columns.map(({ cell }) => cell.name))),
  };
  const said = new Set([...keysOf(widgets, used.widgets, true), ...keysOf(cells, used.cells, true)]);
  const unsaid = new Set([...keysOf(widgets, used.widgets, false), ...keysOf(cells, used.cells, false)]);
  const isSaid = (key: string) => said.has(key) || !unsaid.has(key) || Object.hasOwn(MESSAGE_KEYS, key);
  return Object.fromEntries(
    Object.entries(messages).map(([language, texts]) => [
      language,
      Object.fromEntries(Object.entries(texts).filter(([key]) => isSaid(key))),
    ]),
  );
}

/** The keys that plugins say, of those that are used or of the others. */
function keysOf(
  plugins: ReadonlyMap<string, FoundPlugin>,
  used: ReadonlySet<string | undefined>,
  isUsed: boolean,
): string[] {
  return [...plugins.values()].flatMap(({ manifest: { name, messages } }) =>
    used.has(name) === isUsed ? Object.keys(messages ?? {}).map((key) => `${name}.${key}`) : [],
  );
}

/** Whether the account may edit the config itself. One that waits for approval may nothing. */
export function editsConfig({ config }: Runtime, account: Account): boolean {
  return account.permissions.length > 0 && config.app.config.editors.includes(account.role);
}
