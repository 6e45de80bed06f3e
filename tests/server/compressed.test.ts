import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildServer, type TestServer } from "./build-server.ts";

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await buildServer();
  token = await server.as("keeper");
});
afterAll(() => server.close());

const get = (url: string, accept: string) =>
  server.app.inject({
    url,
    headers: { authorization: `Bearer ${token}`, "accept-encoding": accept },
  });

it("a long answer travels gzipped to whoever can read that", async () => {
  const plain = await get("/api/config", "identity");
  const packed = await get("/api/config", "br, gzip");
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload);
  expect(packed.rawPayload.length * 3).toBeLessThan(plain.payload.length);
  expect([plain.headers["content-encoding"], plain.headers.vary]).toEqual([undefined, "accept-encoding"]);
});

it("a short one goes as it is", async () => {
  expect((await get("/api/health", "gzip")).headers["content-encoding"]).toBeUndefined();
});
