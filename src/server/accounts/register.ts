import type { Config } from "../../model/config.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import { applyConditions } from "../../record/apply-conditions.ts";
import { defaultRecord } from "../../record/defaults.ts";
import { isObject } from "../../record/json.ts";
import { fieldErrors } from "../../record/messages.ts";
import { segmentsOf } from "../../record/path.ts";
import { validateRecord } from "../../record/validate.ts";
import { ApiError } from "../http/api-error.ts";
import { sentence, tablesOf } from "../http/sentence.ts";
import { answerOf, type EntityRuntime } from "../records/entity-runtime.ts";
import { refuseErrors } from "../records/field-refusal.ts";
import { pickValues, withDefaults } from "../records/pick-values.ts";
import { unstorable } from "../records/refuse-unstorable.ts";
import { settleWrite } from "../records/settle-write.ts";
import { type HookedRecord, writeHooks } from "../records/write-hooks.ts";
import { type Answer, type ApiRequest, holdsAny } from "../runtime/request.ts";
import type { Route } from "../runtime/route.ts";
import { addressKey, limited } from "../sessions/login-tries.ts";
import { storedPassword } from "../sessions/password.ts";
import { DuplicateError } from "../store/store-errors.ts";
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
  const stored = await counted(request, () => addAccount(request, registration, body));
  return { status: 201, body: answerOf(accountsEntity(request), stored) };
}

/**
 * Stores what the page asks for and nothing else: role as offered, approval as the config has it. Hooks of the entity's
 * fields see it like any other write; the page's rules judge what it asks for, the entity's what a hook completed.
 */
async function addAccount(
  request: ApiRequest,
  registration: Registration,
  body: RecordData,
): Promise<StoredRecord> {
  const { store, effects, runtime } = request;
  const { app } = runtime.config;
  const { entity, username, password, role, approved } = app.accounts;
  const found = accountsEntity(request);
  // The page speaks the app's language, and what an account may write binds those who have one.
  const target = { ...found, entity: { ...found.entity, language: app.language, messages: {} }, rules: {} };
  const picked = pickValues(registration.fields, body);
  refuseErrors(unstorable(runtime.config, target, picked, new Set(Object.keys(picked))));
  const system = approved === undefined ? {} : { [approved]: !app.registration.approval };
  const own = { [role]: app.registration.defaultRole, ...picked, ...system };
  const hooks = writeHooks(request, target);
  const hooked = await hooks.settle(withDefaults(target.fields, own), new Set(Object.keys(picked)));
  const values = { ...picked, ...onPage(registration, hooked) };
  refuseErrors(registration.errors(values));
  const name = textOf(values, username);
  const taken = await store.read((view) => view.findBy(entity, username, name));
  if (taken !== undefined) throw duplicate(registration, name);
  const record = appliedByEntity(request, target, { ...hooked, asked: values });
  await hooks.check(record);
  const stored: RecordData = {
    ...record,
    ...system,
    [password]: await storedPassword(app, request.say, textOf(values, password)),
  };
  const inside = await hooks.images(stored);
  const write = { record: stored, named: hooked.named, uploads: hooks.uploads, inside };
  const _id = effects.newId();
  try {
    return await store.write(async (transaction) => {
      const { columns, images } = await settleWrite(request, transaction, target, write, undefined);
      const now = effects.now().toISOString();
      const times = { createdAt: now, updatedAt: now, updatedBy: name };
      const account: StoredRecord = { ...columns, _id, ...times, isProtected: false };
      await transaction.insert(entity, account, images);
      return account;
    });
  } catch (error) {
    throw error instanceof DuplicateError ? duplicate(registration, name) : error;
  }
}

/** What the entity has of the fields that the page asks for: some are the page's alone (a password typed again). */
function onPage({ fields }: Registration, { record, named }: HookedRecord): { [field: string]: Json } {
  const own = fields.filter(({ name }) => named.has(name) && Object.hasOwn(record, name));
  return Object.fromEntries(own.map(({ name }) => [name, record[name] ?? null] as const));
}

/** What hooks completed beside the page holds the entity's conditions and rules. */
function appliedByEntity(
  { runtime: { config } }: ApiRequest,
  { fields, conditionOrder, check }: EntityRuntime,
  { record, named, asked }: HookedRecord & { readonly asked: RecordData },
): RecordData {
  const mode = "create";
  const completed = [...named].filter((name) => !Object.hasOwn(asked, name));
  if (completed.length === 0) return record;
  const applied = applyConditions(record, { order: conditionOrder, mode, base: defaultRecord(fields) });
  const whole = {
    ...record,
    ...Object.fromEntries(completed.map((name) => [name, applied[name] ?? null] as const)),
  };
  const problems = validateRecord({ fields, mode, record: whole, check }).filter(({ path }) =>
    completed.includes(segmentsOf(path)[0] ?? ""),
  );
  refuseErrors(fieldErrors(problems, fields, tablesOf(config)));
  return whole;
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
