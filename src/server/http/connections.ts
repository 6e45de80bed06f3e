import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Effects } from "../effects.ts";
import { addressKey } from "./address-key.ts";
import { makeBodyBudget } from "./body-budget.ts";
import type { ClientLimits } from "./client-limits.ts";
import { type IncomingBody, incomingBody } from "./incoming-body.ts";

interface ConnectionParts {
  readonly effects: Pick<Effects, "wait">;
  readonly limits: ClientLimits;
  /** All connections come from a proxy: they are not counted. */
  readonly behindProxy: boolean;
  log(text: string): void;
}

export type Connections = ReturnType<typeof makeConnections>;

interface Connection {
  readonly socket: Socket;
  /** The key it is counted under. */
  readonly address: string;
  /** Not answered yet. */
  readonly requests: Set<IncomingMessage>;
  /** The last one, whose body may still arrive. */
  latest?: IncomingMessage;
  onSlow?: (() => void) | undefined;
  /** For how many looks the body is timed, and what the connection had received before. */
  window?: { looks: number; received: number } | undefined;
}

const LOOKS_PER_WINDOW = 10;
const LOG_EVERY_LOOKS = 60;

/** Limits what the connections of a server cost, and closes them. */
export function makeConnections({ effects, limits, behindProxy, log }: ConnectionParts) {
  const budget = makeBodyBudget(limits.bodyBytes);
  const connections = new Map<Socket, Connection>();
  /** The counted ones by address, the longest unused first. */
  const counted = new Map<string, Set<Connection>>();
  const ended = new AbortController();
  let isClosing = false;
  let looksUntilLog = 0;

  function open(socket: Socket): Connection {
    const address = addressKey(socket.remoteAddress ?? "");
    const connection: Connection = { socket, address, requests: new Set() };
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
    // Never the new one: silent connections must not lock out somebody who is logged in.
    const unused = [...others].find((one) => one !== connection && !awaitsAnswer(one));
    const [oldest = connection] = others;
    const closed = unused ?? oldest;
    // Now, so that the next new connection does not close the same one.
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

  /** To be called with each request: "localhost" has a server for each of its addresses, and not all are watched. */
  function began(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // An injected request of a test has none.
    if (!(socket instanceof Socket)) return;
    const connection = connections.get(socket) ?? open(socket);
    if (connection.requests.has(request)) return;
    connection.requests.add(request);
    connection.latest = request;
    connection.window = undefined;
    // Nothing was received or sent for a while. If nothing waits to be sent, it is the handler that is slow, or the body is timed.
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

  /** Reports a body that brings too little in a window as slow; closes the connection where nobody listens, and one look later. */
  function look(connection: Connection): void {
    const { socket, latest } = connection;
    // The client cannot help it while nobody reads.
    const arrives = latest !== undefined && !latest.complete && latest.readableFlowing === true;
    if (!arrives) {
      connection.window = undefined;
      return;
    }
    connection.window ??= { looks: 0, received: socket.bytesRead };
    const { window } = connection;
    // In looks, not in time: a blocked event loop receives nothing.
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
    /** Watches the connections of a server that does not listen yet. */
    watch(server: Server): void {
      server.on("connection", open);
      server.on("request", began);
      server.on("listening", () => void lookAgainAndAgain());
      server.on("close", () => ended.abort());
    },
    began,
    body(request: IncomingMessage): IncomingBody {
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
    /** Whether the server is closing: it refuses new requests and keeps no connection open. */
    get isClosing(): boolean {
      return isClosing;
    },
    /** Closes connections without a request at once, the others when it is answered or after `closeTimeoutMs`. */
    async close(): Promise<void> {
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

/** Whether the last request has arrived completely and is not answered yet. */
function awaitsAnswer({ latest, requests }: Connection): boolean {
  return latest?.complete === true && requests.has(latest);
}
