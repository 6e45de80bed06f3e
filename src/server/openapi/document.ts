import type { JsonSchema } from "../../compiler/publish/plain-schema.ts";
import type { Steps } from "../../compiler/steps.ts";
import { CHANGE_ID_HEADER } from "../../wire/change-id.ts";
import { ERROR_STATUS, type ErrorCode } from "../../wire/error.ts";
import { LANGUAGE_HEADER } from "../../wire/language.ts";
import { API, belowApi, PATHS } from "../../wire/paths.ts";
import type { LoginAnswer, TokenAnswer } from "../../wire/session.ts";
import { homeView } from "../config/home-view.ts";
import type { ServedConfig } from "../config/runtime.ts";
import { type Account, editsConfig, holdsAny } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import { mayUpload } from "../records/image-deletion.ts";
import { APP_OPERATIONS } from "./app-operations.ts";
import { CONFIG_OPERATIONS } from "./config-operations.ts";
import { entityOperation, entitySchemas } from "./entity-operations.ts";
import { IMAGE_OPERATIONS } from "./image-operations.ts";
import { JOURNAL_OPERATIONS } from "./journal-operations.ts";
import { OPERATING_OPERATIONS } from "./operating-operations.ts";
import type { DescribedAnswer, Operation, Operations } from "./operation.ts";
import { exactObject, shared, VALUE, wireObject } from "./schema-parts.ts";
import { SHARED_SCHEMAS } from "./shared-schemas.ts";

/** Every route that is neither an entity's nor has its address from the config. */
const FIXED_OPERATIONS: Operations = {
  ...OPERATING_OPERATIONS,
  ...APP_OPERATIONS,
  ...JOURNAL_OPERATIONS,
  ...IMAGE_OPERATIONS,
  ...CONFIG_OPERATIONS,
};

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly JsonSchema[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

/**
 * The API as OpenAPI 3.1, cut to what the account may do: no route that it may not call, and nothing of the config
 * that its own view does not tell.
 */
export function* openApiDocument(
  served: ServedConfig,
  routes: readonly Route[],
  account: Account,
): Steps<OpenApiDocument> {
  const { config, entities, hash } = served;
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const schemas: Record<string, JsonSchema> = { ...SHARED_SCHEMAS };
  const tags = new Set<string>();
  // A later route wins over an earlier one of the same pattern, as in the table of routes.
  const all = [...new Map(routes.map((route) => [`${route.method} ${route.pattern}`, route])).values()];
  for (const route of all) {
    yield;
    const operation = mayReach(served, account, route) ? operationOf(served, account, route) : undefined;
    if (operation === undefined) continue;
    const label = route.entity === undefined ? undefined : entities.get(route.entity)?.entity.label;
    const tag = label ?? config.app.title;
    tags.add(tag);
    paths[route.pattern] = {
      ...paths[route.pattern],
      [route.method.toLowerCase()]: { tags: [tag], ...operationObject(route, operation) },
    };
  }
  for (const target of entities.values()) {
    yield;
    Object.assign(schemas, entitySchemas(target, account));
  }
  const [first] = entities.values();
  return {
    openapi: "3.1.0",
    info: { title: config.app.title, version: hash },
    servers: [{ url: `${first?.imageOrigin ?? ""}${API}` }],
    security: [{ session: [] }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: { session: { type: "http", scheme: "bearer" } } },
  };
}

/** What every route takes and answers; undefined for one that nobody described. */
function operationOf(served: ServedConfig, account: Account, route: Route): Operation | undefined {
  const { endpoints } = served.config.app.accounts;
  const target = route.entity === undefined ? undefined : served.entities.get(route.entity);
  if (target !== undefined) return entityOperation(target, account, route);
  if (route.pattern === endpoints.login) return LOGIN;
  if (route.pattern === endpoints.validateToken) return VALIDATE_TOKEN;
  if (route.pattern === endpoints.logout) return { answers: { 200: { schema: shared("Message") } } };
  return FIXED_OPERATIONS[`${route.method} ${API}${route.pattern}`];
}

const LOGIN: Operation = {
  body: exactObject({ username: VALUE.text, password: VALUE.text }),
  answers: { 200: { schema: wireObject<LoginAnswer>({ token: VALUE.text, user: shared("SessionUser") }) } },
  refusals: ["LOGIN_FAILED", "TOO_MANY_TRIES"],
};
const VALIDATE_TOKEN: Operation = {
  answers: {
    200: { schema: wireObject<TokenAnswer>({ success: { const: true }, user: shared("SessionUser") }) },
  },
};

function mayReach(served: ServedConfig, account: Account, { access, pattern }: Route): boolean {
  if (pattern === belowApi(PATHS.chart))
    return homeView(served, account).some(({ chart }) => chart !== undefined);
  if (access === "anyone" || access === "session") return true;
  if (access === "editor") return editsConfig(served.config.app, account);
  return holdsAny(account, access) && (!isOfUploads(pattern) || mayUpload(served, account));
}

function isOfUploads(pattern: string): boolean {
  return pattern.startsWith(belowApi(PATHS.upload));
}

function operationObject(route: Route, operation: Operation): JsonSchema {
  const { parameters = [], body, bodyType = "application/json", answers } = operation;
  const { method, pattern, access } = route;
  const inPath = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: VALUE.text,
  }));
  const language = {
    name: LANGUAGE_HEADER,
    in: "header",
    description: "The languages that messages should be in, the best first.",
    schema: VALUE.text,
  };
  const changes = method === "GET" ? {} : { [CHANGE_ID_HEADER]: { schema: VALUE.text } };
  return {
    operationId: operation.id ?? route.operation.replaceAll(" ", "-"),
    summary: route.operation,
    ...(access === "anyone" ? { security: [{}, { session: [] }] } : {}),
    parameters: [...inPath, ...parameters, language],
    ...(body === undefined
      ? {}
      : { requestBody: { required: method !== "DELETE", content: { [bodyType]: { schema: body } } } }),
    responses: {
      ...refusalResponses(route, operation),
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, response(answer, changes)]),
      ),
    },
  };
}

