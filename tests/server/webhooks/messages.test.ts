import { afterEach, expect, it } from "vitest";
import { webhooksOf } from "../../../src/server/webhooks/webhook.ts";
import { webhookBody } from "../../../src/server/webhooks/webhook-message.ts";
import { type BuildOptions, buildLibrary } from "../build-server.ts";
import { HOST, hasBegun, type WebhookServer, webhookServer } from "./webhook-server.ts";

let server: WebhookServer;
afterEach(() => server.close());

/** The library with these webhooks of an entity. */
const sending = (entity: string, webhook: object): BuildOptions["config"] => ({
  [`entities/${entity}.json`]: (json) => {
    json.webhooks = [{ url: `https://${HOST}/`, on: ["create", "update", "delete"], ...webhook }];
  },
});

async function begin(config: BuildOptions["config"], hosts = [HOST]): Promise<WebhookServer> {
  server = await webhookServer(config, hosts);
  return server;
}

it("says what was changed by whom, also of a deleted and a restored record", async () => {
  const { receiver, call, as } = await begin(sending("subjects", {}));
  const { _id: by, token } = await server.account({ role: "keeper" });
  const { body } = await call<{ _id: string }>("POST", "/api/rest/subjects", {
    token,
    body: { name: "Maps" },
  });
  const { _id } = body;
  await call("PUT", `/api/rest/subjects/${_id}`, { token, body: { name: "Old maps" } });
  await call("DELETE", `/api/rest/subjects/${_id}`, { token });
  const restored = await call("POST", "/api/journal/restore", {
    token: await as("keeper"),
    body: { entity: "subjects", _id },
  });
  expect(restored.status).toBe(200);
  await expect.poll(() => receiver.requests).toHaveLength(4);
  const all = { entity: "subjects", _id };
  expect(receiver.messages()).toMatchObject([
    { ...all, kind: "create", by, fields: { name: "Maps" } },
    { ...all, kind: "update", by, fields: { name: "Old maps" } },
    { ...all, kind: "delete", by, fields: {} },
    { ...all, kind: "restore", fields: { name: "Old maps" } },
  ]);
  expect(Object.keys(receiver.messages()[1]?.fields ?? {})).toEqual(["name"]);
});

it("sends only the changes and fields that the config names, and no change of others alone", async () => {
  const { receiver, call, as } = await begin(sending("subjects", { on: ["update"], fields: ["name"] }));
  const token = await as("keeper");
  const parent = await server.insert("subjects", { name: "Nature" });
  const { _id } = await server.insert("subjects", { name: "Maps" });
  const put = (body: object) => call("PUT", `/api/rest/subjects/${_id}`, { token, body });
  await put({ name: "Maps", parent: parent._id });
  await put({ name: "Charts", parent: null });
  await expect.poll(() => receiver.requests).toHaveLength(1);
  expect(receiver.messages()[0]?.fields).toEqual({ name: "Charts" });
});

it("never sends a secret", async () => {
  const { receiver, call, as } = await begin(sending("members", { on: ["create", "update"] }));
  const token = await as("keeper");
  const password = "a canary of a password";
  const { status } = await call("POST", "/api/rest/members", {
    token,
    body: { username: "canary", password, confirm: password, role: "lender" },
  });
  expect(status).toBe(201);
  // Accounts of the tests were stored before.
  await expect.poll(() => receiver.messages().some(({ fields }) => fields.username === "canary")).toBe(true);
  const sent = JSON.stringify(receiver.requests);
  expect(sent).not.toMatch(/password|argon2|confirm/);
});

it("sends nothing of a field that has become secret since it was changed", async () => {
  const { holder, store } = await begin(sending("subjects", {}));
  const parent = await server.insert("subjects", { name: "Nature" });
  await server.insert("subjects", { name: "Maps", parent: parent._id });
  const [entry] = (await store.read((view) => view.journal({ limit: 1 }))).entries;
  const target = holder.current.entities.get("subjects");
  const webhook = webhooksOf(holder.current.config).find(({ entity }) => entity === "subjects");
  if (entry === undefined || target === undefined || webhook === undefined)
    throw new Error("nothing to send");
  const fields = target.fields.map((field) =>
    field.name === "parent" ? { ...field, schema: { ...field.schema, writeOnly: true } } : field,
  );
  const sent = async (of: typeof target) => JSON.parse(await webhookBody(of, webhook, entry)).fields;
  expect(await sent(target)).toEqual({ name: "Maps", parent: parent._id });
  expect(await sent({ ...target, fields })).toEqual({ name: "Maps" });
});

it("leaves out long values by their name", async () => {
  const { receiver, call, as } = await begin(sending("books", { on: ["create"] }));
  const subject = await server.insert("subjects", { name: "Maps" });
  const { status, text } = await call("POST", "/api/rest/books", {
    token: await as("keeper"),
    body: {
      title: "Long",
      genre: "novel",
      year: 1999,
      subject: subject._id,
      available: true,
      note: `<p>${"long ".repeat(2_000)}</p>`,
    },
  });
  expect([status, text]).toEqual([201, expect.anything()]);
  await expect.poll(() => receiver.requests).toHaveLength(1);
  expect(receiver.messages()[0]).toMatchObject({ fields: { title: "Long", year: 1999 }, long: ["note"] });
  expect(receiver.requests[0]?.body.length).toBeLessThan(2_000);
});

it("sends nothing to a host that the operator has not named, and all of it once it is", async () => {
  const config = sending("subjects", { url: "https://other.example:8443/x?token=canary" });
  const { receiver, webhooks } = await begin(config, ["other.example", "hooks.other.example:8443"]);
  await server.insert("subjects", { name: "Maps" });
  await server.insert("subjects", { name: "Plants" });
  const [, own] = await webhooks
    .states()
    .then((all) => all.toSorted((one) => (one.entity === "subjects" ? 1 : -1)));
  expect(own).toMatchObject({
    entity: "subjects",
    host: "other.example:8443",
    path: "/x",
    allowed: false,
    waiting: 2,
  });
  await webhooks.tryNow(own?.id ?? "");
  expect(receiver.requests).toEqual([]);
  await webhooks.stop();
  server.allow("other.example:8443");
  await server.another().begin();
  await expect.poll(() => receiver.names()).toEqual(["Maps", "Plants"]);
});

it("a webhook that left the config is forgotten: when it comes back, it is new", async () => {
  const { receiver, holder, store } = await begin(sending("subjects", {}));
  const before = holder.current;
  const without = await buildLibrary({
    config: {
      "entities/loans.json": (json) => {
        delete json.webhooks;
      },
    },
  });
  receiver.hang();
  await server.insert("subjects", { name: "Maps" });
  await expect.poll(() => receiver.names()).toEqual(["Maps"]);
  holder.current = without;
  await server.insert("subjects", { name: "Plants" });
  await expect.poll(async () => (await store.read((view) => view.settings("webhook."))).size).toBe(0);
  holder.current = before;
  await server.insert("subjects", { name: "Stars" });
  await hasBegun(server, 2);
  receiver.answer = () => 200;
  await server.insert("subjects", { name: "Fish" });
  await expect.poll(() => receiver.names().at(-1)).toBe("Fish");
  expect(receiver.names()).not.toContain("Plants");
});
