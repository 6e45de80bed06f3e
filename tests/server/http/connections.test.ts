import { once } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import { type BuildOptions, buildServer, type TestServer } from "../build-server.ts";
import { rowsOf } from "../records/library-records.ts";
import { bearer, headOf, listen, type RawClient, rawClient } from "./raw-client.ts";

const LIMIT = 10;

let server: TestServer;
let port: number;
afterEach(() => server.close());

async function begin(options: BuildOptions = {}): Promise<void> {
  server = await buildServer({ limits: { connectionsPerAddress: LIMIT }, ...options });
  port = await listen(server);
}

async function open(count: number, from?: string): Promise<RawClient[]> {
  const clients: RawClient[] = [];
  for (let n = 0; n < count; n += 1) clients.push(await rawClient(port, from));
  return clients;
}

/** Waits until the server has seen them all: it answers in the order in which it accepts. */
async function health(client: RawClient): Promise<void> {
  client.send(headOf("GET", "/api/health"));
  await client.until(/"status":"ok"\}$/);
}

const alive = (clients: readonly RawClient[]) => clients.filter(({ socket }) => !socket.closed).length;

it("of more connections than an address may have the longest unused are closed, never the newcomer", async () => {
  await begin();
  const silent = await open(LIMIT * 3);
  const [newcomer] = await open(1);
  await health(newcomer as RawClient);
  await vi.waitFor(() => expect(alive(silent)).toBe(LIMIT - 1));
  expect(alive(silent.slice(-(LIMIT - 1)))).toBe(LIMIT - 1);
  expect(server.log).toEqual([
    `127.0.0.1 has more than ${LIMIT} connections without a session: the longest unused are closed. If that is a proxy, set TRUST_PROXY.`,
  ]);
});

it("that holds for those who come all at once", async () => {
  await begin();
  const all = await Promise.all(Array.from({ length: LIMIT * 5 }, () => rawClient(port)));
  await vi.waitFor(() => expect(alive(all)).toBe(LIMIT));
});

it("half a head and half a body are as unused as silence; a request that is being answered is not", async () => {
  await begin();
  const [waits, halfHead, halfBody] = (await open(3)) as [RawClient, RawClient, RawClient];
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const held = server.store.write(() => gate);
  const newcomer = { username: "waits", password: "waits for it", role: "stocker" };
  const body = JSON.stringify(newcomer);
  waits.send(`${headOf("POST", "/api/rest/members", { "content-length": body.length })}${body}`);
  halfHead.send("GET /api/health HTTP/1.1\r\n");
  halfBody.send(`${headOf("POST", "/api/rest/session/login", { "content-length": 100 })}{`);
  await health((await open(1))[0] as RawClient);
  await open(LIMIT + 5);
  await Promise.all([halfHead.closed, halfBody.closed]);
  goOn();
  await held;
  expect(await waits.until(/\}$/)).toMatch(/^HTTP\/1\.1 /);
});

it("staff are not counted, and not closed, however many others come from their address", async () => {
  await begin();
  const token = await server.as("stocker");
  const ask = headOf("GET", "/api/rest/subjects", bearer(token));
  const staff: RawClient[] = [];
  for (let n = 0; n < LIMIT * 2; n += 1) {
    const [client] = (await open(1)) as [RawClient];
    client.send(ask);
    await client.until(/"total":0\}$/);
    staff.push(client);
  }
  await open(LIMIT * 3);
  expect(alive(staff)).toBe(LIMIT * 2);
  for (const client of staff) {
    client.send(ask);
    await client.until(/("total":0\}.*){2}$/s);
  }
});

it("a token that is none does not make a connection one of staff", async () => {
  await begin();
  const strangers = await open(LIMIT);
  for (const client of strangers) {
    client.send(headOf("GET", "/api/rest/subjects", bearer("x".repeat(43))));
    await client.until(/UNAUTHENTICATED/);
  }
  await open(LIMIT);
  await vi.waitFor(() => expect(alive(strangers)).toBe(0));
});

it("one address takes nothing from another", async () => {
  await begin();
  const quiet = await open(LIMIT, "127.0.0.2");
  await open(LIMIT * 3, "127.0.0.3");
  const [newcomer] = (await open(1, "127.0.0.3")) as [RawClient];
  await health(newcomer);
  expect(alive(quiet)).toBe(LIMIT);
});

it("the connections of a trusted proxy are not counted", async () => {
  await begin({ trustProxy: 1 });
  const clients = await open(LIMIT * 3);
  await health(clients.at(-1) as RawClient);
  expect(alive(clients)).toBe(LIMIT * 3);
  expect(server.log).toEqual([]);
});

it("a server that closes answers what is under way, does nothing that comes later, and waits for nobody else", async () => {
  await begin({ limits: { closeTimeoutMs: 10_000 } });
  const token = await server.as("stocker");
  const create = (name: string) => {
    const body = JSON.stringify({ name });
    return headOf("POST", "/api/rest/subjects", { ...bearer(token), "content-length": body.length }) + body;
  };
  const [busy, silent, halfHead] = (await open(3)) as [RawClient, RawClient, RawClient];
  halfHead.send("GET /api/health HTTP/1.1\r\n");
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const held = server.store.write(() => gate);
  const requests = () => once(server.app.server, "request");
  busy.send(create("under way"));
  await requests();
  const ended = server.app.close();
  await Promise.all([silent.closed, halfHead.closed]);
  busy.send(create("too late"));
  await requests();
  goOn();
  await held;
  expect(await busy.closed).toMatch(/^HTTP\/1\.1 201 .*connection: close.*"under way"/is);
  await ended;
  await expect(rawClient(port)).rejects.toThrow("ECONNREFUSED");
  // Behind all that was begun.
  await server.store.write(async () => undefined);
  expect(await rowsOf(server, "subjects")).toMatchObject([{ name: "under way" }]);
});

it("what is under way for longer than closing may take is cut", async () => {
  await begin({ limits: { closeTimeoutMs: 200 } });
  const [half] = (await open(1)) as [RawClient];
  half.send(`${headOf("POST", "/api/rest/session/login", { "content-length": 100 })}{`);
  await health((await open(1))[0] as RawClient);
  await server.app.close();
  expect(await half.closed).toBe("");
});
