import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/server/store/store.ts";
import { webhooksOf } from "../../../src/server/webhooks/webhook.ts";
import { signedHeaders } from "../../../src/server/webhooks/webhook-message.ts";
import { HOST, Receiver, SECRET, type WebhookServer, webhookServer } from "./webhook-server.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;

let server: WebhookServer;
beforeEach(async () => {
  server = await webhookServer();
});
afterEach(() => server.close());

const subject = (name: string) => server.insert("subjects", { name });
const progress = async () => {
  const [id = ""] = webhooksOf(server.holder.current.config)
    .filter(({ entity }) => entity === "subjects")
    .map((one) => one.id);
  return JSON.parse((await server.store.read((view) => view.setting(`webhook.${id}`))) ?? "null");
};

describe("delivery", () => {
  it("sends each change once, in its order, and nothing from before the webhook", async () => {
    const { receiver, clock } = server;
    for (const name of ["Maps", "Plants", "Stars"]) await subject(name);
    await expect.poll(() => receiver.names()).toEqual(["Maps", "Plants", "Stars"]);
    clock.advance(HOUR);
    await subject("Fish");
    await expect.poll(() => receiver.names()).toEqual(["Maps", "Plants", "Stars", "Fish"]);
    const ids = receiver.messages().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((one, next) => one - next));
    expect(receiver.requests[0]?.url.href).toBe(`https://${HOST}/subjects`);
  });

  it("tries again later and later, keeps the order meanwhile, and begins anew once one is delivered", async () => {
    const { receiver, clock, failed } = server;
    let status = 503;
    receiver.answer = () => status;
    await subject("Maps");
    await subject("Plants");
    await expect.poll(() => failed).toHaveLength(1);
    for (const [attempt, seconds] of [1, 2, 4, 8].entries()) {
      clock.advance(seconds * SECOND - 100);
      // Another change wakes it, and it still waits.
      const before = clock.sleeps;
      await subject(`Other ${seconds}`);
      await expect.poll(() => clock.sleeps).toBeGreaterThan(before);
      expect(failed).toHaveLength(attempt + 1);
      clock.advance(100);
      await expect.poll(() => failed).toHaveLength(attempt + 2);
    }
    expect(new Set(receiver.names())).toEqual(new Set(["Maps"]));
    expect(failed.at(-1)).toEqual({
      entity: "subjects",
      host: HOST,
      entry: expect.any(Number),
      failures: 5,
      status: 503,
    });
    status = 200;
    clock.advance(16 * SECOND);
    await expect
      .poll(() => receiver.names().slice(5))
      .toEqual(["Maps", "Plants", "Other 1", "Other 2", "Other 4", "Other 8"]);
    await expect.poll(progress).toMatchObject({ failures: 0, last: { status: 200 } });
  });

  it("waits for an hour at most", async () => {
    const { receiver, clock, failed } = server;
    receiver.answer = () => Promise.reject(new Error("no answer"));
    await subject("Maps");
    for (let attempt = 1; attempt <= 14; attempt += 1) {
      await expect.poll(() => failed).toHaveLength(attempt);
      clock.advance(HOUR);
    }
    const { nextTry, last } = await progress();
    expect([nextTry - last.at, last.status]).toEqual([HOUR, null]);
  });

  it("what breaks before it is sent is told to the operator, and tried again a minute later", async () => {
    const { store, clock, said, webhooks } = server;
    await webhooks.stop();
    const receiver = new Receiver();
    let isBroken = true;
    const write: Store["write"] = (work, origin) =>
      isBroken ? Promise.reject(new Error("The lease is lost.")) : store.write(work, origin);
    await server.another(receiver, { ...store, write }).begin();
    await subject("Maps");
    await expect.poll(() => said).toHaveLength(1);
    expect(said[0]).toMatch(/^a webhook of subjects waits: Error: The lease is lost\.\n/);
    isBroken = false;
    clock.advance(59 * SECOND);
    expect(receiver.names()).toEqual([]);
    clock.advance(SECOND);
    await expect.poll(() => receiver.names()).toEqual(["Maps"]);
    expect(said.splice(0)).toHaveLength(1);
  });

  it("one that fails holds up no other", async () => {
    await server.close();
    server = await webhookServer({
      "entities/subjects.json": (json) => {
        json.webhooks = ["bad", "good"].map((path) => ({ url: `https://${HOST}/${path}`, on: ["create"] }));
      },
    });
    const { receiver } = server;
    receiver.answer = () => (receiver.requests.at(-1)?.url.pathname === "/bad" ? 500 : 200);
    await subject("Maps");
    await subject("Plants");
    const sent = () =>
      receiver.requests
        .filter(({ url }) => url.pathname === "/good")
        .map(({ body }) => JSON.parse(body).fields.name);
    await expect.poll(sent).toEqual(["Maps", "Plants"]);
  });

  it("finds a change among thousands of other entities", async () => {
    const { receiver, store } = server;
    const book = await server.insert("books", { title: "A" });
    const { updatedBy, updatedById } = book;
    for (let page = 0; page < 5; page += 1)
      await store.write(async (transaction) => {
        for (let count = 0; count < 500; count += 1)
          await transaction.update(
            "books",
            book._id,
            { title: `A ${page} ${count}`, updatedAt: book.updatedAt, updatedBy, updatedById },
            [],
            book.updatedAt,
          );
      });
    for (let count = 0; count < 50; count += 1) await subject(`Subject ${count}`);
    await expect
      .poll(() => receiver.names(), { timeout: 10_000 })
      .toEqual(Array.from({ length: 50 }, (_, count) => `Subject ${count}`));
  });
});

