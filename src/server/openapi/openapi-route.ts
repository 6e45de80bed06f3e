import { languagesOf } from "../../model/config.ts";
import { LANGUAGE_HEADER, languageFor } from "../../wire/language.ts";
import { belowApi, PATHS } from "../../wire/paths.ts";
import type { RuntimeHolder } from "../config/runtime.ts";
import { signedIn } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import { inTurns, REAL_TURNS } from "../in-turns.ts";
import { openApiDocument } from "./document.ts";

/** The API as it is for the account that asks. @param own the server's own routes, with this one */
export function openApiRoute(holder: RuntimeHolder, own: () => readonly Route[]): Route {
  return {
    method: "GET",
    pattern: belowApi(PATHS.openapi),
    operation: "read API description",
    access: "session",
    async handle(request) {
      const { current } = holder;
      const wanted = request.fastify.headers[LANGUAGE_HEADER];
      const language =
        typeof wanted === "string" ? languageFor(wanted, languagesOf(current.config)) : undefined;
      const served = language === undefined ? current : await current.inLanguage(language);
      const routes = [...own(), ...served.routes.routes];
      return {
        status: 200,
        body: await inTurns(openApiDocument(served, routes, signedIn(request)), REAL_TURNS),
      };
    },
  };
}
