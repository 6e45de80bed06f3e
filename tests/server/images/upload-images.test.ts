import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { NotStoredError } from "../../../src/server/store/store-errors.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { bomb, CANARY, photo, plain, SCRIPTED_SVG } from "./pictures.ts";
import { formOf, MULTIPART, send, UPLOAD, uploaded } from "./upload.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await buildServer();
  token = await server.as("stocker");
});
afterAll(() => server.close());

const bytesOf = (url: string) =>
  server.app.inject({ method: "GET", url }).then(({ rawPayload }) => rawPayload);

describe("◆ `POST /upload/images`: multipart, repeated field `files`, at most 5 files of 5 MB; answers a JSON list `[{ fileName, imgUrl, expiresAt }]` with 200 or 201", () => {
  it("answers the images in the order sent, to expire a day later", async () => {
    const images = await uploaded(server, token, await plain("png"), await photo(), await plain("webp"));
    expect(images.map(({ fileName }) => fileName.split(".")[1])).toEqual(["png", "jpg", "webp"]);
    for (const { fileName, imgUrl, expiresAt, ...more } of images) {
      expect(more).toEqual({});
      expect(fileName).toMatch(/^[A-Za-z0-9_-]{43}\.\w+$/);
      expect(imgUrl).toBe(`/api/images/${fileName}`);
      const hours = (Date.parse(String(expiresAt)) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(23.9);
      expect(hours).toBeLessThan(24.1);
    }
    expect(new Set(images.map(({ fileName }) => fileName)).size).toBe(3);
  });

  it("each is stored in a transaction of its own, the largest first; where one fails, those before are deleted again", async () => {
    const named: string[][] = [];
    const lengths: number[] = [];
    const write = server.store.write.bind(server.store);
    const failing = vi.spyOn(server.store, "write").mockImplementation((work) => {
      const names: string[] = [];
      named.push(names);
      return write((transaction) =>
        work({
          ...transaction,
          addImage: async (image, full, small) => {
            names.push(image.fileName);
            lengths.push(full.length);
            if (named.length === 3) throw new NotStoredError("full", undefined);
            await transaction.addImage(image, full, small);
          },
        }),
      );
    });
    const pictures = [await plain("png"), await photo(), await plain("webp")];
    const { status } = await send(
      server,
      token,
      pictures.map((bytes) => ({ bytes })),
    );
    failing.mockRestore();
    expect(status).toBe(507);
    // The last is the deletion.
    expect(named.map((of) => new Set(of).size)).toEqual([1, 1, 1, 0]);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    const stored = await server.store.read((view) =>
      Promise.all(named.flat().map((name) => view.image(name))),
    );
    expect(stored.filter((image) => image !== undefined)).toEqual([]);
  });

  it("Location and other metadata do not survive.", async () => {
    const [image] = await uploaded(server, token, await photo());
    const bytes = await bytesOf(image?.imgUrl ?? "");
    expect(bytes.includes(CANARY)).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 300, height: 600 });
  });

  it("takes a file of just under the limit, refuses one above it: 413 with a sentence", async () => {
    const side = 1_290;
    const noise = await sharp(randomBytes(side * side * 3), {
      raw: { width: side, height: side, channels: 3 },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(noise.length).toBeLessThan(5 * 1024 * 1024);
    expect(noise.length).toBeGreaterThan(4.7 * 1024 * 1024);
    expect((await send(server, token, [{ bytes: noise }])).status).toBe(201);
    const padded = Buffer.concat([noise, Buffer.alloc(5 * 1024 * 1024 - noise.length + 1)]);
    const { status, error } = await send(server, token, [{ bytes: padded }]);
    expect([status, error.errorCode, error.message]).toEqual([
      413,
      "TOO_LARGE",
      "That is too large: at most 5 MB",
    ]);
  });

  it("takes a file of exactly the limit, refuses one of a byte more", async () => {
    const picture = await plain("png");
    const own = await buildServer({
      config: {
        "app.json": (json) => {
          json.limits = { ...json.limits, imageBytes: picture.length };
        },
      },
    });
    const stocker = await own.as("stocker");
    expect(await uploaded(own, stocker, picture, picture)).toHaveLength(2);
    const more = Buffer.concat([picture, Buffer.alloc(1)]);
    expect((await send(own, stocker, [{ bytes: more }])).status).toBe(413);
    await own.close();
  });

  it("refuses what is far too large before reading it", async () => {
    const headers = { ...MULTIPART, "content-length": String(10 ** 9) };
    const { status } = await server.call("POST", UPLOAD, { token, body: formOf([]), headers });
    expect(status).toBe(413);
  });

  it("refuses a sixth file, and then keeps none", async () => {
    const bytes = await plain("png");
    const { status, error } = await send(server, token, Array(6).fill({ bytes }));
    expect([status, error.errorCode, error.message]).toEqual([
      400,
      "BAD_REQUEST",
      "At most 5 files at a time",
    ]);
    expect(await uploaded(server, token, ...Array(5).fill(bytes))).toHaveLength(5);
  });

  it("keeps all of an upload or nothing", async () => {
    const before = await imageCount();
    const good = await plain("png");
    const { status, error } = await send(server, token, [
      { bytes: good },
      { bytes: SCRIPTED_SVG, name: "標誌.png" },
      { bytes: good },
    ]);
    expect([status, error.errorCode, error.message]).toEqual([
      415,
      "NOT_AN_IMAGE",
      "標誌.png is not an image",
    ]);
    expect(await imageCount()).toBe(before);
  });

  it.each([
    ["no files", formOf([]), MULTIPART],
    ["another field", formOf([{ bytes: Buffer.from("x"), field: "avatar" }]), MULTIPART],
    ["a prototype's name", formOf([{ bytes: Buffer.from("x"), field: "__proto__" }]), MULTIPART],
    ["no end", formOf([{ bytes: Buffer.alloc(9_999) }]).subarray(0, 5_000), MULTIPART],
    ["no multipart", Buffer.from("{}"), { "content-type": "application/json" }],
    ["no boundary", Buffer.from("x"), { "content-type": "multipart/form-data" }],
    ["nothing", Buffer.alloc(0), MULTIPART],
  ])("an upload with %s is 400", async (_name, body, headers) => {
    const answer = await server.call("POST", UPLOAD, { token, body, headers });
    expect([answer.status, answer.error.status]).toEqual([400, "error"]);
    expect(server.log).toEqual([]);
  });
});

describe("The kind of a file is read from its bytes and decoding it, not from its name or declared type; png, jpeg, webp, gif; never svg.", () => {
  it("whatever it says it is", async () => {
    const gif = await plain("gif");
    const answer = await send(server, token, [
      { bytes: gif, name: "../../etc/passwd\\x.svg", type: "image/svg+xml" },
      { bytes: gif, name: "page.html", type: "text/html" },
    ]);
    expect(answer.status).toBe(201);
    for (const { fileName } of answer.body) {
      expect(fileName).toMatch(/\.gif$/);
      const { headers } = await server.call("GET", `/api/images/${fileName}`);
      expect(headers["content-type"]).toBe("image/gif");
    }
  });

  it("S03, S04: svg, html, other kinds, cut off, bombs: 415, and the server goes on", async () => {
    const jpeg = await photo(900, 900);
    const wrong: Uint8Array[] = [
      SCRIPTED_SVG,
      Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), SCRIPTED_SVG]),
      Buffer.concat([Buffer.from("GIF89a", "latin1"), SCRIPTED_SVG]),
      Buffer.from("<html><script>alert(1)</script></html>"),
      await plain("avif"),
      await plain("tiff"),
      jpeg.subarray(0, jpeg.length - 200),
      randomBytes(4_000),
      Buffer.alloc(0),
      bomb(),
    ];
    for (const bytes of wrong) {
      for (const type of ["image/png", "image/jpeg", "application/octet-stream"]) {
        const { status, error } = await send(server, token, [{ bytes, type }]);
        expect([status, error.errorCode]).toEqual([415, "NOT_AN_IMAGE"]);
      }
    }
    expect(server.log).toEqual([]);
    expect(await uploaded(server, token, await plain("png"))).toHaveLength(1);
  });
});

