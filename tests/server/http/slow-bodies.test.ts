import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildServer, type TestServer } from "../build-server.ts";
import { plain } from "../images/pictures.ts";
import { formOf, MULTIPART, UPLOAD } from "../images/upload.ts";
import { bearer, headOf, listen, type RawClient, rawClient } from "./raw-client.ts";

const LOGIN = "/api/rest/session/login";
/** Far more than a client that is alive needs, far less than a test may take. */
const WINDOW_MS = 500;

let server: TestServer;
let port: number;
beforeEach(async () => {
  server = await buildServer({
    limits: {
      bodyWindowMs: WINDOW_MS,
      bodyBytesPerWindow: 1_000,
      headersTimeoutMs: WINDOW_MS,
      answerTimeoutMs: WINDOW_MS,
    },
  });
  port = await listen(server);
});
afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends so many bytes every quarter of a window until all is sent or the server has had enough. */
async function sendSlowly(client: RawClient, bytes: Uint8Array, each: number): Promise<void> {
  for (let at = 0; at < bytes.length && client.answered === "" && !client.socket.closed; at += each) {
    client.send(bytes.subarray(at, at + each));
    await pause(WINDOW_MS / 4);
  }
}

async function uploader(token: string, length: number): Promise<RawClient> {
  const client = await rawClient(port);
  client.send(headOf("POST", UPLOAD, { ...MULTIPART, ...bearer(token), "content-length": length }));
  return client;
}

describe("a body arrives at a least rate", () => {
  it("announced, and then silence: 408 in words, and the connection ends", async () => {
    const client = await rawClient(port);
    client.send(`${headOf("POST", LOGIN, { "content-length": 5_000 })}{"username":`);
    const answer = await client.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/connection: close/i);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toEqual({
      status: "error",
      errorCode: "TOO_SLOW",
      message: "This came too slowly. Please try again",
      operation: "log in",
    });
  });

  it("drop by drop, chunked too", async () => {
    const framings = [{ "content-length": 5_000 }, { "transfer-encoding": "chunked" }];
    const drip = async (framing: (typeof framings)[number]) => {
      const client = await rawClient(port);
      client.send(headOf("POST", LOGIN, framing));
      await sendSlowly(client, Buffer.from("1\r\nx\r\n".repeat(1_000)), 6);
      return client.closed;
    };
    for (const answer of await Promise.all(framings.map(drip))) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("files too: whether in the middle of one or before the first", async () => {
    const token = await server.as("stocker");
    const form = formOf([{ bytes: await plain("png") }]);
    const ends = [20, form.length - 100].map(async (end) => {
      const client = await uploader(token, form.length);
      client.send(form.subarray(0, end));
      return client.closed;
    });
    for (const answer of await Promise.all(ends)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("a slow phone succeeds, however many windows it needs", async () => {
    const picture = await plain("png");
    const form = formOf([{ bytes: picture }, { bytes: picture, name: "x".repeat(9_000) }]);
    const client = await uploader(await server.as("stocker"), form.length);
    const each = Math.ceil(form.length / 14);
    expect(each).toBeGreaterThan(250);
    await sendSlowly(client, form, each);
    expect(await client.until(/\r\n\r\n.*\]$/s)).toMatch(/^HTTP\/1\.1 201 /);
  });

  it("what nobody reads is timed as well: after a refusal the rest comes, or the connection ends", async () => {
    const announced = { "content-length": 1_000_000 };
    const refusals = [
      [headOf("POST", LOGIN, announced), 413],
      [headOf("PUT", "/api/rest/books/x", announced), 401],
      [headOf("POST", "/api/nothing", announced), 401],
      [headOf("GET", "/api/health", announced), 200],
    ] as const;
    const answers = refusals.map(async ([head, status]) => {
      const client = await rawClient(port);
      client.send(head);
      return [await client.closed, status] as const;
    });
    for (const [answer, status] of await Promise.all(answers))
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it("a server that stands still takes nobody for slow", async () => {
    const client = await rawClient(port);
    const body = JSON.stringify({ username: "nobody", password: "x".repeat(1_000) });
    client.send(headOf("POST", LOGIN, { "content-length": body.length }));
    await pause(WINDOW_MS / 4);
    client.send(body);
    // The bytes wait in the system while nothing of this process runs.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * WINDOW_MS);
    expect(await client.until(/\}$/)).toMatch(/^HTTP\/1\.1 400 .*LOGIN_FAILED/s);
  });
});

describe("heads and answers", () => {
  it("a silent connection and half a head end", async () => {
    const silent = await rawClient(port);
    const half = await rawClient(port);
    half.send("POST /api/rest/session/login HTTP/1.1\r\nhost: te");
    const ends = await Promise.all([silent.closed, half.closed]);
    for (const answer of ends) expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  it("a head that comes drop by drop ends, though it is never silent", async () => {
    const client = await rawClient(port);
    client.send("GET /api/health HTTP/1.1\r\n");
    const began = performance.now();
    await sendSlowly(client, Buffer.from("x-a: y\r\n".repeat(100)), 8);
    expect(await client.closed).toMatch(/^(HTTP\/1\.1 408 |$)/);
    // All of it would have taken 25 windows.
    expect(performance.now() - began).toBeLessThan(15 * WINDOW_MS);
  });

  it("neither a kept connection nor one whose handler takes long is cut", async () => {
    const client = await rawClient(port);
    const token = await server.as("stocker");
    const body = JSON.stringify({ name: "Waits for its turn" });
    const held = server.store.write(() => pause(3 * WINDOW_MS));
    client.send(headOf("POST", "/api/rest/subjects", { ...bearer(token), "content-length": body.length }));
    client.send(body);
    expect(await client.until(/\}$/)).toMatch(/^HTTP\/1\.1 201 /);
    await held;
    client.send(headOf("GET", "/api/health"));
    await client.until(/\{"status":"ok"\}/);
  });

  it("an answer that nobody takes ends", async () => {
    const token = await server.as("stocker");
    for (let n = 0; n < 40; n += 1) await server.insert("subjects", { name: `${n} ${"x".repeat(100_000)}` });
    const connected = once(server.app.server, "connection");
    const client = await rawClient(port);
    const [there] = await connected;
    client.socket.pause();
    const asked = headOf("GET", "/api/rest/subjects?limit=100", bearer(token));
    client.send(asked.repeat(5));
    await once(there, "close");
    // Paused, it hears of the end only when it reads on.
    client.socket.resume();
    expect((await client.closed).length).toBeLessThan(5 * 4_000_000);
  });
});
