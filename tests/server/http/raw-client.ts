import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { TestServer } from "../build-server.ts";

/** A connection on which a test says what it wants, and as much of it as it wants. */
export interface RawClient {
  readonly socket: Socket;
  send(text: string | Uint8Array): void;
  /** All that was answered so far. */
  readonly answered: string;
  /** Resolves with all that was answered, when that matches. Rejects where the connection is closed before. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with all that was answered, when the server has closed the connection. */
  readonly closed: Promise<string>;
}

/** Listens on any free port. */
export async function listen({ app }: TestServer): Promise<number> {
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return Number(new URL(address).port);
}

/** @param from which of this machine's own addresses it comes from */
export async function rawClient(port: number, from = "127.0.0.1"): Promise<RawClient> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  onTestFinished(() => void socket.destroy());
  let answered = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answered += text;
  });
  // Being cut off is what is tested.
  socket.on("error", () => undefined);
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(answered)));
  await once(socket, "connect");
  return {
    socket,
    send: (text) => void socket.write(text),
    get answered() {
      return answered;
    },
    async until(pattern) {
      while (!pattern.test(answered)) {
        if (socket.closed) throw new Error(`Closed after: ${answered}`);
        await Promise.race([new Promise((resolve) => socket.once("data", resolve)), closed]);
      }
      return answered;
    },
    closed,
  };
}

/** The head of a request. */
export function headOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const lines = Object.entries({ host: "test", "content-type": "application/json", ...headers })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
