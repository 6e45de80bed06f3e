import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildServer, type TestServer } from "../build-server.ts";
import { plain } from "../images/pictures.ts";
import { formOf, MULTIPART, UPLOAD } from "../images/upload.ts";
import { bearer, headOf, listen, type RawClient, rawClient } from "./raw-client.ts";

const LOGIN = "/api/rest/session/login";
const SUBJECTS = "/api/rest/subjects";
const ROOM = 100_000;

let server: TestServer;
let port: number;
let token: string;
/** As the server has them. */
let connections: Socket[];
beforeEach(async () => {
  server = await buildServer({ limits: { bodyBytes: ROOM } });
  connections = [];
  server.app.server.on("connection", (socket: Socket) => connections.push(socket));
  port = await listen(server);
  token = await server.as("stocker");
});
afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

let count = 0;
/** A subject of its own, of so many bytes. */
function jsonOf(length: number): string {
  count += 1;
  const name = String(count).padStart(9, "0");
  return JSON.stringify({ name: name.padEnd(length - JSON.stringify({ name: "" }).length, "x") });
}

const create = (length: number) => server.call("POST", SUBJECTS, { token, body: JSON.parse(jsonOf(length)) });

/** Sends a head and as much of the body as is wanted; the server has read it then. */
async function post(path: string, body: string | Uint8Array, sent: number, headers = {}): Promise<RawClient> {
  const client = await rawClient(port);
  const head = headOf("POST", path, { "content-length": body.length, ...headers });
  client.send(head);
  client.send(body.slice(0, sent));
  const { localPort } = client.socket;
  await vi.waitFor(
    () => {
      const there = connections.find(({ remotePort }) => remotePort === localPort);
      expect(there?.bytesRead).toBe(head.length + sent);
    },
    { interval: 2 },
  );
  return client;
}

/** What was sent is received, or given up, a moment later. */
const soon = async (length: number, status: number) => {
  await vi.waitFor(async () => expect((await create(length)).status).toBe(status));
};

describe("the memory of all bodies under way is bounded", () => {
  it("what is only announced takes none of it", async () => {
    const body = jsonOf(90_000);
    const silent = await Promise.all(
      Array.from({ length: 20 }, () => post(SUBJECTS, body, 0, bearer(token))),
    );
    expect((await create(90_000)).status).toBe(201);
    for (const { answered } of silent) expect(answered).toBe("");
  });

  it("what has arrived does: beyond it 503 with Retry-After, until it is answered", async () => {
    const body = jsonOf(60_000);
    const half = await post(SUBJECTS, body, 59_000, bearer(token));
    await soon(60_000, 503);
    const refused = await create(60_000);
    expect(refused.headers["retry-after"]).toBe("5");
    expect(refused.error).toEqual({
      status: "error",
      errorCode: "BUSY",
      message: "Too much is going on. Please try again in a moment",
      operation: "create subjects",
    });
    expect((await create(20_000)).status).toBe(201);
    half.send(body.slice(59_000));
    expect(await half.until(/\}$/)).toMatch(/^HTTP\/1\.1 201 /);
    expect((await create(90_000)).status).toBe(201);
  });

  it("who breaks off gives it back", async () => {
    const half = await post(SUBJECTS, jsonOf(60_000), 59_000, bearer(token));
    await soon(60_000, 503);
    half.socket.destroy();
    await soon(90_000, 201);
  });

  it("a body without a length is refused where it has no room any more, and may be sent again", async () => {
    const endless = await post(SUBJECTS, "", 0, {
      ...bearer(token),
      "content-length": undefined,
      "transfer-encoding": "chunked",
    });
    const text = jsonOf(ROOM + 50_000);
    endless.send(`${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`);
    expect(await endless.until(/\}$/)).toMatch(/^HTTP\/1\.1 503 .*"BUSY"/s);
    endless.send(headOf("GET", "/api/health"));
    await endless.until(/"ok"/);
    expect((await create(90_000)).status).toBe(201);
  });

  it("files are counted like everything else", async () => {
    const picture = await plain("png");
    const form = formOf([{ bytes: Buffer.alloc(50_000) }, { bytes: picture }]);
    const headers = { ...MULTIPART, ...bearer(token) };
    const half = await post(UPLOAD, form, form.length - 100, headers);
    await soon(60_000, 503);
    half.socket.destroy();
    await soon(60_000, 201);
    const chunked = { ...headers, "content-length": undefined, "transfer-encoding": "chunked" };
    const large = await post(UPLOAD, "", 0, chunked);
    const long = formOf([{ bytes: Buffer.alloc(70_000) }, { bytes: Buffer.alloc(70_000) }]);
    large.send(
      Buffer.concat([Buffer.from(`${long.length.toString(16)}\r\n`), long, Buffer.from("\r\n0\r\n\r\n")]),
    );
    expect(await large.until(/\}$/)).toMatch(/^HTTP\/1\.1 503 .*"BUSY"/s);
    const whole = formOf([{ bytes: picture }]);
    const stored = await post(UPLOAD, whole, whole.length, headers);
    expect(await stored.until(/\}\]$/)).toMatch(/^HTTP\/1\.1 201 /);
    expect((await create(90_000)).status).toBe(201);
  });

  it("those without a session get a share, and take nothing of the others'", async () => {
    const login = JSON.stringify({ username: "nobody", password: "x".repeat(7_500) });
    const strangers = await Promise.all(Array.from({ length: 5 }, () => post(LOGIN, login, 7_000)));
    await vi.waitFor(() =>
      expect(strangers.filter(({ answered }) => /^HTTP\/1\.1 503 /.test(answered)).length).toBe(2),
    );
    expect((await create(70_000)).status).toBe(201);
    for (const { socket } of strangers) socket.destroy();
    await vi.waitFor(async () => {
      const answer = await server.call("POST", LOGIN, { body: JSON.parse(login) });
      expect(answer.error.errorCode).toBe("LOGIN_FAILED");
    });
  });
});

describe("open routes take 8 kB", () => {
  const members = "/api/rest/members";

  it("more is 413 before it is read, whatever the route takes from those who have permission", async () => {
    for (const path of [LOGIN, members]) {
      const client = await post(path, jsonOf(9_000), 0);
      expect(await client.until(/\}$/)).toMatch(/^HTTP\/1\.1 413 .*at most 8 kB/s);
    }
    const director = await server.as("director");
    const answer = await server.call("POST", members, { token: director, body: JSON.parse(jsonOf(9_000)) });
    expect(answer.status).toBe(400);
  });

  it("a session that holds nothing is no key to more", async () => {
    const { token: waiting } = await server.account({ role: "stocker", approved: false });
    const body = JSON.parse(jsonOf(9_000));
    expect((await server.call("POST", members, { token: waiting, body })).status).toBe(413);
  });

  it("without a length it is 413 where the limit is met", async () => {
    const client = await post(LOGIN, "", 0, { "content-length": undefined, "transfer-encoding": "chunked" });
    client.send(`2100\r\n${"x".repeat(0x2100)}\r\n`);
    expect(await client.until(/\}$/)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("8 kB are taken to the last byte, announced or not", async () => {
    const body = jsonOf(8 * 1024);
    const announced = await post(LOGIN, body, body.length);
    expect(await announced.until(/\}$/)).toMatch(/^HTTP\/1\.1 400 /);
    const headers = { "content-length": undefined, "transfer-encoding": "chunked" };
    const chunked = await post(LOGIN, "", 0, headers);
    chunked.send(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    expect(await chunked.until(/\}$/)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
