import { languagesOf } from "../../model/config.ts";
import { belowApi, PATHS } from "../../wire/paths.ts";
import type { Editing } from "../config/editing/editing.ts";
import { editingRoutes } from "../config/editing/editing-routes.ts";
import type { RuntimeHolder } from "../config/runtime.ts";
import { ApiError } from "../http/api-error.ts";
import { pathPart } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import type { ChangeFeed } from "../live/change-feed.ts";
import { liveRoutes } from "../live/live-routes.ts";
import { openApiRoute } from "../openapi/openapi-route.ts";
import { preferenceRoutes } from "../sessions/preference-routes.ts";
import type { Webhooks } from "../webhooks/make-webhooks.ts";
import { webhookRoutes } from "../webhooks/webhook-routes.ts";

interface ServerParts {
  readonly holder: RuntimeHolder;
  readonly editing: Editing | undefined;
  readonly feed: ChangeFeed;
  /** Of `operatingRoutes`. */
  readonly operating: readonly Route[];
  readonly webhooks: Webhooks;
}

/** The routes of the server itself, whatever config it serves. */
export function serverRoutes({ holder, editing, feed, operating, webhooks }: ServerParts): Route[] {
  const routes: readonly Route[] = [
    ...operating,
    openApiRoute(holder, () => routes),
    ...liveRoutes(holder, feed),
    ...webhookRoutes(webhooks),
    ...preferenceRoutes(() => languagesOf(holder.current.config)),
    validatorRoute(
      async (name) =>
        holder.current.modules.get(name) ??
        editing?.drafts.module(name) ??
        (await editing?.sharedDrafts.module(name)),
    ),
    ...(editing === undefined ? [] : editingRoutes(editing)),
  ];
  return [...routes];
}

/** An import sends no session, but only sessions get the address. */
function validatorRoute(codeOf: (name: string) => Promise<string | undefined>): Route {
  return {
    method: "GET",
    pattern: `${belowApi(PATHS.validators)}/{name}`,
    operation: "read validator",
    access: "anyone",
    async handle(request) {
      const code = await codeOf(pathPart(request, "name"));
      if (code === undefined) throw new ApiError("NOT_FOUND");
      return {
        status: 200,
        body: code,
        headers: {
          "content-type": "text/javascript; charset=utf-8",
          "cache-control": "private, max-age=31536000, immutable",
        },
      };
    },
  };
}
