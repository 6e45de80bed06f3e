import type { ConfigVersion } from "../../wire/config-editing.ts";
import { API, PATHS } from "../../wire/paths.ts";
import { signedIn } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import { appView } from "./app-view.ts";
import { publicView } from "./public-view.ts";
import type { ServedConfig } from "./runtime.ts";

/** What browsers are made from. */
export function configRoutes(served: ServedConfig): Route[] {
  return [
    {
      method: "GET",
      pattern: PATHS.publicConfig.slice(API.length),
      operation: "read public config",
      access: "anyone",
      handle: async () => ({ status: 200, body: publicView(served) }),
    },
    {
      method: "GET",
      pattern: PATHS.config.slice(API.length),
      operation: "read config",
      access: "session",
      handle: async (request) => ({ status: 200, body: appView(served, signedIn(request)) }),
    },
    {
      method: "GET",
      pattern: PATHS.configVersion.slice(API.length),
      operation: "read config version",
      access: "anyone",
      sessionless: true,
      handle: async () => ({ status: 200, body: { hash: served.hash } satisfies ConfigVersion }),
    },
  ];
}
