import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { postWebhook } from "../../src/node/post-webhook.ts";

/** A real one, as the other side of a webhook. */
let server: Server;
let asked: { method: string | undefined; url: string | undefined; headers: object; body: string }[];
let answer: (response: ServerResponse, request: IncomingMessage) => void;
beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    asked.push({ method, url, headers, body });
    answer(response, request);
  });
  await new Promise<void>((begun) => server.listen(0, "127.0.0.1", begun));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const headers = { "content-type": "application/json; charset=utf-8", "webhook-id": "1_a" };
function post(signal = new AbortController().signal, timeoutMs?: number): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/told?by=us`);
  return postWebhook({ url, headers, body: '{"name":"地圖"}', signal }, timeoutMs);
}

it("sends body and headers to the address, and says how it was answered", async () => {
  answer = (response) => response.writeHead(202).end("thanks");
  expect(await post()).toBe(202);
  expect(asked).toMatchObject([{ method: "POST", url: "/told?by=us", headers, body: '{"name":"地圖"}' }]);
  // In bytes, and no connection is kept.
  expect(asked[0]?.headers).toMatchObject({ "content-length": "17", connection: "close" });
});

it("follows no redirect", async () => {
  answer = (response) => response.writeHead(307, { location: "/elsewhere" }).end();
  expect(await post()).toBe(307);
  expect(asked).toHaveLength(1);
});

it("reads a few kilobytes of an endless answer, and ends the connection", async () => {
  const closed = new Promise<void>((end) => {
    answer = (response) => {
      response.on("close", end);
      const more = () => response.write("x".repeat(1_000)) && setImmediate(more);
      more();
    };
  });
  expect(await post()).toBe(200);
  await closed;
});

it.each([
  ["no answer", () => {}],
  ["half an answer", (response: ServerResponse) => response.writeHead(200).write("x")],
])("gives up after a time: %s", async (_, given) => {
  answer = given;
  await expect(post(undefined, 100)).rejects.toThrow();
});

it("ends at once when the server stops", async () => {
  const stop = new AbortController();
  answer = () => stop.abort();
  await expect(post(stop.signal)).rejects.toThrow(/abort/i);
});

it("fails where nobody listens, and where the line is cut", async () => {
  answer = (response) => response.destroy();
  await expect(post()).rejects.toThrow();
  const { port } = server.address() as AddressInfo;
  await new Promise((end) => server.close(end));
  const nobody = new URL(`http://127.0.0.1:${port}/`);
  const { signal } = new AbortController();
  await expect(postWebhook({ url: nobody, headers, body: "", signal })).rejects.toThrow();
});
