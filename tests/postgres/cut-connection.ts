import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a database that is cut behind a message, before its answer comes back. */
export interface CutConnection {
  readonly url: string;
  /** The next message with this text goes through, and then nothing more. @param isLost it does not even go through */
  cutAt(text: string, isLost?: boolean): void;
  /** The other connections are cut too once that message has gone through, and no new ones come about. */
  refuse(): void;
  close(): void;
}

export async function cutConnection(url: string): Promise<CutConnection> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isRefusing = false;
  let cut: { readonly text: string; readonly isLost: boolean } | undefined;
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    database.on("data", (answer) => client.write(answer)).on("close", () => client.destroy());
    client.on("close", () => database.destroy());
    client.on("data", (message) => {
      const asked = cut;
      if (asked === undefined || !message.includes(asked.text)) return void database.write(message);
      cut = undefined;
      if (asked.isLost) {
        client.destroy();
        return;
      }
      // Its answer is waited for, and thrown away.
      database.removeAllListeners("data").on("data", () => (isRefusing ? close() : client.destroy()));
      database.write(message);
    });
  });
  function close(): void {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    cutAt(text, isLost = false) {
      cut = { text, isLost };
    },
    refuse() {
      isRefusing = true;
    },
    close,
  };
}
