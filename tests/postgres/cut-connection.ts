import { type AddressInfo, connect, createServer, type Socket } from "node:net";

interface Cut {
  /** The message does not even go through. */
  readonly isLost?: boolean;
  /** What happens before the sender learns of it. */
  meanwhile?(): Promise<void>;
}

/** A way to a database that is cut behind a message, before its answer comes back. */
export interface CutConnection {
  readonly url: string;
  /** The next message with this text goes through, and then nothing more. */
  cutAt(text: string, cut?: Cut): void;
  /** The other connections are cut too once that message has gone through, and no new ones come about. */
  refuse(): void;
  /** Nothing goes through any more, in neither direction, and nobody is told. */
  mute(): void;
  /** What goes through connections that are made from now on. */
  hear(): void;
  /** How many there are that something goes through. */
  connections(): number;
  close(): void;
}

export async function cutConnection(url: string): Promise<CutConnection> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const muted = new Set<Socket>();
  let isRefusing = false;
  let isMute = false;
  let cut: (Cut & { readonly text: string }) | undefined;
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      if (isMute) muted.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    database
      .on("data", (answer) => muted.has(client) || client.write(answer))
      .on("close", () => client.destroy());
    client.on("close", () => database.destroy());
    client.on("data", (message) => {
      const asked = cut;
      if (muted.has(client)) return;
      if (asked === undefined || !message.includes(asked.text)) return void database.write(message);
      cut = undefined;
      if (asked.isLost) {
        database.removeAllListeners("close");
        void (asked.meanwhile?.() ?? Promise.resolve()).finally(() => client.destroy());
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
    cutAt(text, asked = {}) {
      cut = { text, ...asked };
    },
    refuse() {
      isRefusing = true;
    },
    mute() {
      isMute = true;
      for (const socket of sockets) muted.add(socket);
    },
    hear() {
      isMute = false;
    },
    connections: () => [...sockets].filter((socket) => !muted.has(socket)).length,
    close,
  };
}