function response({ schema, type = "application/json", hasTag }: DescribedAnswer, changes: JsonSchema) {
  const headers = { ...changes, ...(hasTag === true ? { etag: { schema: VALUE.text } } : {}) };
  return {
    description: "Done.",
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(schema === undefined ? {} : { content: { [type]: { schema } } }),
  };
}

/** By status, with the codes that tell apart what has the same one. */
function refusalResponses(route: Route, operation: Operation): Readonly<Record<string, JsonSchema>> {
  const codes = [...new Set([...refusalsOf(route), ...(operation.refusals ?? [])])];
  return Object.fromEntries(
    codes.map((code) => {
      const status = ERROR_STATUS[code];
      const same = codes.filter((one) => ERROR_STATUS[one] === status);
      const schema = { allOf: [shared("Error"), { properties: { errorCode: { enum: same } } }] };
      return [String(status), { description: same.join(", "), content: { "application/json": { schema } } }];
    }),
  );
}

/** What follows from what a route is. */
function refusalsOf({ access, jsonLimit, method, entity }: Route): readonly ErrorCode[] {
  const takesBody = jsonLimit !== undefined || method === "POST";
  return [
    "INTERNAL",
    "BUSY",
    "STORE_AWAY",
    ...(method === "GET" ? [] : (["NOT_STORED", "OUTCOME_UNKNOWN"] as const)),
    ...(access === "anyone" ? [] : (["UNAUTHENTICATED"] as const)),
    ...(Array.isArray(access) || access === "editor" ? (["FORBIDDEN"] as const) : []),
    ...(entity === undefined ? [] : (["BAD_REQUEST"] as const)),
    // Of a draft of the config.
    ...(method === "GET" ? (["BAD_REQUEST", "DRAFT_GONE"] as const) : []),
    ...(takesBody ? (["BAD_REQUEST", "VALIDATION_ERROR", "TOO_SLOW", "TOO_LARGE"] as const) : []),
  ];
}
