import { MESSAGE_KEYS, type MessageKey } from "../../model/message-keys.ts";
import type { ConfigVersion } from "../../wire/config-editing.ts";
import { belowApi, PATHS } from "../../wire/paths.ts";
import type { PublicView } from "../../wire/views.ts";
import { roleLabel } from "../accounts/account-of.ts";
import { signedIn } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import { inTurns, REAL_TURNS } from "../in-turns.ts";
import { appView } from "./app-view.ts";
import type { ServedConfig } from "./runtime.ts";

/** The config as browsers get it. */
export function configRoutes(served: ServedConfig): Route[] {
  return [
    {
      method: "GET",
      pattern: belowApi(PATHS.publicConfig),
      operation: "read public config",
      access: "anyone",
      handle: async () => ({ status: 200, body: publicView(served) }),
    },
    {
      method: "GET",
      pattern: belowApi(PATHS.config),
      operation: "read config",
      access: "session",
      handle: async (request) => ({
        status: 200,
        body: await inTurns(appView(served, signedIn(request)), REAL_TURNS),
      }),
    },
    {
      method: "GET",
      pattern: belowApi(PATHS.configVersion),
      operation: "read config version",
      access: "anyone",
      sessionless: true,
      handle: async () => ({ status: 200, body: { hash: served.hash } satisfies ConfigVersion }),
    },
  ];
}

/** The view without a session: enough to log in and to register. */
export function publicView({ config, registration, hash }: ServedConfig): PublicView {
  const { app, entities } = config;
  const { login, validateToken, logout } = app.accounts.endpoints;
  const register = entities.get(app.accounts.entity)?.endpoints.list ?? "";
  return {
    hash,
    title: app.title,
    language: app.language,
    messages: publicMessages(config.messages[app.language] ?? {}),
    endpoints: { login, validateToken, logout, register },
    registration: app.registration.open
      ? {
          approval: app.registration.approval,
          username: app.accounts.username,
          roles: app.registration.roles.map((value) => ({ value, label: roleLabel(app, value) })),
          defaultRole: app.registration.defaultRole,
          required: app.registration.schema.required ?? [],
          properties: app.registration.schema.properties,
          validator: registration.validator,
        }
      : null,
  };
}

function publicMessages(texts: Readonly<Record<string, string>>): Record<string, string> {
  const keys: Readonly<Record<string, MessageKey | undefined>> = MESSAGE_KEYS;
  return Object.fromEntries(Object.entries(texts).filter(([key]) => keys[key]?.public === true));
}
