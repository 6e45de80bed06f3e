import { afterEach, beforeEach, expect, it } from "vitest";
import type { WebhooksAnswer } from "../../../src/wire/webhooks.ts";
import { METRICS_TOKEN } from "../build-server.ts";
import { HOST, type WebhookServer, webhookServer } from "./webhook-server.ts";

let server: WebhookServer;
beforeEach(async () => {
  server = await webhookServer();
});
afterEach(() => server.close());

const ask = (token: string) => server.call<WebhooksAnswer>("GET", "/api/webhooks", { token });
const tryNow = (token: string, id: string) =>
  server.call<WebhooksAnswer>("POST", `/api/webhooks/${id}/try`, { token });
const ownIn = ({ webhooks }: WebhooksAnswer) => webhooks.find(({ entity }) => entity === "subjects");

it("is for those who may edit the config; the query of an address is not told", async () => {
  const statuses = [];
  for (const role of ["director", "keeper", "stocker"]) {
    const token = await server.as(role);
    const { body } = await ask(await server.as("director"));
    statuses.push([(await ask(token)).status, (await tryNow(token, ownIn(body)?.id ?? "")).status]);
  }
  expect(statuses).toEqual([
    [200, 200],
    [403, 403],
    [403, 403],
  ]);
  const { body, text } = await ask(await server.as("director"));
  expect(body.webhooks.map(({ host, path }) => host + path).sort()).toEqual([
    `${HOST}/loans`,
    `${HOST}/subjects`,
  ]);
  expect(text).not.toContain("desk");
});

it("says how each is doing, as the metrics and the log do; a try at once answers what came of it", async () => {
  const { receiver, clock, failed } = server;
  const token = await server.as("director");
  receiver.answer = () => 503;
  for (const name of ["Maps", "Plants"]) await server.insert("subjects", { name });
  await expect.poll(() => failed).toHaveLength(1);
  const at = clock.effects.now();
  expect(ownIn((await ask(token)).body)).toMatchObject({
    waiting: 2,
    failures: 1,
    allowed: true,
    nextTry: new Date(at.getTime() + 1000).toISOString(),
    last: { at: at.toISOString(), status: 503 },
  });
  const { text } = await server.call("GET", "/api/metrics", { token: METRICS_TOKEN });
  expect(text).toContain(`webhook_waiting_entries{entity="subjects",host="${HOST}"} 2`);
  expect(text).toContain(`webhook_failures{entity="subjects",host="${HOST}"} 1`);
  const { id = "" } = ownIn((await ask(token)).body) ?? {};
  expect(ownIn((await tryNow(token, id)).body)).toMatchObject({ waiting: 2, failures: 2 });
  receiver.answer = () => 200;
  const tried = await tryNow(token, id);
  expect(ownIn(tried.body)).toMatchObject({ waiting: 0, failures: 0, nextTry: null, last: { status: 200 } });
  expect(receiver.names()).toEqual(["Maps", "Maps", "Maps", "Plants"]);
  expect((await tryNow(token, "none")).status).toBe(404);
});
