import type { ConfigVersion } from "../../wire/config-editing.ts";
import { API, PATHS } from "../../wire/paths.ts";
import { ApiError } from "../http/api-error.ts";
import { healthRoute } from "../runtime/health-route.ts";
import { type Answer, type ApiRequest, pathPart, signedIn } from "../runtime/request.ts";
import type { Route } from "../runtime/route.ts";
import { appView } from "./app-view.ts";
import { blameRoute } from "./blame-route.ts";
import { editingRoutes } from "./editing/editing-routes.ts";
import { publicView } from "./public-view.ts";

/** What browsers are made from, and whether the server is there at all. */
export function configRoutes(): Route[] {
  return [
    {
      method: "GET",
      pattern: below(PATHS.publicConfig),
      operation: "read public config",
      access: "anyone",
      handle: async ({ runtime }) => ({ status: 200, body: publicView(runtime) }),
    },
    {
      method: "GET",
      pattern: below(PATHS.config),
      operation: "read config",
      access: "session",
      handle: async (request) => ({ status: 200, body: appView(request.runtime, signedIn(request)) }),
    },
    {
      method: "GET",
      pattern: below(PATHS.configVersion),
      operation: "read config version",
      access: "anyone",
      sessionless: true,
      handle: async ({ runtime }) => ({ status: 200, body: { hash: runtime.hash } satisfies ConfigVersion }),
    },
    {
      method: "GET",
      pattern: `${below(PATHS.validators)}/{name}`,
      operation: "read validator",
      access: "anyone",
      sessionless: true,
      handle: validatorModule,
    },
    healthRoute(),
    blameRoute(),
    ...editingRoutes(),
  ];
}

/** An import sends no session: the address itself is what only sessions are told. */
async function validatorModule(request: ApiRequest): Promise<Answer> {
  const name = pathPart(request, "name");
  const code = request.runtime.modules.get(name) ?? request.editing?.drafts.module(name);
  if (code === undefined) throw new ApiError("NOT_FOUND");
  return {
    status: 200,
    body: code,
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "private, max-age=31536000, immutable",
    },
  };
}

function below(path: string): string {
  return path.slice(API.length);
}
