import type { Json, RecordData } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { isFieldOpen } from "../../record/rights.ts";
import { addressKey } from "../http/address-key.ts";
import { ApiError } from "../http/api-error.ts";
import type { RateLimits } from "../http/rate-limit.ts";
import type { Answer, ApiRequest } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import { serverMessage } from "../http/server-message.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import { refuseErrors } from "../records/field-refusal.ts";
import type { WriteContext, WriteServices } from "../records/record-rules.ts";
import { rightsOf } from "../records/rights/entity-rights.ts";
import { answerOf } from "../records/rights/visible-record.ts";
import { bodyOf } from "../records/save-record.ts";
import type { HookedRecord } from "../records/write-hooks.ts";
import { checkWrite, duplicate, judgeRecord, storeNew, type WritePolicy } from "../records/write-pipeline.ts";
import { withLabel } from "./account-of.ts";
import { storedPassword } from "./password.ts";
import type { RegistrationPage } from "./registration-page.ts";

export interface RegistrationServices extends WriteServices {
  readonly rateLimits: RateLimits;
}

/**
 * The route that creates accounts, for everyone: whoever may not create accounts registers one. To be placed after `own`.
 * @param own routes, with those of the accounts' entity
 */
export function registrationRoutes(
  accounts: EntityRuntime,
  own: readonly Route[],
  page: RegistrationPage,
  services: RegistrationServices,
): Route[] {
  const { entity } = accounts;
  return own
    .filter(({ method, pattern }) => method === "POST" && pattern === entity.endpoints.list)
    .map((create) => ({
      ...create,
      access: "anyone",
      handle: (request) =>
        rightsOf(request.account, accounts).may.create
          ? create.handle(request)
          : inAppLanguage(accounts, request, (spoken) => register(accounts, page, services, spoken)),
    }));
}

/** The registration page is in the app's language, not in the entity's. */
async function inAppLanguage(
  { config }: EntityRuntime,
  request: ApiRequest,
  work: (request: ApiRequest) => Promise<Answer>,
): Promise<Answer> {
  const say: ApiRequest["say"] = (key, values) => serverMessage(config, undefined, key, values);
  try {
    return await work({ ...request, say });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message } = error.body(request.operation, say);
    throw new ApiError(error.code, { ...error.detail, message });
  }
}

/** Each registration costs a hash and a row: one address has as many per minute as wrong log-ins. */
async function register(
  accounts: EntityRuntime,
  page: RegistrationPage,
  services: RegistrationServices,
  request: ApiRequest,
): Promise<Answer> {
  const { app } = accounts.config;
  if (!app.registration.open) throw new ApiError("FORBIDDEN", { key: "register.closed" });
  const body = bodyOf(request);
  const entity = { ...accounts.entity, language: app.language, messages: {} };
  const target = { ...accounts, entity };
  const context = { ...request, ...services };
  const limit = app.limits.loginTriesPerAddress;
  const limits = [{ key: `registration ${addressKey(request.fastify.ip)}`, limit }];
  const add = async () => {
    const write = await checkWrite(context, target, registrationPolicy(target, page, context), body);
    const _id = services.effects.newId();
    const updatedBy = textOf(write.record, app.accounts.username);
    return storeNew(context, target, write, { _id, updatedBy, updatedById: _id });
  };
  const stored = await services.rateLimits.attempt(limits, "server.tooManyTries", () => true, add);
  // The fields that no right keeps from anybody.
  const open = accounts.guarded.fieldNames.filter((name) => isFieldOpen(accounts.guarded.rights, name, []));
  const views = new Set(open);
  return { status: 201, body: answerOf(accounts, stored, { access: "full", views }) };
}

/** Only the page's fields may be given. The page's rules apply to them, the entity's to what a hook completed. */
function registrationPolicy(
  target: EntityRuntime,
  page: RegistrationPage,
  context: WriteContext,
): WritePolicy {
  const { app } = target.config;
  const { entity, username, password, role, approved } = app.accounts;
  const approval = approved === undefined ? {} : { [approved]: !app.registration.approval };
  return {
    given: page.fields,
    values: (given) =>
      withLabel(target.config, { [role]: app.registration.defaultRole, ...given, ...approval }),
    async judge(hooked, given) {
      const values = { ...given, ...onPage(page, hooked) };
      refuseErrors(page.errors(values));
      const name = textOf(values, username);
      const taken = await context.store.read((view) => view.findBy(entity, username, name));
      if (taken !== undefined) throw duplicate(page.takenError(name));
      const completed = [...hooked.named].filter((one) => !Object.hasOwn(values, one));
      return judgeRecord(target, undefined, hooked, { only: new Set(completed) });
    },
    async finish({ record }) {
      const hash = await storedPassword(app, context.say, textOf(record, password));
      return { ...record, ...approval, [password]: hash };
    },
    duplicate: ({ column, value }) => (column === username ? page.takenError(value) : undefined),
  };
}

/** The hooked values of the page's fields. Some fields are the page's alone (a repeated password). */
function onPage({ fields }: RegistrationPage, { record, named }: HookedRecord): { [field: string]: Json } {
  const own = fields.filter(({ name }) => named.has(name) && Object.hasOwn(record, name));
  return Object.fromEntries(own.map(({ name }) => [name, record[name] ?? null] as const));
}

/** A text that every account must have, whatever the page asks for. */
function textOf(values: RecordData, name: string): string {
  const value = ownValue(values, name);
  if (typeof value !== "string" || value === "") throw new ApiError("VALIDATION_ERROR");
  return value;
}
