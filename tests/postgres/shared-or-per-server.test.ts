import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { hashPassword } from "../../src/server/accounts/password.ts";
import { keepServed } from "../../src/server/config/served-files.ts";
import type { ClientLimits } from "../../src/server/http/client-limits.ts";
import { CHANGES_PATHS } from "../../src/wire/changes.ts";
import type { ChartAnswer } from "../../src/wire/chart.ts";
import { DRAFT_HEADER, type DraftAnswer } from "../../src/wire/config-editing.ts";
import { PATHS } from "../../src/wire/paths.ts";
import type { AppView } from "../../src/wire/views.ts";
import { buildServer, METRICS_TOKEN, type TestServer } from "../server/build-server.ts";
import { editedLibrary } from "../server/config/edited-library.ts";
import { type ReadStream, readStream } from "../server/live/read-stream.ts";
import { makeBook } from "../server/records/library-records.ts";

// What a server has in memory, one by one: here it is the same at all servers on one database, there it is each server's own.

const PASSWORD = "correct horse 茶";
const BEAT_MS = 200;
const UNHEARD_BEATS = 3;
const SOON = { timeout: 5_000, interval: 50 };

const library = editedLibrary();
library.edit("app.json", (app) => {
  app.limits.loginTriesPerAddress = 15;
});
afterAll(library.remove);
let one: TestServer;
let two: TestServer;
let addresses: ReadonlyMap<TestServer, string>;

async function begin(limits: Partial<ClientLimits> = {}) {
  const options = { engine: "postgres", folder: library.config, limits } as const;
  one = await buildServer(options);
  await keepServed(one, (await one.config?.read()) ?? new Map(), []);
  two = await buildServer({ ...options, beside: one });
  const listening = [one, two].map(
    async (server) => [server, await server.app.listen({ port: 0, host: "127.0.0.1" })] as const,
  );
  addresses = new Map(await Promise.all(listening));
}
beforeEach(() => begin());
afterEach(async () => {
  await two.close();
  await one.close();
});

const streamAt = (server: TestServer, token: string) => readStream(addresses.get(server) ?? "", token);
const namesTold = ({ told }: ReadStream) =>
  told.findLast(({ viewers }) => viewers !== undefined)?.viewers?.people.map(({ name }) => name);
const hasOpen = (server: TestServer, token: string, { id: stream }: ReadStream, _id: string | undefined) =>
  server.call("POST", CHANGES_PATHS.open, {
    token,
    body: { stream, record: _id === undefined ? null : { entity: "books", _id } },
  });

it("shared: sessions, from log-in to log-out, and preferences", async () => {
  const body = { username: "anna", password: PASSWORD };
  await one.account({ role: "keeper", username: "anna", password: await hashPassword(PASSWORD) });
  const { body: session } = await one.call<{ token: string }>("POST", "/api/rest/session/login", { body });
  const { token } = session;
  const headers = { "content-type": "application/json" };
  const saved = await one.call("PUT", "/api/preferences/sidebar", { token, body: '"collapsed"', headers });
  expect(saved.status).toBe(200);
  expect(await two.call("GET", "/api/preferences", { token })).toMatchObject({
    status: 200,
    body: { sidebar: "collapsed" },
  });
  expect((await two.call("POST", "/api/rest/session/logout", { token })).status).toBe(200);
  expect((await one.call("GET", "/api/preferences", { token })).status).toBe(401);
});

it("shared: failed log-ins are counted together, and so are registrations", async () => {
  const { loginTriesPerAccount, loginTriesPerAddress } = one.holder.current.config.app.limits;
  await one.account({ role: "keeper", username: "anna", password: await hashPassword(PASSWORD) });
  const logIn = async (server: TestServer, password: string, username = "anna") =>
    (await server.call("POST", "/api/rest/session/login", { body: { username, password } })).status;
  for (let tried = 0; tried < loginTriesPerAccount; tried += 1)
    expect(await logIn(tried % 2 === 0 ? one : two, "wrong")).toBe(400);
  for (const server of [one, two])
    await vi.waitFor(async () => expect(await logIn(server, PASSWORD)).toBe(429), SOON);
  // Only that account is shut out, and only for a minute.
  expect(await logIn(two, "wrong", "ben")).toBe(400);
  one.advance(61_000);
  two.advance(61_000);
  expect(await logIn(two, PASSWORD)).toBe(200);

  const register = async (server: TestServer, name: number) => {
    const body = { username: `reader-${name}`, password: PASSWORD, confirm: PASSWORD, role: "lender" };
    return (await server.call("POST", "/api/rest/members", { body })).status;
  };
  for (let name = 0; name < loginTriesPerAddress; name += 1)
    expect(await register(name % 2 === 0 ? one : two, name)).toBe(201);
  for (const server of [one, two])
    await vi.waitFor(async () => expect(await register(server, 0)).toBe(429), SOON);
}, 60_000);

it("shared: who has a record open, whichever server has the stream and whichever is told", async () => {
  const book = await makeBook(one);
  const [ann, ben] = [
    await one.account({ role: "keeper", username: "ann" }),
    await one.account({ role: "keeper", username: "ben" }),
  ];
  const anns = await streamAt(one, ann.token);
  const bens = await streamAt(two, ben.token);
  // Each at the server that does not have the stream.
  expect((await hasOpen(two, ann.token, anns, book._id)).status).toBe(200);
  expect((await hasOpen(one, ben.token, bens, book._id)).status).toBe(200);
  await vi.waitFor(() => expect([namesTold(anns), namesTold(bens)]).toEqual([["ben"], ["ann"]]), SOON);
  // Another account's stream is its own, wherever that is asked.
  await hasOpen(one, ann.token, bens, undefined);
  expect((await hasOpen(two, ann.token, bens, undefined)).status).toBe(404);
  await hasOpen(one, ben.token, bens, undefined);
  await vi.waitFor(() => expect(namesTold(anns)).toEqual([]), SOON);
  await hasOpen(one, ben.token, bens, book._id);
  await vi.waitFor(() => expect(namesTold(anns)).toEqual(["ben"]), SOON);
  bens.cancel();
  await vi.waitFor(() => expect(namesTold(anns)).toEqual([]), SOON);
});

