import { API, PATHS } from "../../wire/paths.ts";
import type { Editing } from "../config/editing/editing.ts";
import { editingRoutes } from "../config/editing/editing-routes.ts";
import type { RuntimeHolder } from "../config/runtime.ts";
import { ApiError } from "../http/api-error.ts";
import { pathPart } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import { healthRoute } from "./health-route.ts";

/**
 * The routes of the server itself, whatever config it serves.
 * @param editing without it, nothing edits the config
 */
export function serverRoutes(holder: RuntimeHolder, editing: Editing | undefined): Route[] {
  return [
    healthRoute(),
    validatorRoute((name) => holder.current.modules.get(name) ?? editing?.drafts.module(name)),
    ...(editing === undefined ? [] : editingRoutes(editing)),
  ];
}

/** An import sends no session: the address itself is what only sessions learn. */
function validatorRoute(codeOf: (name: string) => string | undefined): Route {
  return {
    method: "GET",
    pattern: `${PATHS.validators.slice(API.length)}/{name}`,
    operation: "read validator",
    access: "anyone",
    sessionless: true,
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
