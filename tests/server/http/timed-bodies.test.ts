import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CLIENT_LIMITS } from "../../../src/server/http/client-limits.ts";
import { type Connections, makeConnections } from "../../../src/server/http/connections.ts";
import { headOf, type RawClient, rawClient } from "./raw-client.ts";

/** What a body brings in a window at least: ten looks after its first. */
const BYTES = 1_000;
const LOOKS = 10;

let server: Server;
let connections: Connections;
let port: number;
let release: (() => void)[];
let requests: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
beforeEach(async () => {
  release = [];
  requests = [];
  connections = makeConnections({
    effects: { wait: () => new Promise((resolve) => release.push(resolve)) },
    limits: { ...CLIENT_LIMITS, bodyBytesPerWindow: BYTES },
    behindProxy: false,
    log: () => {},
  });
  server = createServer((request, response) => void requests.push({ request, response }));
  connections.watch(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** So many looks at the connections: no time passes otherwise. */
async function looks(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    for (const go of release.splice(0)) go();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Sends, and waits until the server has received all that this client ever sent. */
async function send(client: RawClient, text: string): Promise<void> {
  const before = client.socket.bytesWritten;
  client.send(text);
  const { localPort } = client.socket;
  await vi.waitFor(
    () => {
      const there = requests.map(({ request }) => request.socket).find((one) => one.remotePort === localPort);
      expect(there?.bytesRead).toBe(before + Buffer.byteLength(text));
    },
    { interval: 2 },
  );
}

/** A client that announced a body of so many bytes. */
async function begin(length: number): Promise<RawClient> {
  const client = await rawClient(port);
  await send(client, headOf("POST", "/", { "content-length": length }));
  return client;
}

const latest = () => {
  const last = requests.at(-1);
  if (last === undefined) throw new Error("There is no request.");
  return last;
};

/** Reads a body as a route does; answers what comes of it. */
function read(request: IncomingMessage): Promise<unknown> {
  const whole = () =>
    new Promise((resolve, reject) => {
      request.resume().once("end", () => resolve("whole"));
      request.once("close", () => reject(new Error("closed")));
    });
  return connections
    .body(request)
    .reading(whole)
    .catch((error: unknown) => (error instanceof Error ? error.message : error));
}

it("a body that brings just enough in each window goes on; one byte less is told slow", async () => {
  const client = await begin(100_000);
  const { request } = latest();
  const reading = read(request);
  await looks(1);
  for (let window = 0; window < 3; window += 1) {
    await send(client, "x".repeat(BYTES));
    await looks(LOOKS);
  }
  expect(request.destroyed).toBe(false);
  await send(client, "x".repeat(BYTES - 1));
  await looks(LOOKS - 1);
  expect(request.destroyed).toBe(false);
  await looks(1);
  expect(await reading).toBe("TOO_SLOW");
});

it("what came in one window counts for that one alone", async () => {
  const client = await begin(100_000);
  const reading = read(latest().request);
  await looks(1);
  await send(client, "x".repeat(10 * BYTES));
  await looks(LOOKS);
  await looks(LOOKS);
  expect(await reading).toBe("TOO_SLOW");
});

it("who is told slow and sends no faster is cut at the next look; the reader is told once", async () => {
  await begin(1_000);
  const { request } = latest();
  const reading = read(request);
  await looks(1 + LOOKS);
  expect(await reading).toBe("TOO_SLOW");
  expect(request.destroyed).toBe(false);
  await looks(1);
  expect(request.socket.destroyed).toBe(true);
});

it("a body whose reader is gone is nobody's to be told of: it is cut", async () => {
  await begin(1_000);
  const { request } = latest();
  await connections.body(request).reading(async () => undefined);
  request.resume();
  await looks(1 + LOOKS);
  expect(request.socket.destroyed).toBe(true);
});

it("a reader that ends late takes nothing from the one after it", async () => {
  await begin(1_000);
  const { request } = latest();
  let end = () => {};
  const first = connections.body(request).reading(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  const second = read(request);
  end();
  await first;
  await looks(1 + LOOKS);
  expect(await second).toBe("TOO_SLOW");
});

it("what nobody reads yet, or waits for its reader, is not the client's fault", async () => {
  const client = await begin(2_000);
  const { request, response } = latest();
  await looks(5 * LOOKS);
  const reading = read(request);
  await looks(LOOKS);
  request.pause();
  await looks(5 * LOOKS);
  request.resume();
  // A window of its own.
  await looks(LOOKS);
  expect(request.destroyed).toBe(false);
  await send(client, "x".repeat(2_000));
  expect(await reading).toBe("whole");
  response.end("ok");
  await client.until(/ok$/);
});

it("the next request of a connection has a window of its own", async () => {
  const client = await begin(10);
  const first = latest();
  const reading = read(first.request);
  await looks(LOOKS);
  await send(client, "x".repeat(10));
  expect(await reading).toBe("whole");
  first.response.end("ok");
  await client.until(/ok$/);
  await send(client, headOf("POST", "/", { "content-length": 10 }));
  const { request } = latest();
  expect(request).not.toBe(first.request);
  const next = read(request);
  await looks(LOOKS);
  expect(request.destroyed).toBe(false);
  await send(client, "x".repeat(10));
  expect(await next).toBe("whole");
});