describe("a server that ends, and several", () => {
  it("what was under way is sent again after the restart, by another server at once", async () => {
    const { receiver, webhooks } = server;
    receiver.hang();
    await subject("Maps");
    await expect.poll(() => receiver.names()).toEqual(["Maps"]);
    await webhooks.stop();
    expect(server.failed).toEqual([]);
    const after = new Receiver();
    await server.another(after).begin();
    await expect.poll(() => after.names()).toEqual(["Maps"]);
    const [first, second] = [receiver.requests[0], after.requests[0]];
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  });

  it("of two on one store one sends; the other takes over half a minute after that one was killed", async () => {
    const { receiver, clock } = server;
    const other = new Receiver();
    const late: (() => void)[] = [];
    for (const one of [receiver, other])
      one.answer = () => new Promise((resolve) => late.push(() => resolve(500)));
    await server.another(other).begin();
    await subject("Maps");
    await expect.poll(() => late).toHaveLength(1);
    const [killed, living] = other.requests.length === 1 ? [other, receiver] : [receiver, other];
    living.answer = () => 204;
    clock.advance(29 * SECOND);
    const before = clock.sleeps;
    await subject("Plants");
    await expect.poll(() => clock.sleeps).toBeGreaterThan(before + 1);
    expect(living.names()).toEqual([]);
    clock.advance(2 * SECOND);
    await expect.poll(() => living.names()).toEqual(["Maps", "Plants"]);
    await expect.poll(progress).toMatchObject({ failures: 0, last: { status: 204 } });
    // It lives after all: what it says late counts for nothing.
    killed.answer = () => 204;
    for (const answer of late) answer();
    await subject("Stars");
    await expect.poll(() => [...living.names(), ...killed.names()]).toHaveLength(4);
    expect([server.failed, (await progress()).failures]).toEqual([[], 0]);
  });

  it("both together send each change once", async () => {
    const { receiver } = server;
    await server.another(receiver).begin();
    for (let count = 0; count < 30; count += 1) await subject(`Subject ${count}`);
    await expect.poll(() => receiver.names().length).toBeGreaterThanOrEqual(30);
    server.clock.advance(HOUR);
    await expect.poll(async () => (await server.webhooks.states())[0]?.waiting).toBe(0);
    expect(receiver.names()).toEqual(Array.from({ length: 30 }, (_, count) => `Subject ${count}`));
  });
});

describe("the signature", () => {
  it("is that of Standard Webhooks, over number, time and body", async () => {
    const { receiver } = server;
    await subject("Maps");
    await expect.poll(() => receiver.requests).toHaveLength(1);
    const [{ headers = {}, body = "" } = {}] = receiver.requests;
    const [message] = receiver.messages();
    expect(headers["webhook-id"]).toBe(`${message?.id}_${message?.change}`);
    expect(headers["webhook-timestamp"]).toBe(String(Date.parse("2026-05-01T10:00:00Z") / 1000));
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const expected = createHmac("sha256", SECRET).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
  });

  it("is that of the specification's own example, by each of several secrets", () => {
    const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const body = '{"test": 2432232314}';
    const secrets = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "another-secret-of-it"];
    const { "webhook-signature": signature = "" } = signedHeaders(secrets, id, body, 1_614_265_330_999);
    const [first, second] = signature.split(" ");
    expect(first).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    expect(second).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });
});
