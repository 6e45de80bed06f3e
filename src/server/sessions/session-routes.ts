import type { AppConfig } from "../../model/app-config.ts";
import type { MessageName } from "../../model/message-keys.ts";
import type { Json } from "../../model/record.ts";
import type { FieldError } from "../../record/field-errors.ts";
import { ownValue } from "../../record/json.ts";
import type { LoginAnswer, TokenAnswer } from "../../wire/session.ts";
import { accountOf, sessionUser } from "../accounts/account-of.ts";
import { verifyPassword } from "../accounts/password.ts";
import type { Effects } from "../effects.ts";
import { addressKey } from "../http/address-key.ts";
import { ApiError } from "../http/api-error.ts";
import type { RateLimits } from "../http/rate-limit.ts";
import { type Answer, type ApiRequest, signedIn } from "../http/request.ts";
import { type Route, SMALL_JSON } from "../http/route.ts";
import type { Store } from "../store/store.ts";
import { hashToken } from "./find-account.ts";
import { sessionEnd } from "./session-extensions.ts";

interface LoginServices {
  readonly effects: Pick<Effects, "now" | "randomToken">;
  readonly rateLimits: RateLimits;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

async function answerLogin(
  app: AppConfig,
  { effects, rateLimits }: LoginServices,
  request: ApiRequest,
): Promise<Answer> {
  const credentials = readCredentials(request);
  const { loginTriesPerAccount, loginTriesPerAddress } = app.limits;
  const limits = [
    { key: `account ${nameKey(credentials.username)}`, limit: loginTriesPerAccount },
    { key: `address ${addressKey(request.fastify.ip)}`, limit: loginTriesPerAddress },
  ];
  const body = await rateLimits.attempt(
    limits,
    "login.tooMany",
    (answer) => answer === undefined,
    () => openSession(app, effects, request.store, credentials),
  );
  if (body === undefined) throw new ApiError("LOGIN_FAILED");
  return { status: 200, body };
}

/** undefined where there is no such account or it has another password; both take the time of one hash. */
async function openSession(
  app: AppConfig,
  effects: LoginServices["effects"],
  store: Store,
  { username, password }: Credentials,
): Promise<LoginAnswer | undefined> {
  const { entity, username: nameField, password: passwordField } = app.accounts;
  const known = await store.read((view) => view.findBy(entity, nameField, username));
  const hash = known?.[passwordField];
  const isRight = await verifyPassword(typeof hash === "string" ? hash : undefined, password);
  if (known === undefined || !isRight) return undefined;
  const token = effects.randomToken();
  const tokenHash = hashToken(token);
  return store.write(async (transaction) => {
    // Meanwhile the password may have been changed and every session ended.
    const record = await transaction.get(entity, known._id);
    if (record === undefined || record[passwordField] !== hash) return undefined;
    const expiresAt = sessionEnd(effects.now(), app.limits.sessionHours);
    await transaction.addSession({ tokenHash, accountId: record._id, expiresAt });
    const account = accountOf(app, record, tokenHash);
    await transaction.noteEvent({ kind: "login", account: { _id: account._id, name: account.username } });
    return { token, user: sessionUser(account) };
  });
}

function readCredentials(request: ApiRequest): Credentials {
  const username = ownText(request.body, "username");
  const password = ownText(request.body, "password");
  const errors: FieldError[] = [];
  const missing = (name: string, key: MessageName) =>
    errors.push({ path: `/${name}`, keyword: "required", message: request.say(key) });
  if (username.trim() === "") missing("username", "login.usernameRequired");
  if (password === "") missing("password", "login.passwordRequired");
  const [first] = errors;
  if (first !== undefined) throw new ApiError("VALIDATION_ERROR", { message: first.message, errors });
  return { username, password };
}

function ownText(body: Json | undefined, name: string): string {
  const value = ownValue(body, name);
  return typeof value === "string" ? value : "";
}

const MAX_KEY_LENGTH = 256;

/** The same for all notations of a user name: case, spaces, invisible and full-width characters make no difference. */
export function nameKey(username: string): string {
  return username
    .normalize("NFKC")
    .replace(/[\s\p{C}]+/gu, "")
    .toLowerCase()
    .slice(0, MAX_KEY_LENGTH);
}

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
        const { tokenHash, _id, username } = signedIn(request);
        await request.store.write(async (transaction) => {
          await transaction.endSession(tokenHash);
          await transaction.noteEvent({ kind: "logout", account: { _id, name: username } });
        });
        return { status: 200, body: { message: request.say("server.loggedOut") } };
      },
    },
  ];
}
