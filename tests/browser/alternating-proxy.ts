import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface AlternatingProxy {
  readonly url: string;
  /** It has noticed that a server does not answer, and sends nothing there any more. */
  leaveOut(server: string): void;
  stop(): Promise<void>;
}

/** A balancer that remembers nobody: each request, whoever's it is, goes to the next server. Answers go on as they come, so streams too. */
export async function alternatingProxy(all: readonly string[]): Promise<AlternatingProxy> {
  let servers = all;
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    pass(`${servers[turn % servers.length]}${incoming.url}`, incoming, outgoing);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    leaveOut(left) {
      servers = servers.filter((one) => one !== left);
    },
    async stop() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

function pass(url: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = "GET" } = incoming;
  // A connection for each: one that is kept may be closed by the server just when it is used again.
  const headers = { ...incoming.headers, connection: "close" };
  const onward = request(url, { method, headers, agent: false }, (answer) => {
    const { connection: _, ...answered } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, answered);
    answer.pipe(outgoing);
    answer.on("error", () => outgoing.destroy());
  });
  onward.on("error", () => incoming.socket.destroy());
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}
