import { languagesOf } from "../../model/config.ts";
import type { HealthAnswer, HealthReason } from "../../wire/health.ts";
import { belowApi, PATHS } from "../../wire/paths.ts";
import type { Editing } from "../config/editing/editing.ts";
import { editingRoutes } from "../config/editing/editing-routes.ts";
import type { RuntimeHolder } from "../config/runtime.ts";
import { ApiError } from "../http/api-error.ts";
import { pathPart } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import type { ChangeFeed } from "../live/change-feed.ts";
import { liveRoutes } from "../live/live-routes.ts";
import { preferenceRoutes } from "../sessions/preference-routes.ts";
import type { StoreTrouble } from "../store/store.ts";

/** The routes of the server itself, whatever config it serves. */
export function serverRoutes(holder: RuntimeHolder, editing: Editing | undefined, feed: ChangeFeed): Route[] {
  return [
    healthRoute(),
    ...liveRoutes(holder, feed),
    ...preferenceRoutes(() => languagesOf(holder.current.config)),
    validatorRoute((name) => holder.current.modules.get(name) ?? editing?.drafts.module(name)),
    ...(editing === undefined ? [] : editingRoutes(editing)),
  ];
}

/** An import sends no session, but only sessions get the address. */
function validatorRoute(codeOf: (name: string) => string | undefined): Route {
  return {
    method: "GET",
    pattern: `${belowApi(PATHS.validators)}/{name}`,
    operation: "read validator",
    access: "anyone",
    async handle(request) {
      const code = codeOf(pathPart(request, "name"));
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

const REASONS: Readonly<Record<StoreTrouble, HealthReason>> = {
  full: "STORE_FULL",
  readOnly: "STORE_READ_ONLY",
  failed: "STORE_NOT_WRITABLE",
  gone: "STORE_GONE",
  unreadable: "STORE_UNREADABLE",
};

/** With these no answer is reliable. With the others reading works, and a restart would not help. */
const DOWN: ReadonlySet<StoreTrouble> = new Set(["gone", "unreadable"]);

/** The state of the server for monitoring, without a session. It reveals no path and no system message. */
function healthRoute(): Route {
  return {
    method: "GET",
    pattern: belowApi(PATHS.health),
    operation: "health",
    access: "anyone",
    sessionless: true,
    async handle({ store }) {
      const trouble = await store.trouble();
      const body: HealthAnswer =
        trouble === undefined ? { status: "ok" } : { status: "degraded", reason: REASONS[trouble] };
      return { status: trouble !== undefined && DOWN.has(trouble) ? 503 : 200, body };
    },
  };
}
