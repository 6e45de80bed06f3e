import { renameSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { StoreTrouble, WriteTrouble } from "../../../src/server/store/store.ts";
import { NotStoredError } from "../../../src/server/store/store-errors.ts";
import { buildServer, ofFile, type TestServer } from "../build-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await buildServer();
});
afterEach(() => server.close());

const health = async () => {
  const { status, body } = await server.call("GET", "/api/health");
  return { status, body };
};

ofFile("it moves the file away; `faults/database-away.test.ts` stops the database")(
  "health is of the store, told to anyone without a path or a word of the system; writes are refused meanwhile",
  async () => {
    const token = await server.as("keeper");
    const add = async () =>
      (await server.call("POST", "/api/rest/subjects", { token, body: { name: "Maps" } })).status;
    expect(await health()).toEqual({ status: 200, body: { status: "ok" } });
    renameSync(server.storeFile, `${server.storeFile}.away`);
    expect(await health()).toEqual({ status: 503, body: { status: "degraded", reason: "STORE_GONE" } });
    expect(await add()).toBe(507);
    expect((await server.call("GET", "/api/rest/subjects", { token })).status).toBe(200);
    renameSync(`${server.storeFile}.away`, server.storeFile);
    expect(await health()).toEqual({ status: 200, body: { status: "ok" } });
    expect(await add()).toBe(201);
  },
);

it.each<[StoreTrouble, number, string]>([
  ["full", 200, "STORE_FULL"],
  ["readOnly", 200, "STORE_READ_ONLY"],
  ["failed", 200, "STORE_NOT_WRITABLE"],
  ["gone", 503, "STORE_GONE"],
  ["unreadable", 503, "STORE_UNREADABLE"],
  ["away", 200, "STORE_AWAY"],
])("a store that is %s answers %i, for a server that reads is of use", async (trouble, status, reason) => {
  Object.assign(server.store, { trouble: async () => trouble });
  expect(await health()).toEqual({ status, body: { status: "degraded", reason } });
});

it.each<[StoreTrouble | undefined, number, object]>([
  [undefined, 200, { ready: true }],
  ["full", 200, { ready: true }],
  ["gone", 503, { ready: false, reason: "STORE_GONE" }],
  ["unreadable", 503, { ready: false, reason: "STORE_UNREADABLE" }],
  ["away", 503, { ready: false, reason: "STORE_AWAY" }],
])("a server whose store is %s is ready as long as it can read: %i", async (trouble, status, body) => {
  Object.assign(server.store, { trouble: async () => trouble });
  expect(await server.call("GET", "/api/ready")).toMatchObject({ status, body });
});

it.each<[WriteTrouble, string]>([
  ["full", "Nothing was stored: the disk is full"],
  ["readOnly", "Nothing was stored: the server cannot write"],
])(
  "what is not stored is told in words (%s), and the request that could not be is not logged",
  async (trouble, message) => {
    const token = await server.as("keeper");
    Object.assign(server.store, { write: () => Promise.reject(new NotStoredError(trouble)) });
    const answer = await server.call("POST", "/api/rest/subjects", { token, body: { name: "Maps" } });
    expect(answer.status).toBe(507);
    expect(answer.body).toEqual({
      status: "error",
      errorCode: "NOT_STORED",
      message,
      operation: "create subjects",
    });
    expect(server.log).toEqual([]);
  },
);
