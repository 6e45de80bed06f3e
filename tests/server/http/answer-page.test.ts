import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildServer, type TestServer } from "../build-server.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const SCRIPT = "export const x = 1;".repeat(100);
const FILES = new Map([
  ["index.html", bytes('<meta name="style-nonce" content="%STYLE_NONCE%"><p>the page</p>')],
  ["assets/x-1a2b.js", bytes(SCRIPT)],
  ["assets/x-1a2b.js.br", brotliCompressSync(SCRIPT)],
  ["assets/x-1a2b.js.gz", gzipSync(SCRIPT)],
  ["assets/look-3c.css", bytes("p{}")],
  ["favicon.svg", bytes("<svg/>")],
  [".vite/manifest.json", bytes("{}")],
]);

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

let server: TestServer;

beforeAll(async () => {
  server = await buildServer({ browserFiles: FILES });
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

describe("client routes work on reload", () => {
  it.each([
    "/",
    "/login",
    "/register",
    "/config?file=app.json",
    "/books/list?page=2&search=a",
    "/books/create",
    "/books/edit/0123456789abcdef01234567",
    "/no-such-thing/list",
    "/%E9%A3%B2%E5%93%81/list",
  ])("%s has the shape of a screen: it is the page, whether there is such an entity or not", async (url) => {
    for (const accept of [BROWSER, "*/*"]) {
      const { status, text, headers } = await server.call("GET", url, { headers: { accept } });
      expect(status).toBe(200);
      expect(text).toContain("the page");
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
    }
  });

  it.each([
    "/index.html",
    "/no/such.screen",
    "/%E9%A3%B2%E5%93%81",
    "/constructor",
    "/API/config",
    "/books/edit",
    "/favicon.ico",
  ])("%s has not: 404, which the page says to people and JSON to programs", async (url) => {
    const shown = await server.call("GET", url, { headers: { accept: BROWSER } });
    expect([shown.status, shown.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(shown.text).toContain("the page");
    expect(shown.headers["content-security-policy"]).toContain("nonce-");
    const { status, error } = await server.call("GET", url, { headers: { accept: "*/*" } });
    expect([status, error.errorCode]).toEqual([404, "NOT_FOUND"]);
  });

  it("each answer has a nonce of its own, in page and policy", async () => {
    const nonces = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const { text, headers } = await server.call("GET", "/");
      const nonce = /content="([\w-]{22,})"/.exec(text)?.[1] ?? "";
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; script-src 'self'; " +
          `style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; ` +
          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });
});

describe("built files", () => {
  it.each([
    ["br, gzip", "br", FILES.get("assets/x-1a2b.js.br")],
    ["gzip, deflate", "gzip", FILES.get("assets/x-1a2b.js.gz")],
    ["br;q=0, gzip;q=0.5", "gzip", FILES.get("assets/x-1a2b.js.gz")],
    ["", undefined, FILES.get("assets/x-1a2b.js")],
    ["identity", undefined, FILES.get("assets/x-1a2b.js")],
  ])(
    "hashed assets are cached for good, compressed for who takes it: %j",
    async (accept, encoding, content) => {
      const headers = { "accept-encoding": accept };
      const response = await server.app.inject({ url: "/assets/x-1a2b.js?v=1", headers });
      expect(response.statusCode).toBe(200);
      expect(response.headers["content-encoding"]).toBe(encoding);
      expect(response.rawPayload.equals(Buffer.from(content ?? []))).toBe(true);
      expect(response.headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        vary: "accept-encoding",
        "x-content-type-options": "nosniff",
      });
    },
  );

  it("others are asked for each time", async () => {
    const { text, headers } = await server.call("GET", "/favicon.svg");
    expect([text, headers["content-type"], headers["cache-control"]]).toEqual([
      "<svg/>",
      "image/svg+xml",
      "no-cache",
    ]);
  });

  it("a chunk of an older build is 404, never the page", async () => {
    for (const accept of [BROWSER, "*/*"]) {
      const { status, error } = await server.call("GET", "/assets/gone-9.js", { headers: { accept } });
      expect([status, error.errorCode]).toEqual([404, "NOT_FOUND"]);
    }
  });

  it.each([
    "/../package.json",
    "/..%2f..%2fpackage.json",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%5c..%5cpackage.json",
    "/assets/%00",
    "//etc/passwd",
    "/C:%5cwindows",
    "/file:///etc/passwd",
    `/${"a/".repeat(60)}`,
  ])("S07: %s reaches no file", async (url) => {
    const { status, text } = await server.call("GET", url);
    expect([200, 400, 404]).toContain(status);
    if (status === 200) expect(text).toContain("the page");
    else expect(text).toContain('"status":"error"');
  });

  it("what is not for browsers is not served", async () => {
    expect((await server.call("GET", "/.vite/manifest.json")).text).not.toBe("{}");
  });
});

const UNKNOWN = [
  "/api",
  "/api/",
  "/api?x=1",
  "/api/nothing",
  "/api/rest/books/1/2",
  "/api/index.html",
  "/api//rest/books",
  "/api/account",
  `/api/${"x".repeat(3_000)}`,
];

describe("unknown /api paths", () => {
  it.each(UNKNOWN)("with a session a JSON 404: %s", async (url) => {
    const { status, error } = await server.call("GET", url, { token: await server.as("stocker") });
    expect([status, error.errorCode]).toEqual([404, "NOT_FOUND"]);
  });

  it("without a session every path that is not public is the same 401, known or not, by each method", async () => {
    const known = [
      "/api/rest/books",
      "/api/rest/books/0123456789abcdef01234567",
      "/api/rest/loans?page=x",
      "/api/rest/session/validate-token",
      "/api/upload/images",
      "/api/config",
      "/api/config/files",
    ];
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const answers = await Promise.all(
        [...known, ...UNKNOWN].map((url) => server.call(method, url, { headers: { accept: BROWSER } })),
      );
      const alike = answers.map(
        ({ status, body, headers: { date: _, "x-request-id": _id, ...headers } }) => ({
          status,
          body,
          headers,
        }),
      );
      for (const [index, one] of alike.entries())
        expect(one, [...known, ...UNKNOWN][index]).toEqual(alike[0]);
      expect(alike[0]).toMatchObject({
        status: 401,
        body: { status: "error", errorCode: "UNAUTHENTICATED", operation: method.toLowerCase() },
      });
      expect(alike[0]?.headers).not.toHaveProperty("allow");
    }
  });

  it("an ended session is none", async () => {
    const { status } = await server.call("GET", "/api/nothing", { token: "x".repeat(43) });
    expect(status).toBe(401);
  });

  it("every other method too, and says what there is", async () => {
    const token = await server.as("stocker");
    for (const method of ["PATCH", "PUT", "DELETE"]) {
      const { status, headers } = await server.call(method, "/api/rest/books", { token });
      expect([method, status, headers.allow]).toEqual([method, 404, "GET, POST, HEAD, OPTIONS"]);
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { status, error } = await server.call(method, "/books/list");
      expect([method, status, error.errorCode]).toEqual([method, 404, "NOT_FOUND"]);
    }
  });
});

describe("HEAD is sane", () => {
  it("HEAD is GET without the body", async () => {
    const token = await server.as("stocker");
    const headers = { authorization: `Bearer ${token}` };
    const get = await server.app.inject({ method: "GET", url: "/api/rest/books", headers });
    const head = await server.app.inject({ method: "HEAD", url: "/api/rest/books", headers });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
    expect((await server.app.inject({ method: "HEAD", url: "/login" })).statusCode).toBe(200);
  });
});

it("every answer has the security headers", async () => {
  for (const url of [
    "/",
    "/assets/look-3c.css",
    "/api/health",
    "/api/rest/books",
    "/api/nothing",
    "/api/%zz",
    "/assets/none.js",
  ]) {
    const { headers } = await server.call("GET", url);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|upgrade-insecure/);
    expect(headers).not.toHaveProperty("strict-transport-security");
  }
});