describe("who may upload", () => {
  it("Both need contentManagement or marketingManagement: a permission whose records show images", async () => {
    const bytes = await plain("png");
    const [image] = await uploaded(server, await server.as("keeper"), bytes);
    expect((await send(server, await server.as("stocker"), [{ bytes }])).status).toBe(201);
    const waiting = await server.account({ role: "stocker", approved: false });
    for (const [someone, expected] of [
      [undefined, 401],
      ["x".repeat(43), 401],
      [await server.as("lender"), 403],
      [waiting.token, 403],
    ] as const) {
      expect((await send(server, someone, [{ bytes }])).status).toBe(expected);
      const { status } = await server.call("DELETE", `${UPLOAD}/${image?.fileName}`, {
        ...(someone === undefined ? {} : { token: someone }),
      });
      expect(status).toBe(expected);
    }
    expect((await server.call("GET", image?.imgUrl ?? "")).status).toBe(200);
  });

  it("formatted text shows images too", async () => {
    const change = (json: { schema: { properties: Record<string, object> } }) => {
      json.schema.properties.story = { type: "string", format: "html" };
    };
    const other = await buildServer({ config: { "entities/loans.json": change } });
    const bytes = await plain("png");
    expect((await send(other, await other.as("lender"), [{ bytes }])).status).toBe(201);
    await other.close();
  });
});

