import { expect, test } from "vitest";
import type { Client } from "../../../src/admin/api/client.ts";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import { makePreferences } from "../../../src/admin/services/preferences.ts";
import type { Json } from "../../../src/model/record.ts";
import { makePlace } from "../page.ts";

/** A server that keeps preferences, and may fail. */
function makeServer(stored: Record<string, Json> = {}) {
  let failure: unknown;
  const sent: string[] = [];
  const client: Client = {
    async request(method, path, { body } = {}) {
      const answer = JSON.parse(JSON.stringify(stored));
      await Promise.resolve();
      if (failure !== undefined) throw failure;
      if (method === "GET") return answer;
      const key = path.split("/").at(-1) ?? "";
      sent.push(`${key}=${JSON.stringify(body)}`);
      if (body === null) delete stored[key];
      else stored[key] = body as Json;
      return {};
    },
    exchange: () => Promise.reject(new Error("no")),
    upload: () => Promise.reject(new Error("no")),
    stream: () => Promise.reject(new Error("no")),
    loadModule: () => Promise.reject(new Error("no")),
  };
  return {
    client,
    stored,
    sent,
    fail(next: unknown) {
      failure = next;
    },
  };
}

const cutOff = new ApiFailure("unreachable", "no server");
const refused = (status: number) => new ApiFailure("answer", "refused", { status });
/** Until all that is under way has ended. */
const idle = () => new Promise((resolve) => setTimeout(resolve));

test("what is chosen holds at once, is stored with the account, and is there in another browser", async () => {
  const server = makeServer();
  const here = makePreferences({ account: "ann", client: server.client, storage: makePlace().storage });
  await here.load();
  here.choose("sidebar", "collapsed");
  expect(here.get()).toEqual({ sidebar: "collapsed" });
  await idle();
  expect(server.stored).toEqual({ sidebar: "collapsed" });
  const there = makePreferences({ account: "ann", client: server.client, storage: makePlace().storage });
  await there.load();
  expect(there.get()).toEqual({ sidebar: "collapsed" });
  there.choose("sidebar", undefined);
  await idle();
  expect(server.stored).toEqual({});
});

test("a start has what this browser has, without waiting; a start without it waits", async () => {
  const server = makeServer({ sidebar: "collapsed" });
  const { storage } = makePlace();
  const parts = { account: "ann", client: server.client, storage };
  const first = makePreferences(parts);
  await first.load();
  expect(first.get()).toEqual({ sidebar: "collapsed" });
  server.stored.sidebar = "expanded";
  const second = makePreferences(parts);
  expect(second.get()).toEqual({ sidebar: "collapsed" });
  await second.load();
  await idle();
  expect(second.get()).toEqual({ sidebar: "expanded" });
});

test("what one account chose is not the next one's in the same browser", async () => {
  const server = makeServer({ sidebar: "collapsed" });
  const { storage } = makePlace();
  await makePreferences({ account: "ann", client: server.client, storage }).load();
  expect(makePreferences({ account: "bob", client: server.client, storage }).get()).toEqual({});
});

test("where the server is away it holds in this browser, and is sent with the next choice", async () => {
  const server = makeServer();
  const { storage } = makePlace();
  const parts = { account: "ann", client: server.client, storage };
  const preferences = makePreferences(parts);
  server.fail(cutOff);
  await preferences.load();
  preferences.choose("sidebar", "collapsed");
  preferences.choose("list:books", { pageSize: 20 });
  await idle();
  expect(preferences.get()).toEqual({ sidebar: "collapsed", "list:books": { pageSize: 20 } });
  server.fail(undefined);
  preferences.choose("list:books", { pageSize: 50 });
  await idle();
  expect(server.stored).toEqual({ sidebar: "collapsed", "list:books": { pageSize: 50 } });
});

test("and with the next start, whose answer does not take it back", async () => {
  const server = makeServer({ sidebar: "expanded", theme: "dark" });
  const { storage } = makePlace();
  const parts = { account: "ann", client: server.client, storage };
  const before = makePreferences(parts);
  await before.load();
  server.fail(cutOff);
  before.choose("sidebar", "collapsed");
  before.choose("theme", undefined);
  await idle();
  server.fail(undefined);
  const after = makePreferences(parts);
  await after.load();
  await idle();
  expect(after.get()).toEqual({ sidebar: "collapsed" });
  expect(server.stored).toEqual({ sidebar: "collapsed" });
});

test("the last of several choices counts, and one made while the server is asked", async () => {
  const server = makeServer({ sidebar: "expanded" });
  const preferences = makePreferences({
    account: "ann",
    client: server.client,
    storage: makePlace().storage,
  });
  const loaded = preferences.load();
  for (const state of ["collapsed", "expanded", "collapsed"]) preferences.choose("sidebar", state);
  await loaded;
  await idle();
  expect(preferences.get()).toEqual({ sidebar: "collapsed" });
  expect(server.stored).toEqual({ sidebar: "collapsed" });
  expect(server.sent.at(-1)).toBe('sidebar="collapsed"');
});

test("what the server refuses is not sent for ever", async () => {
  const server = makeServer();
  const preferences = makePreferences({
    account: "ann",
    client: server.client,
    storage: makePlace().storage,
  });
  server.fail(refused(413));
  preferences.choose("list:books", "x".repeat(9_000));
  await idle();
  server.fail(undefined);
  preferences.choose("sidebar", "collapsed");
  await idle();
  expect(server.sent).toEqual(['sidebar="collapsed"']);
  for (const status of [429, 500, 502, 507]) {
    server.fail(refused(status));
    preferences.choose("sidebar", status);
    await idle();
    server.fail(undefined);
    preferences.choose("theme", "dark");
    await idle();
    expect(server.stored.sidebar, String(status)).toBe(status);
  }
});

test("another tab's choice is taken over; what is stored may be anything", async () => {
  const place = makePlace();
  const server = makeServer();
  const parts = { account: "ann", client: server.client, storage: place.storage };
  const one = makePreferences(parts);
  makePreferences(parts).choose("sidebar", "collapsed");
  one.reread();
  expect(one.get()).toEqual({ sidebar: "collapsed" });
  for (const text of [
    "",
    "{",
    "[]",
    "null",
    '{"account":"ann"}',
    '{"account":"ann","values":[],"unsent":[]}',
  ]) {
    place.stored.set("preferences", text);
    expect(makePreferences(parts).get()).toEqual({});
  }
});
