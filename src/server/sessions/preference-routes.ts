import { belowApi, PATHS } from "../../wire/paths.ts";
import {
  isPreference,
  MAX_PREFERENCE_BYTES,
  MAX_PREFERENCES,
  PREFERENCE_KEY,
} from "../../wire/preferences.ts";
import { ApiError } from "../http/api-error.ts";
import { sizeOf } from "../http/json-body.ts";
import { type Answer, type ApiRequest, pathPart, signedIn } from "../http/request.ts";
import type { Route } from "../http/route.ts";

/**
 * What each account chose. A session reads and changes the choices of its own account alone.
 * @param languages that may be chosen now
 */
export function preferenceRoutes(languages: () => readonly string[]): Route[] {
  return [
    {
      method: "GET",
      pattern: belowApi(PATHS.preferences),
      operation: "read preferences",
      access: "session",
      handle: answerPreferences,
    },
    {
      method: "PUT",
      pattern: `${belowApi(PATHS.preferences)}/{key}`,
      operation: "save preference",
      access: "session",
      jsonLimit: MAX_PREFERENCE_BYTES,
      handle: (request) => savePreference(request, languages()),
    },
  ];
}

async function answerPreferences(request: ApiRequest): Promise<Answer> {
  const { _id } = signedIn(request);
  const stored = await request.store.read((view) => view.preferences(_id));
  // Joined as text: reading 800 kB of it, to write it again, would block the event loop for long.
  const body = `{${[...stored].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`;
  return { status: 200, body, headers: { "content-type": "application/json; charset=utf-8" } };
}

/** An account without a permission may be a stranger's, who registered it: it stores little. */
const MAX_STRANGERS_PREFERENCES = 10;

async function savePreference(request: ApiRequest, languages: readonly string[]): Promise<Answer> {
  const { _id, permissions, tokenHash } = signedIn(request);
  const { body } = request;
  const key = pathPart(request, "key");
  if (body === undefined || !PREFERENCE_KEY.test(key)) throw new ApiError("BAD_REQUEST");
  const text = body === null ? undefined : JSON.stringify(body);
  // As JSON writes it, a number may be longer than it was sent.
  if (text !== undefined && Buffer.byteLength(text) > MAX_PREFERENCE_BYTES)
    throw new ApiError("TOO_LARGE", { values: { limit: sizeOf(MAX_PREFERENCE_BYTES) } });
  if (body !== null && !isPreference(key, body, languages))
    throw new ApiError("BAD_REQUEST", { key: "server.preference" });
  const most = permissions.length === 0 ? MAX_STRANGERS_PREFERENCES : MAX_PREFERENCES;
  await request.store.write(async (transaction) => {
    // Meanwhile the account may have been deleted, and with it what it chose.
    if ((await transaction.session(tokenHash)) === undefined) throw new ApiError("UNAUTHENTICATED");
    const stored = await transaction.preferences(_id);
    if (text !== undefined && !stored.has(key) && stored.size >= most) throw new ApiError("BAD_REQUEST");
    if (stored.get(key) !== text) await transaction.setPreference(_id, key, text);
  });
  return { status: 200, body: { [key]: body } };
}
