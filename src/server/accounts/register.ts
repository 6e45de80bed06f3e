import type { Config } from "../../model/config.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import { ApiError } from "../api-error.ts";
import { completeFields } from "../records/complete-record.ts";
import { answerOf, type EntityRuntime } from "../records/entity-runtime.ts";
import { refuseErrors } from "../records/field-refusal.ts";
import { isObject } from "../records/field-walk.ts";
import { pickValues, withDefaults } from "../records/pick-values.ts";
import { type Answer, type ApiRequest, holdsAny } from "../request.ts";
import type { Route } from "../route.ts";
import { sentence } from "../sentence.ts";
import { limited } from "../sessions/limited.ts";
import { addressKey } from "../sessions/try-keys.ts";
import { DuplicateError } from "../store/store.ts";
import { storedPassword } from "./account-password.ts";
import type { Registration } from "./registration.ts";

/**
 * The route that creates accounts, opened to everyone: who may not create accounts registers one. To be placed after
 * the entity's own routes.
 */
export function registrationRoutes(
  config: Config,
  own: readonly Route[],
  registration: Registration,
): Route[] {
  const entity = config.entities.get(config.app.accounts.entity);
  return own
    .filter(({ method, pattern }) => method === "POST" && pattern === entity?.endpoints.list)
    .map((create) => ({
      ...create,
      access: "anyone",
      handle: (request) =>
        holdsAny(request.account, [entity?.permission ?? ""])
          ? create.handle(request)
          : inAppLanguage(request, (spoken) => register(spoken, registration)),
    }));
}

/** The registration page speaks the app's language, whatever the entity's screens speak. */
async function inAppLanguage(
  request: ApiRequest,
  work: (request: ApiRequest) => Promise<Answer>,
): Promise<Answer> {
  const say: ApiRequest["say"] = (key, values) => sentence(request.runtime.config, undefined, key, values);
  try {
    return await work({ ...request, say });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message } = error.body(request.operation, say);
    throw new ApiError(error.code, { ...error.detail, message });
  }
}

async function register(request: ApiRequest, registration: Registration): Promise<Answer> {
  const { app } = request.runtime.config;
  if (!app.registration.open) throw new ApiError("FORBIDDEN", { key: "register.closed" });
  const body = request.body ?? {};
  if (!isObject(body)) throw new ApiError("BAD_REQUEST");
  const values = pickValues(registration.fields, body);
  refuseErrors(registration.errors(values));
  const { username, entity } = app.accounts;
  const name = textOf(values, username);
  const taken = await request.store.read((view) => view.findBy(entity, username, name));
  if (taken !== undefined) throw duplicate(registration, name);
  const stored = await counted(request, () => addAccount(request, registration, values));
  return { status: 201, body: answerOf(accountsEntity(request), stored) };
}

/** Stores what the page asks for and nothing else: role as offered, approval as the config has it. */
async function addAccount(
  request: ApiRequest,
  registration: Registration,
  values: { readonly [field: string]: Json },
): Promise<StoredRecord> {
  const { store, effects, runtime } = request;
  const { app } = runtime.config;
  const { entity, username, password, role, approved } = app.accounts;
  const { fields } = accountsEntity(request);
  const name = textOf(values, username);
  const own: RecordData = {
    ...values,
    [role]: values[role] ?? app.registration.defaultRole,
    [password]: await storedPassword(app, request.say, textOf(values, password)),
    ...(approved === undefined ? {} : { [approved]: !app.registration.approval }),
  };
  const now = effects.now().toISOString();
  const record: StoredRecord = {
    ...completeFields(fields, withDefaults(fields, own)),
    _id: effects.newId(),
    createdAt: now,
    updatedAt: now,
    updatedBy: name,
    isProtected: false,
  };
  try {
    await store.write((transaction) => transaction.insert(entity, record, []));
    return record;
  } catch (error) {
    throw error instanceof DuplicateError ? duplicate(registration, name) : error;
  }
}

/** Everyone may register, and each costs a hash and a row: one address has as many a minute as it has wrong log-ins. */
function counted(request: ApiRequest, add: () => Promise<StoredRecord>): Promise<StoredRecord> {
  const limit = request.runtime.config.app.limits.loginTriesPerAddress;
  const limits = [{ key: `registration ${addressKey(request.fastify.ip)}`, limit }];
  return limited(request, limits, "server.tooManyTries", () => true, add);
}

function duplicate(registration: Registration, name: string): ApiError {
  const error = registration.takenError(name);
  return new ApiError("DUPLICATE", { message: error.message, errors: [error] });
}

function accountsEntity({ runtime }: ApiRequest): EntityRuntime {
  const { entity } = runtime.config.app.accounts;
  const found = runtime.entities.get(entity);
  if (found === undefined) throw new Error(`There is no entity "${entity}" to hold the accounts.`);
  return found;
}

/** What every account must have, whatever the page asks for. */
function textOf(values: { readonly [field: string]: Json }, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (typeof value !== "string" || value === "") throw new ApiError("VALIDATION_ERROR");
  return value;
}
