import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildServer, type TestServer } from "../build-server.ts";

const SHOP = "https://shop.example";
const DESK = "http://desk.example:8080";
const ALL = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

let server: TestServer;
let closed: TestServer;
beforeAll(async () => {
  server = await buildServer({ corsOrigins: [SHOP, DESK] });
  closed = await buildServer();
});
afterAll(async () => {
  for (const one of [server, closed]) {
    expect(one.log).toEqual([]);
    await one.close();
  }
});

const corsHeaders = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));

const PATHS = [
  "/api/rest/books",
  "/api/rest/books/1",
  "/api/config/public",
  "/api/nothing",
  "/api",
  "/api/account/x",
];

describe("CORS_ORIGINS", () => {
  it.each([SHOP, DESK])("%s may read every answer, refusals too, and send no cookie", async (origin) => {
    const token = await server.as("stocker");
    const asked = [
      await server.call("GET", "/api/rest/books", { token, headers: { origin } }),
      await server.call("GET", "/api/config/public", { headers: { origin } }),
      await server.call("GET", "/api/rest/books", { headers: { origin } }),
      await server.call("GET", "/api/nothing", { token, headers: { origin } }),
      await server.call("POST", "/api/rest/books", { token, headers: { origin }, body: {} }),
      await server.call("GET", "/api/%zz", { headers: { origin } }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 401, 404, 400, 400]);
    for (const { headers } of asked) {
      expect(corsHeaders(headers)).toEqual({
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "Change-Id, ETag, Retry-After",
      });
      expect(headers.vary).toMatch(/\borigin\b/);
    }
  });

  it.each([
    "https://evil.example",
    "https://shop.example.evil.example",
    "https://sub.shop.example",
    "http://shop.example",
    "https://shop.example:8443",
    "HTTPS://SHOP.EXAMPLE",
    "https://shop.example/",
    "null",
    "*",
    "",
    `${SHOP}, https://evil.example`,
    "https://shop.example\r\nx: y",
  ])("%j is told nothing, and the answer says that others may be", async (origin) => {
    for (const method of ["GET", "OPTIONS"]) {
      const { headers } = await server.call(method, "/api/config/public", { headers: { origin } });
      expect(corsHeaders(headers)).toEqual({});
      expect(headers.vary).toMatch(/\borigin\b/);
    }
  });

  it("a preflight is answered alike for all paths, known or not, without a session", async () => {
    const preflight = {
      origin: SHOP,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "authorization",
    };
    for (const path of PATHS) {
      const { status, text, headers } = await server.call("OPTIONS", path, { headers: preflight });
      expect([path, status, text]).toEqual([path, 204, ""]);
      expect(headers.allow).toBe(ALL);
      expect(corsHeaders(headers)).toEqual({
        "access-control-allow-origin": SHOP,
        "access-control-expose-headers": "Change-Id, ETag, Retry-After",
        "access-control-allow-methods": ALL,
        "access-control-allow-headers":
          "Authorization, Content-Type, Idempotency-Key, If-Match, X-Language, X-Requested-With",
        "access-control-max-age": "600",
      });
    }
  });

  it("pages are nobody else's business", async () => {
    const { headers } = await server.call("GET", "/login", { headers: { origin: SHOP } });
    expect(corsHeaders(headers)).toEqual({});
  });

  it("an answer that is compressed depends on both", async () => {
    const token = await server.as("stocker");
    const headers = { origin: SHOP, "accept-encoding": "gzip", authorization: `Bearer ${token}` };
    const answer = await server.app.inject({ url: "/api/config", headers });
    expect(answer.headers).toMatchObject({ vary: "origin, accept-encoding", "content-encoding": "gzip" });
  });
});

describe("without CORS_ORIGINS", () => {
  it("no answer lets any origin in, and none depends on it (S20)", async () => {
    const headers = { origin: SHOP, "access-control-request-method": "POST" };
    const token = await closed.as("stocker");
    for (const method of ["GET", "OPTIONS", "POST"])
      for (const path of PATHS) {
        const answer = await closed.call(method, path, { token, headers });
        expect(corsHeaders(answer.headers)).toEqual({});
        expect(String(answer.headers.vary)).not.toMatch(/origin/);
      }
  });

  it("OPTIONS answers alike for all paths all the same", async () => {
    const answers = await Promise.all(PATHS.map((path) => closed.call("OPTIONS", path)));
    const without = answers.map(({ status, text, headers: { date: _, "x-request-id": _id, ...rest } }) => ({
      status,
      text,
      rest,
    }));
    for (const one of without) expect(one).toEqual(without[0]);
    expect(without[0]).toMatchObject({
      status: 204,
      text: "",
      rest: { allow: ALL, "cache-control": "no-store" },
    });
  });
});
