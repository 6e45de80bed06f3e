import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImageRecord } from "../../../src/model/record.ts";
import { smallImageUrl } from "../../../src/wire/paths.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { photo } from "./pictures.ts";
import { uploaded } from "./upload.ts";

let server: TestServer;
let image: ImageRecord;
beforeAll(async () => {
  server = await buildServer();
  [image = { fileName: "", imgUrl: "", expiresAt: null }] = await uploaded(
    server,
    await server.as("stocker"),
    await photo(1_200, 600),
  );
});
afterAll(() => server.close());

describe("◆ An image's address needs no session (an `img` tag sends none); its name is long and random. Served with its true type, `nosniff`, cached for good.", () => {
  it("in full", async () => {
    const { statusCode, headers, rawPayload } = await server.app.inject({ url: image.imgUrl });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "content-length": String(rawPayload.length),
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 600, height: 1_200 });
  });

  it("The server keeps a small rendition too, for lists.", async () => {
    const { statusCode, headers, rawPayload } = await server.app.inject({ url: smallImageUrl(image.imgUrl) });
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(headers["content-security-policy"]).toContain("sandbox");
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "webp", width: 160, height: 320 });
    expect(rawPayload.length).toBeLessThan(20_000);
  });

  it("whatever session is sent with it", async () => {
    for (const authorization of ["Bearer x", `Bearer ${"x".repeat(43)}`, "Basic eA=="]) {
      const { status } = await server.call("GET", image.imgUrl, { headers: { authorization } });
      expect(status).toBe(200);
    }
  });

  it("answers HEAD, and 304 to who has it", async () => {
    const head = await server.app.inject({ method: "HEAD", url: image.imgUrl });
    expect([head.statusCode, head.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    const etag = String(head.headers.etag);
    const again = (tag: string) =>
      server.app.inject({ url: image.imgUrl, headers: { "if-none-match": tag } });
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const { statusCode, rawPayload, headers } = await again(tag);
      expect([statusCode, rawPayload.length, headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await again('"another"')).statusCode).toBe(200);
    const small = await server.app.inject({ url: smallImageUrl(image.imgUrl) });
    expect(small.headers.etag).not.toBe(etag);
  });
});

it("S07: nothing but a name that this server gave is a name", async () => {
  const { fileName } = image;
  // "../" never arrives here: whoever asks resolves it before sending. Encoded, it does.
  const names = [
    `..%2f${fileName}`,
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "..%5c..%5cwindows%5cwin.ini",
    "%2fetc%2fpasswd",
    `${fileName}%00.png`,
    `${fileName}%00`,
    `${fileName}/`,
    fileName.toUpperCase(),
    fileName.replace(".jpg", ".png"),
    fileName.replace(".jpg", ""),
    `${fileName}.svg`,
    "x".repeat(1_900),
    "％2e％2e",
    "__proto__",
    "constructor",
    "%E0%A4%A",
    "'%20or%201=1%20--",
  ];
  const token = await server.as("stocker");
  for (const name of names) {
    for (const folder of ["/api/images/", "/api/images/small/"]) {
      const { statusCode, headers } = await server.app.inject({ url: `${folder}${name}` });
      // 401: more segments than an image has are no public path.
      expect(name.includes("/") ? [401, 404] : [400, 404], name).toContain(statusCode);
      expect(headers["content-type"]).toContain("application/json");
      expect(headers["cache-control"]).toBe("no-store");
    }
    const { status } = await server.call("DELETE", `/api/upload/images/${name}`, { token });
    expect([200, 400, 404], name).toContain(status);
  }
  expect((await server.call("GET", image.imgUrl)).status).toBe(200);
  expect(server.log).toEqual([]);
});
