import { afterEach, beforeEach, expect, it } from "vitest";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { makeSessionExtensions, sessionEnd } from "../../../src/server/sessions/session-extensions.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { NotStoredError } from "../../../src/server/store/store-errors.ts";
import { buildServer, type TestServer } from "../build-server.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;

let server: TestServer;
let token: string;
let writes: number;
let broken: boolean;
let trouble: Error;
/** What writes wait for before they come to the store. */
let held: Promise<void> | undefined;

beforeEach(async () => {
  server = await buildServer();
  ({ token } = await server.account({ role: "lender" }));
  [writes, broken, held] = [0, false, undefined];
  trouble = new Error("database is locked");
  const { write } = server.store;
  Object.assign(server.store, {
    write: async (...asked: Parameters<typeof write>) => {
      writes += 1;
      await held;
      if (broken) throw trouble;
      return write(...asked);
    },
  });
});
afterEach(() => server.close());

/** Holds writes back; answers what lets them go. */
function hold(): () => void {
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}

const status = async () => (await server.call("GET", "/api/rest/loans", { token })).status;
const written = async () => {
  await server.store.write(async () => undefined);
  return (await server.store.read((view) => view.session(hashToken(token))))?.expiresAt ?? "";
};

it("a request moves the end of its session, at most once a minute, however many come at once", async () => {
  server.advance(HOUR);
  expect(await Promise.all(Array.from({ length: 10 }, status))).toEqual(Array(10).fill(200));
  expect(writes).toBe(1);
  const hours = (Date.parse(await written()) - server.effects.now().getTime()) / HOUR;
  expect(hours).toBeGreaterThan(12);
  expect(hours).toBeLessThan(12.1);
  writes = 0;
  server.advance(MINUTE / 2);
  expect([await status(), writes]).toEqual([200, 0]);
  server.advance(MINUTE);
  expect([await status(), writes]).toEqual([200, 1]);
});

it("a request that read the session before it was moved does not move it again", async () => {
  const written: string[] = [];
  const store = {
    write: async (): Promise<void> => {
      written.push("write");
    },
  } as unknown as Store;
  const now = server.effects.now();
  const { isAlive, extend } = makeSessionExtensions(store, () => undefined);
  const read = { tokenHash: "t", accountId: "a", expiresAt: sessionEnd(new Date(now.getTime() - HOUR), 12) };
  extend(read, now, 12);
  await Promise.resolve();
  extend(read, now, 12);
  extend({ ...read, tokenHash: "u" }, new Date(now.getTime() + MINUTE / 2), 12);
  extend(read, new Date(now.getTime() + MINUTE / 2), 12);
  expect(written).toHaveLength(2);
  // Nor is its end kept here for longer than a minute.
  extend({ ...read, tokenHash: "v" }, new Date(now.getTime() + MINUTE), 12);
  expect(isAlive(read, new Date(Date.parse(read.expiresAt)))).toBe(false);
});

it("no request waits for it", async () => {
  const release = hold();
  server.advance(HOUR);
  expect([await status(), writes]).toEqual([200, 1]);
  release();
});

it("a server that is closed has written it", async () => {
  server.advance(HOUR);
  expect(await status()).toBe(200);
  await server.app.close();
  await server.store.close();
  const store = await server.openAgain();
  const session = await store.read((view) => view.session(hashToken(token)));
  await store.close();
  expect(Date.parse(session?.expiresAt ?? "")).toBeGreaterThan(server.effects.now().getTime() + 12 * HOUR);
});

it("where it cannot be written requests are answered as ever; it is logged, and tried again a minute later", async () => {
  const before = await written();
  [writes, broken] = [0, true];
  server.advance(HOUR);
  for (let n = 0; n < 5; n += 1) expect(await status()).toBe(200);
  expect(writes).toBe(1);
  expect(server.log).toHaveLength(1);
  expect(server.log[0]).toMatch(/^sessions are not extended: Error: database is locked/);
  // The session lives on in this process, for as long as it is used.
  for (let n = 0; n < 20; n += 1) {
    server.advance(2 * HOUR);
    expect(await status()).toBe(200);
  }
  expect(server.log.splice(0)).toHaveLength(21);
  broken = false;
  expect(await written()).toBe(before);
  server.advance(2 * MINUTE);
  expect(await status()).toBe(200);
  expect(Date.parse(await written())).toBeGreaterThan(server.effects.now().getTime() + 12 * HOUR);
  server.advance(13 * HOUR);
  expect(await status()).toBe(401);
});

it("many sessions that cannot be extended are one line of the log a minute", async () => {
  const tokens = [token];
  for (let n = 0; n < 5; n += 1) tokens.push((await server.account({ role: "lender" })).token);
  broken = true;
  server.advance(HOUR);
  for (const one of tokens) await server.call("GET", "/api/rest/loans", { token: one });
  expect(server.log.splice(0)).toHaveLength(1);
});

it("a disk that refuses is the store's to tell", async () => {
  trouble = new NotStoredError("full");
  broken = true;
  server.advance(HOUR);
  expect([await status(), server.log]).toEqual([200, []]);
});

it("one that waits to be written brings no ended session back", async () => {
  const release = hold();
  server.advance(HOUR);
  expect(await status()).toBe(200);
  held = undefined;
  expect((await server.call("POST", "/api/rest/session/logout", { token })).status).toBe(200);
  expect(await status()).toBe(401);
  release();
  expect(await written()).toBe("");
  expect(await status()).toBe(401);
});

it("a session is alive until its last millisecond, and moved again from the minute on", () => {
  const moved: string[] = [];
  const store = {
    ...server.store,
    write: async () => {
      moved.push("write");
    },
  } as unknown as Store;
  const now = new Date("2026-11-20T10:00:00.000Z");
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const { isAlive, extend } = makeSessionExtensions(store, () => undefined);
  const session = { tokenHash: "t", accountId: "a", expiresAt: sessionEnd(now, 12) };
  const end = 12 * HOUR + MINUTE;
  expect([isAlive(session, at(end - 1)), isAlive(session, at(end))]).toEqual([true, false]);
  extend(session, at(MINUTE - 1), 12);
  expect(moved).toHaveLength(0);
  extend(session, at(MINUTE), 12);
  expect(moved).toHaveLength(1);
  expect(isAlive(session, at(end))).toBe(true);
});
