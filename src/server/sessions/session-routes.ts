import type { AppConfig } from "../../model/app-config.ts";
import type { TokenAnswer } from "../../wire/session.ts";
import { sessionUser } from "../accounts/account-of.ts";
import { signedIn } from "../http/request.ts";
import { type Route, SMALL_JSON } from "../http/route.ts";
import { answerLogin, type LoginServices } from "./log-in.ts";

/** Log-in, check of a token, log-out: at the addresses that the config gives them. */
export function sessionRoutes(app: AppConfig, services: LoginServices): Route[] {
  const { endpoints } = app.accounts;
  return [
    {
      method: "POST",
      pattern: endpoints.login,
      operation: "log in",
      access: "anyone",
      jsonLimit: SMALL_JSON,
      handle: (request) => answerLogin(app, services, request),
    },
    {
      method: "GET",
      pattern: endpoints.validateToken,
      operation: "validate token",
      access: "session",
      handle: async (request) => {
        const body: TokenAnswer = { success: true, user: sessionUser(signedIn(request)) };
        return { status: 200, body };
      },
    },
    {
      method: "POST",
      pattern: endpoints.logout,
      operation: "log out",
      access: "session",
      handle: async (request) => {
        const { tokenHash } = signedIn(request);
        await request.store.write((transaction) => transaction.endSession(tokenHash));
        return { status: 200, body: { message: request.say("server.loggedOut") } };
      },
    },
  ];
}
