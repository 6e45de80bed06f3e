import { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { API, isApiAddress } from "../../wire/paths.ts";
import type { ConfigSource } from "../config/config-source.ts";
import { makeEditing } from "../config/editing/editing.ts";
import type { RuntimeHolder } from "../config/runtime.ts";
import type { Effects } from "../effects.ts";
import { answerPage, type BrowserFiles } from "../http/answer-page.ts";
import { ApiError, busy } from "../http/api-error.ts";
import { CLIENT_LIMITS, type ClientLimits } from "../http/client-limits.ts";
import { makeConnections } from "../http/connections.ts";
import { allowOrigin, answerOptions } from "../http/cors.ts";
import { makeRequestFacts } from "../http/request-facts.ts";
import { makeRouteTable } from "../http/route-table.ts";
import { CLOSED_POLICY, SECURITY_HEADERS } from "../http/security-headers.ts";
import { makeChangeFeed } from "../live/change-feed.ts";
import { makeMetrics } from "../operating/metrics.ts";
import { operatingRoutes } from "../operating/operating-routes.ts";
import type { OperatorLog } from "../operating/operator-log.ts";
import { tellRequests } from "../operating/tell-requests.ts";
import { makeSessionExtensions } from "../sessions/session-extensions.ts";
import type { Store } from "../store/store.ts";
import { makeWebhooks, type Webhooks } from "../webhooks/make-webhooks.ts";
import { makeDispatch } from "./dispatch.ts";
import { serverRoutes } from "./server-routes.ts";

interface ServerOptions {
  readonly store: Store;
  readonly holder: RuntimeHolder;
  readonly effects: Effects;
  /** The config's files; without it nobody edits them. */
  readonly config?: ConfigSource;
  /** The built page; without it the server is the API alone. */
  readonly browserFiles?: BrowserFiles;
  /** Default false: the connection's address is the client's. */
  readonly trustProxy?: boolean | number;
  /** Whose scripts may call the API; default none. */
  readonly corsOrigins?: readonly string[];
  /** As the runtime has it: the page shows images from there. */
  readonly imageOrigin?: string | undefined;
  readonly limits?: Partial<ClientLimits>;
  readonly log: OperatorLog;
  /** Who has it reads the metrics; default: nobody does. */
  readonly metricsToken?: string | undefined;
  /** Whether it is about to close, and balancers should send requests elsewhere. */
  readonly isLeaving?: () => boolean;
  /** When the last scheduled backup was made and checked. */
  readonly lastBackup?: () => Date | undefined;
  /** Default: none is sent. */
  readonly webhooks?: Webhooks;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The whole server, not listening yet. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { store, holder, effects, config, trustProxy: trusted = false, browserFiles, imageOrigin } = options;
  const log = options.log.note;
  const corsOrigins = new Set(options.corsOrigins);
  const extensions = makeSessionExtensions(store, log);
  const sessions = { store, effects, extensions };
  const editing = config && makeEditing({ ...sessions, holder, source: config, log });
  const limits = { ...CLIENT_LIMITS, ...options.limits };
  const connections = makeConnections({ effects, limits, behindProxy: trusted !== false, log });
  const feed = makeChangeFeed({ ...sessions, holder, limits, log });
  const facts = makeRequestFacts();
  const { metricsToken, lastBackup = () => undefined, isLeaving = () => false } = options;
  const webhooks = options.webhooks ?? idleWebhooks(options);
  const metrics = makeMetrics({ store, holder, effects, lastBackup, webhooks });
  const operating = operatingRoutes({ metrics, metricsToken, isLeaving });
  const routes = makeRouteTable(serverRoutes({ holder, editing, feed, operating, webhooks }));
  const dispatch = makeDispatch({ ...sessions, holder, routes, editing, connections, facts, log });
  function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
    reply
      .headers(SECURITY_HEADERS)
      .header(REQUEST_ID_HEADER, request.id)
      .header("content-security-policy", CLOSED_POLICY);
    if (isApiAddress(request.raw.url ?? "")) allowOrigin(corsOrigins, request, reply);
  }
  const app = fastify({
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.headersTimeoutMs / 10,
    },
    // A slow phone may send a body for an hour: `connections` times it by the bytes that arrive.
    requestTimeout: 0,
    connectionTimeout: limits.answerTimeoutMs,
    // Our own refusal has the body of all others.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    genReqId: effects.newId,
    trustProxy: typeof trusted === "number" ? (_address, hop) => hop < trusted : trusted,
    routerOptions: { maxParamLength: 2_000 },
    frameworkErrors(_error, request, reply) {
      setHeaders(request, reply);
      return dispatch.refuse(request, reply, new ApiError("BAD_REQUEST"));
    },
  });

  connections.watch(app.server);
  tellRequests(app, { facts, log: options.log, metrics });

  // The dispatch reads bodies, after session and permission: no stranger makes the server parse megabytes.
  app.removeAllContentTypeParsers();
  app.register(multipart);
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  app.addHook("onRequest", async (request, reply) => {
    connections.began(request.raw, reply.raw);
    setHeaders(request, reply);
    if (connections.isClosing) throw busy();
  });
  app.addHook("onSend", async (request, reply, payload) => {
    if (connections.isClosing) reply.header("connection", "close");
    if (request.method !== "HEAD") return payload;
    if (payload instanceof Readable) payload.destroy();
    else if (typeof payload === "string" || payload instanceof Uint8Array)
      reply.header("content-length", Buffer.byteLength(payload));
    return null;
  });
  for (const url of [API, `${API}/*`]) {
    app.route({ method: [...METHODS], url, handler: dispatch.answer });
    app.route({ method: "OPTIONS", url, handler: answerOptions });
  }
  const site = browserFiles && { files: browserFiles, newNonce: effects.randomToken, imageOrigin };
  app.setNotFoundHandler((request, reply) => {
    // By another method.
    if (isApiAddress(request.raw.url ?? "")) return dispatch.answer(request, reply);
    if (site !== undefined && answerPage(site, request, reply)) return reply;
    return dispatch.refuse(request, reply, new ApiError("NOT_FOUND"));
  });
  let closed: Promise<void> | undefined;
  app.addHook("preClose", async () => {
    feed.close();
    // Not awaited here: first the server must stop listening.
    closed = connections.close();
  });
  app.addHook("onClose", () => closed);
  app.setErrorHandler((error, request, reply) => dispatch.refuse(request, reply, requestError(error)));
  return app;
}

/** They have a state, but nothing is sent. */
function idleWebhooks({ store, holder, effects, log }: ServerOptions): Webhooks {
  return makeWebhooks({ store, holder, effects, sending: undefined, onFailed() {}, log: log.note });
}

/** An error of fastify with a status of 4xx is the client's mistake. */
function requestError(error: unknown): unknown {
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? new ApiError("BAD_REQUEST") : error;
}

/** The header of every answer: the name of the request in the operator's log, and of its changes in the journal. */
const REQUEST_ID_HEADER = "x-request-id";
