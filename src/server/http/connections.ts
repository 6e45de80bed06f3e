import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Effects } from "../effects.ts";
import { addressKey } from "./address-key.ts";
import { makeBodyBudget } from "./body-budget.ts";
import type { ClientLimits } from "./client-limits.ts";
import { type IncomingBody, incomingBody } from "./incoming-body.ts";

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
  /** Watches the connections of a server, from before it listens. */
  watch(server: Server): void;
  /** To be called with each request: one may come from a connection of another server (each address of "localhost" has its own). */
  began(request: IncomingMessage, response: ServerResponse): void;
  /** What is received of a request's body. */
  body(request: IncomingMessage): IncomingBody;
  /** Whether the server is closing: new requests are refused, and no connection is kept. */
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
  onSlow: (() => void) | undefined;
  /** Since when the body is timed, in looks, and what had been received then. */
  window: { looks: number; received: number } | undefined;
}

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

  function open(socket: Socket): Connection {
    const address = addressKey(socket.remoteAddress ?? "");
    const connection: Connection = {
      socket,
      address,
      requests: new Set(),
      latest: undefined,
      onSlow: undefined,
      window: undefined,
    };
    connections.set(socket, connection);
    socket.once("close", () => {
      connections.delete(socket);
      uncount(connection);
    });
    if (isClosing) socket.destroy();
    else if (!behindProxy) count(connection);
    return connection;
  }

  function count(connection: Connection): void {
    const { address } = connection;
    const others = counted.get(address) ?? new Set();
    counted.set(address, others.add(connection));
    if (others.size <= limits.connectionsPerAddress) return;
    // Never the newcomer: it may be of somebody who logged in, and nobody is to be locked out by those who are silent.
    const unused = [...others].find((one) => one !== connection && !isAnswered(one));
    const [oldest = connection] = others;
    const closed = unused ?? oldest;
    // At once: the next of those that come together is not to close the same one again.
    uncount(closed);
    closed.socket.destroy();
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
    const { socket } = request;
    // A request that was made up for a test has none.
    if (!(socket instanceof Socket)) return;
    const connection = connections.get(socket) ?? open(socket);
    if (connection.requests.has(request)) return;
    connection.requests.add(request);
    connection.latest = request;
    connection.window = undefined;
    // Nothing was received or sent for a while. Where nothing waits to be sent, a handler takes its time, or a body is timed.
    response.on("timeout", () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    response.once("close", () => {
      connection.requests.delete(request);
      const others = counted.get(connection.address);
      if (others?.delete(connection)) others.add(connection);
      if (isClosing && connection.requests.size === 0) socket.destroySoon();
    });
  }

  /** A body that brings too little in a window is refused as slow; where nobody reads it, or still a look later, the connection ends. */
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
    const report = connection.onSlow;
    connection.onSlow = undefined;
    if (report === undefined) socket.destroy();
    else report();
  }

  async function lookAgainAndAgain(): Promise<void> {
    while (!ended.signal.aborted) {
      await effects.wait(limits.bodyWindowMs / LOOKS_PER_WINDOW, ended.signal).catch(() => undefined);
      looksUntilLog -= 1;
      for (const connection of connections.values()) look(connection);
    }
  }

  return {
    watch(server) {
      server.on("connection", open);
      server.on("request", began);
      server.on("listening", () => void lookAgainAndAgain());
      server.on("close", () => ended.abort());
    },
    began,
    body(request) {
      const connection = connections.get(request.socket);
      return incomingBody(
        request,
        budget,
        connection && {
          hasSession: () => uncount(connection),
          whenSlow(report) {
            connection.onSlow = report;
            return () => {
              if (connection.onSlow === report) connection.onSlow = undefined;
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
      const timeout = effects.wait(limits.closeTimeoutMs, late.signal).catch(() => undefined);
      await Promise.race([Promise.all(closing), timeout]);
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
