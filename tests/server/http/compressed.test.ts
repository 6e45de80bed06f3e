import { gunzipSync } from "node:zlib";
import type { FastifyReply } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compressed } from "../../../src/server/http/compressed.ts";
import { buildServer, type TestServer } from "../build-server.ts";

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

it("a gzip that is refused is not sent", async () => {
  const { headers } = await get("/api/config", "gzip;q=0, br");
  expect([headers["content-encoding"], headers.vary]).toEqual([undefined, "accept-encoding"]);
});

it("one of more than 256 kB is the same, compressed beside the event loop", async () => {
  const summary = "珍珠 long words, ".repeat(10_000);
  for (let index = 0; index < 5; index += 1)
    await server.insert("books", { title: `Long ${index}`, summary });
  const url = "/api/rest/books?sortField=title&sortOrder=asc";
  const plain = await get(url, "identity");
  expect(plain.json().books).toHaveLength(5);
  expect(plain.json().books[4]).toMatchObject({ title: "Long 4", summary });
  const packed = await get(url, "gzip");
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  const head = await server.app.inject({
    method: "HEAD",
    url,
    headers: { authorization: `Bearer ${token}` },
  });
  expect([head.statusCode, head.payload]).toEqual([200, ""]);
});

it("from 4,096 characters on, at once up to 256 kB", () => {
  const answered = (length: number) => {
    const headers: Record<string, unknown> = {};
    const request = { headers: { "accept-encoding": "gzip" } };
    const header = (name: string, value: unknown) => Object.assign(headers, { [name]: value });
    const reply = { request, header, getHeader: () => undefined } as unknown as FastifyReply;
    const body = compressed(reply, "x".repeat(length));
    return [headers["content-encoding"], typeof body === "string" ? "text" : body.constructor.name];
  };
  expect(answered(4_095)).toEqual([undefined, "text"]);
  expect(answered(4_096)).toEqual(["gzip", "Buffer"]);
  expect(answered(256 * 1024)).toEqual(["gzip", "Buffer"]);
  expect(answered(256 * 1024 + 1)).toEqual(["gzip", "Gzip"]);
});

it("a short one goes as it is", async () => {
  expect((await get("/api/health", "gzip")).headers["content-encoding"]).toBeUndefined();
});
