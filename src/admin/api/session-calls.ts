import { isObject } from "../../record/json.ts";
import { API } from "../../wire/paths.ts";
import type { LoginAnswer, SessionUser } from "../../wire/session.ts";
import type { PublicView } from "../../wire/views.ts";
import type { Client } from "./client.ts";
import { readUser } from "./read-answer.ts";

type Endpoints = PublicView["endpoints"];

export async function requestSession(
  client: Client,
  endpoints: Endpoints,
  account: { readonly username: string; readonly password: string },
): Promise<LoginAnswer> {
  const options = { body: account, anonymous: true };
  const answer = await client.request("POST", `${API}${endpoints.login}`, options);
  const user = isObject(answer) ? readUser(answer.user) : undefined;
  if (!isObject(answer) || typeof answer.token !== "string" || user === undefined)
    throw new TypeError("The server answered no session.");
  return { token: answer.token, user };
}

/** The account as it is now; undefined when the server only says that the token is valid. */
export async function validateToken(client: Client, endpoints: Endpoints): Promise<SessionUser | undefined> {
  const answer = await client.request("GET", `${API}${endpoints.validateToken}`);
  return isObject(answer) ? readUser(answer.user) : undefined;
}

export async function logOut(client: Client, endpoints: Endpoints): Promise<void> {
  await client.request("POST", `${API}${endpoints.logout}`);
}

export async function register(
  client: Client,
  endpoints: Endpoints,
  account: Readonly<Record<string, unknown>>,
): Promise<void> {
  await client.request("POST", `${API}${endpoints.register}`, { body: account });
}
