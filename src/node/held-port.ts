/** The port of a server that is starting, taken before anything is created. */
import { createServer, type Server } from "node:http";
import type { FastifyListenOptions } from "fastify";
import type { ErrorBody } from "../wire/error.ts";
import type { HealthAnswer, ReadyAnswer } from "../wire/health.ts";
import { isApiAddress, PATHS } from "../wire/paths.ts";
import { listenRefusal } from "./data-lock.ts";

export interface HeldPort {
  readonly port: number;
  /** For Fastify's `listen`: it takes over the port, so that no other program can take it in between. */
  readonly listenOptions: FastifyListenOptions;
  /** Later requests on earlier connections go to this server. */
  handOver(server: Server): void;
  /** Ends the earlier connections, and frees the port unless a server has taken it over. */
  close(): Promise<void>;
}

const RETRY_SECONDS = 1;
const SLOW_REQUEST_TIMEOUT_MS = 10_000;

/** Binds the port and answers every request that the server is starting. Throws StartRefused. */
export async function holdPort(port: number, host: string): Promise<HeldPort> {
  let server: Server | undefined;
  const holding = createServer({ requestTimeout: SLOW_REQUEST_TIMEOUT_MS }, (request, response) => {
    if (server !== undefined) {
      server.emit("request", request, response);
      return;
    }
    const { body, type } = answerOf(request.url ?? "/", request.method ?? "GET");
    response.writeHead(503, {
      "content-type": type,
      "cache-control": "no-store",
      "retry-after": String(RETRY_SECONDS),
      // A browser loads the page again by itself.
      refresh: String(RETRY_SECONDS),
      connection: "close",
    });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  await new Promise<void>((resolve, reject) => {
    holding.once("error", (error) => reject(listenRefusal(error, port, host)));
    holding.listen(port, host, resolve);
  });
  const bound = holding.address();
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : port,
    // Node's `listen` takes over the handle of an object that has one. It is inherited, so that Fastify does not copy it
    // to the options for the other addresses of "localhost".
    listenOptions: Object.assign(Object.create(holding), { port, host }),
    handOver(taker) {
      server = taker;
    },
    async close() {
      holding.closeAllConnections();
      if (server === undefined) await new Promise((resolve) => holding.close(resolve));
    },
  };
}

/** In English: no config with messages is read yet. */
const MESSAGE = "The server is starting. Try again in a moment.";

function answerOf(url: string, method: string): { readonly body: string; readonly type: string } {
  if (!isApiAddress(url)) return { body: MESSAGE, type: "text/plain; charset=utf-8" };
  const refusal: ErrorBody = {
    status: "error",
    errorCode: "STARTING",
    message: MESSAGE,
    operation: method.toLowerCase(),
  };
  const health: HealthAnswer = { status: "starting" };
  const ready: ReadyAnswer = { ready: false, reason: "STARTING" };
  const others = new Map<string | undefined, unknown>([
    [PATHS.health, health],
    [PATHS.ready, ready],
  ]);
  return {
    body: JSON.stringify(others.get(url.split("?")[0]) ?? refusal),
    type: "application/json; charset=utf-8",
  };
}
