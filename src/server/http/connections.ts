import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Effects } from "../effects.ts";
import { addressKey } from "../sessions/try-keys.ts";
import { makeBodyBudget } from "./body-budget.ts";
import { type IncomingBody, incomingBody } from "./incoming-body.ts";
import type { ClientLimits } from "./limits.ts";

export interface ConnectionParts {
  readonly effects: Pick<Effects, "wait">;
  readonly limits: ClientLimits;
  /** Whoever connects is a proxy for many: its connections are not counted. */
  readonly behindProxy: boolean;
  /** Lines for whoever runs the server. */
  log(text: string): void;
}

/** The connections of a server: none of them costs more than it may, and closing waits for none that is silent. */
export interface Connections {
  /** The server whose connections these are. To be called once. */
  serve(listener: RequestListener): Server;
  /** What is received of a request's body. */
  body(request: IncomingMessage): IncomingBody;
  /** Whether the server was told to close: new requests are refused, and no connection is kept. */
  readonly isClosing: boolean;
  /**
   * Closes those without a request at once, those with one when it is answered, and what is left after
   * `closeTimeoutMs`. Resolves when there are none.
   */
  close(): Promise<void>;
}

interface Connection {
  readonly socket: Socket;
  /** Whose connections it is counted with. */
  readonly address: string;
  /** Those that are not answered yet. */
  readonly requests: Set<IncomingMessage>;
  /** Whose body arrives, or arrived last. */
  latest: IncomingMessage | undefined;
  tellSlow: (() => void) | undefined;
  /** Since when the body is timed, in looks, and what had been received then. */
  window: { looks: number; received: number } | undefined;
}

/** Browsers keep a connection that they do not use; longer than proxies do, so that none sends on one that just closed. */
const KEEP_ALIVE_MS = 72_000;
const LOOKS_PER_WINDOW = 10;
const LOG_EVERY_LOOKS = 60;

export function makeConnections(parts: ConnectionParts): Connections {
  const { effects, limits, behindProxy, log } = parts;
  const budget = makeBodyBudget(limits.bodyBytes);
  const connections = new Map<Socket, Connection>();
  /** Those that are counted, by address; of each the longest unused first. */
  const counted = new Map<string, Set<Connection>>();
  const ended = new AbortController();
  let isClosing = false;
  let looksUntilLog = 0;

  function open(socket: Socket): void {
    const address = addressKey(socket.remoteAddress ?? "");
    const connection: Connection = {
      socket,
      address,
      requests: new Set(),
      latest: undefined,
      tellSlow: undefined,
      window: undefined,
    };
    connections.set(socket, connection);
    socket.once("close", () => {
      connections.delete(socket);
      uncount(connection);
    });
    if (isClosing) socket.destroy();
    else if (!behindProxy) count(connection);
  }

  function count(connection: Connection): void {
    const { address } = connection;
    const others = counted.get(address) ?? new Set();
    counted.set(address, others.add(connection));
    if (others.size <= limits.connectionsPerAddress) return;
    // Never the newcomer: it may be of somebody who logged in, and nobody is to be locked out by those who are silent.
    const unused = [...others].find((one) => one !== connection && !isAnswered(one));
    const [oldest] = others;
    (unused ?? oldest)?.socket.destroy();
    if (looksUntilLog > 0) return;
    looksUntilLog = LOG_EVERY_LOOKS;
    log(
      `${address} has more than ${limits.connectionsPerAddress} connections without a session: the longest unused are closed. If that is a proxy, set TRUST_PROXY.`,
    );
  }

  function uncount(connection: Connection): void {
    const others = counted.get(connection.address);
    others?.delete(connection);
    if (others?.size === 0) counted.delete(connection.address);
  }

  function began(request: IncomingMessage, response: ServerResponse): void {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    connection.requests.add(request);
    connection.latest = request;
    connection.window = undefined;
    response.once("close", () => {
      connection.requests.delete(request);
      const others = counted.get(connection.address);
      if (others?.delete(connection)) others.add(connection);
      if (isClosing && connection.requests.size === 0) connection.socket.destroySoon();
    });
  }

  /** A body that brings too little in a window is told slow; where nobody reads it, or still a look later, the connection ends. */
  function look(connection: Connection): void {
    const { socket, latest } = connection;
    // What is not read yet, or waits for its reader, is not the client's fault.
    const arrives = latest !== undefined && !latest.complete && latest.readableFlowing === true;
    if (!arrives) {
      connection.window = undefined;
      return;
    }
    connection.window ??= { looks: 0, received: socket.bytesRead };
    const { window } = connection;
    // In looks, not in time: while the server itself stood still, it received nothing.
    if (window.looks < LOOKS_PER_WINDOW) {
      window.looks += 1;
      return;
    }
    if (socket.bytesRead - window.received >= limits.bodyBytesPerWindow) {
      connection.window = { looks: 1, received: socket.bytesRead };
      return;
    }
    const tell = connection.tellSlow;
    connection.tellSlow = undefined;
    if (tell === undefined) socket.destroy();
    else tell();
  }

  async function watch(): Promise<void> {
    while (!ended.signal.aborted) {
      await effects.wait(limits.bodyWindowMs / LOOKS_PER_WINDOW, ended.signal).catch(() => undefined);
      looksUntilLog -= 1;
      for (const connection of connections.values()) look(connection);
    }
  }

  /** Nothing was read or written for a while. */
  function timedOut(socket: Socket): void {
    const connection = connections.get(socket);
    const isUnused = connection === undefined || connection.requests.size === 0;
    // Where nothing waits to be sent, a handler takes its time, or a body is timed.
    if (isUnused || socket.writableLength > 0) socket.destroy();
  }

  return {
    serve(listener) {
      const { headersTimeoutMs: headersTimeout, answerTimeoutMs } = limits;
      // Bodies have no time of their own: a slow phone may send for an hour, and is timed by what it sends.
      const options = { headersTimeout, requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS };
      const server = createServer({ ...options, connectionsCheckingInterval: headersTimeout / 10 }, listener);
      server.timeout = answerTimeoutMs;
      server.on("connection", open);
      server.on("request", began);
      server.on("timeout", timedOut);
      server.on("listening", () => void watch());
      server.on("close", () => ended.abort());
      return server;
    },
    body(request) {
      const connection = connections.get(request.socket);
      return incomingBody(
        request,
        budget,
        connection && {
          hasSession: () => uncount(connection),
          whenSlow(tell) {
            connection.tellSlow = tell;
            return () => {
              if (connection.tellSlow === tell) connection.tellSlow = undefined;
            };
          },
        },
      );
    },
    get isClosing() {
      return isClosing;
    },
    async close() {
      isClosing = true;
      for (const { socket, requests } of connections.values()) if (requests.size === 0) socket.destroy();
      const closing = [...connections.values()].map(({ socket }) => closed(socket));
      if (closing.length === 0) return;
      const late = new AbortController();
      const patience = effects.wait(limits.closeTimeoutMs, late.signal).catch(() => undefined);
      await Promise.race([Promise.all(closing), patience]);
      late.abort();
      for (const { socket } of connections.values()) socket.destroy();
      await Promise.all(closing);
    },
  };
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
  });
}

/** Whether it is the server's turn: the last request has arrived as a whole and is not answered yet. */
function isAnswered({ latest, requests }: Connection): boolean {
  return latest?.complete === true && requests.has(latest);
}
