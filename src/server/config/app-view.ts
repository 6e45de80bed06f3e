import type { Config } from "../../model/config.ts";
import type { AppView, EntityView, MenuGroupView } from "../../wire/views.ts";
import { readAccess } from "../records/access.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import { type Account, holdsAny } from "../request.ts";
import type { Runtime } from "../runtime.ts";
import { editsConfig } from "./edits-config.ts";
import { viewSentences } from "./view-sentences.ts";

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