it("S28: over a real socket: refused uploads are answered, broken-off ones leave nothing, the server goes on", async () => {
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const post = (parts: Uint8Array) =>
    fetch(`${address}${UPLOAD}`, {
      method: "POST",
      headers: { ...MULTIPART, authorization: `Bearer ${token}` },
      body: new Uint8Array(parts),
    }).then(async (response) => {
      const { message } = await response.json();
      return message === undefined ? response.status : [response.status, message];
    });
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  const tooLarge = [413, "That is too large: at most 5 MB"];
  expect(await post(formOf([{ bytes: large }, { bytes: large }]))).toEqual(tooLarge);
  expect(await post(formOf([{ bytes: Buffer.alloc(26 * 1024 * 1024) }]))).toEqual(tooLarge);
  const photos = Array(6).fill({ bytes: Buffer.alloc(4.9 * 1024 * 1024) });
  expect(await post(formOf(photos))).toEqual([400, "At most 5 files at a time"]);
  const before = await imageCount();
  const { port } = new URL(address);
  await new Promise<void>((closed) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      const head = `POST ${UPLOAD} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${MULTIPART["content-type"]}\r\nContent-Length: 100000\r\n\r\n`;
      socket.write(head);
      socket.write(formOf([{ bytes: Buffer.alloc(9_999) }]).subarray(0, 6_000), () => socket.destroy());
    });
    socket.on("close", () => closed());
  });
  expect(await post(formOf([{ bytes: await plain("png") }]))).toBe(201);
  expect(await imageCount()).toBe(before + 1);
  expect(server.log).toEqual([]);
});

it("of a refused upload all is taken, so that a client that reads nothing before it has sent everything gets the answer", async () => {
  const own = await buildServer();
  const address = await own.app.listen({ port: 0, host: "127.0.0.1" });
  const headers = { ...MULTIPART, authorization: `Bearer ${await own.as("stocker")}` };
  const body = formOf([
    { field: "other", bytes: Buffer.alloc(1) },
    { bytes: Buffer.alloc(24 * 1024 * 1024) },
  ]);
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${address}${UPLOAD}`, {
      method: "POST",
      headers: { ...headers, "content-length": body.length },
    });
    const answered = new Promise<number>((done) => {
      sent.once("response", (answer) => answer.resume().once("end", () => done(answer.statusCode ?? 0)));
    });
    sent.once("error", reject);
    sent.end(body, () => resolve(answered));
  });
  expect(status).toBe(400);
  await own.close();
});

/** How many images there are: those that expire within two days. */
async function imageCount(): Promise<number> {
  const inTwoDays = new Date(Date.now() + 48 * 3_600_000).toISOString();
  let count = 0;
  const undo = new Error("only counted");
  await server.store
    .write(async (transaction) => {
      count = await transaction.collectImages(inTwoDays);
      throw undo;
    })
    .catch((error: unknown) => expect(error).toBe(undo));
  return count;
}