it("a client is heard by whichever server it tells that it is there; a server that says nothing any more takes its people with it", async () => {
  await two.close();
  await one.close();
  await begin({ streamBeatMs: BEAT_MS, streamUnheardBeats: UNHEARD_BEATS });
  const book = await makeBook(one);
  const ann = await one.account({ role: "keeper", username: "ann" });
  const ben = await one.account({ role: "keeper", username: "ben" });
  const anns = await streamAt(one, ann.token);
  await hasOpen(two, ann.token, anns, book._id);
  // As a server that is then killed.
  const record = { entity: "books", _id: book._id };
  two.store.peers?.tell("opened", { stream: "of a killed server", accountId: ben._id, record });
  await vi.waitFor(() => expect(namesTold(anns)).toEqual(["ben"]), SOON);
  let isOver = false;
  void anns.ended.then(() => {
    isOver = true;
  });
  const beats = () => anns.told.filter((message) => Object.keys(message).length === 1).length;
  for (let heard = 0; heard <= UNHEARD_BEATS * 3; heard = beats()) {
    await hasOpen(two, ann.token, anns, book._id);
    await vi.waitFor(() => expect(beats()).toBeGreaterThan(heard), SOON);
  }
  expect([isOver, namesTold(anns)]).toEqual([false, []]);
  // And nobody hears one that says nothing.
  expect(await anns.ended).toBe("ended");
});

it("each server's own: how many streams an account has open", async () => {
  await two.close();
  await one.close();
  await begin({ streamsPerAccount: 1 });
  const { token } = await one.account({ role: "keeper", username: "ann" });
  await streamAt(one, token);
  expect((await one.call("GET", CHANGES_PATHS.changes, { token })).status).toBe(429);
  await streamAt(two, token);
});

it("each server's own: the kept numbers of charts, for a minute", async () => {
  const token = await one.as("stocker");
  const amountAt = async (server: TestServer) => {
    const url = `${PATHS.chart}?${new URLSearchParams({ tile: "Worth by genre" })}`;
    const { body } = await server.call<ChartAnswer>("GET", url, { token });
    return body.groups.reduce((sum, { amount }) => sum + amount, 0);
  };
  await makeBook(one, { genre: "novel", price: 2 });
  expect(await amountAt(one)).toBe(2);
  await makeBook(one, { genre: "novel", price: 3 });
  expect([await amountAt(one), await amountAt(two)]).toEqual([2, 5]);
  one.advance(61_000);
  expect(await amountAt(one)).toBe(5);
});

it("shared: the last three previews of the config of each who edits it, with their validators", async () => {
  const { token } = await one.account({ role: "director", username: "boss" });
  const other = await one.account({ role: "director", username: "another" });
  const file = readFileSync(join(library.config, "entities/books.json"), "utf8");
  const made: string[] = [];
  for (const limit of [401, 402, 403, 404]) {
    const files = { "entities/books.json": file.replace('"maximum": 500', `"maximum": ${limit}`) };
    const { body } = await one.call<DraftAnswer>("POST", PATHS.configDrafts, { token, body: { files } });
    made.push(String(body.token));
  }
  const look = async (server: TestServer, draft: string | undefined, as = token) => {
    const headers = { [DRAFT_HEADER]: String(draft) };
    const { status, body } = await server.call<AppView>("GET", PATHS.config, { token: as, headers });
    const books = body.entities?.find((one) => one.access === "full" && one.entity.id === "books");
    const found = books?.access === "full" ? books : undefined;
    const price = found?.entity.fields.find(({ name }) => name === "price")?.schema;
    return [status, price?.type === "number" && price.maximum, found?.validator.url];
  };
  const [first, ...last] = made;
  const ahead = await Promise.all(last.map((draft) => look(two, draft)));
  expect(ahead.map(([status, limit]) => [status, limit])).toEqual(
    [402, 403, 404].map((limit) => [200, limit]),
  );
  expect(ahead).toEqual(await Promise.all(last.map((draft) => look(one, draft))));
  for (const server of [one, two]) {
    expect((await look(server, first))[0]).toBe(410);
    expect((await look(server, last[0], other.token))[0]).toBe(410);
  }
  // A server that never made the draft has the code too, also the next one that starts.
  const third = await buildServer({ engine: "postgres", folder: library.config, beside: one });
  const codeAt = async (server: TestServer) => (await server.call("GET", String(ahead[2]?.[2]))).text;
  expect(await codeAt(third)).toBe(await codeAt(one));
  expect((await third.call("GET", `${PATHS.validators}/unknown.js`)).status).toBe(404);
  await third.close();
}, 60_000);

it("each server's own: metrics, which count its requests alone", async () => {
  await one.call("GET", "/api/health");
  const countAt = async (server: TestServer) => {
    const { text } = await server.call("GET", "/api/metrics", { token: METRICS_TOKEN });
    return text.split("\n").filter((line) => line.startsWith("http_requests_total{") && /health/.test(line))
      .length;
  };
  expect([await countAt(one), await countAt(two)]).toEqual([1, 0]);
});
