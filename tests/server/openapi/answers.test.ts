import sharp from "sharp";
import { expect, it, vi } from "vitest";
import { isObject, ownValue } from "../../../src/record/json.ts";
import { hashPassword } from "../../../src/server/accounts/password.ts";
import type { OpenApiDocument } from "../../../src/server/openapi/document.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import type { CallAnswer } from "../call-answer.ts";
import type { Asking, Business } from "../rights/business.ts";
import { doorOf } from "../rights/doors.ts";
import { AS_WRITTEN, describeMatrix, pair } from "../rights/matrix.ts";
import { rightsFrom } from "../rights/oracle.ts";
import { brokenRules, makeAnswerCheck } from "./documented.ts";

// A test makes some hundred requests for each role.
vi.setConfig({ testTimeout: 60_000 });

const EDITING = [
  ["GET", "/config/files"],
  ["PUT", "/config/files"],
  ["GET", "/config/file"],
  ["POST", "/config/drafts"],
  ["POST", "/config/return"],
] as const;

/** The description of the API, of both businesses and every role, against what the server answers. */
describeMatrix(({ business: opened, people, mostRights }) => {
  const documentOf = async (asking: Asking): Promise<OpenApiDocument> => {
    const { status, body } = await opened().call(asking, "GET", PATHS.openapi);
    expect(status).toBe(200);
    return body as OpenApiDocument;
  };

  it("is valid OpenAPI 3.1", async () => {
    for (const asking of people.values()) expect(await brokenRules(await documentOf(asking))).toEqual([]);
  });

  it("is for nobody without a session", async () => {
    const stranger = await opened().person(mostRights, "none");
    expect((await opened().call(stranger, "GET", PATHS.openapi)).status).toBe(401);
  });

  it("has the routes that the account may call, and no others", async () => {
    const business = opened();
    for (const role of business.roles)
      for (const session of ["valid", "unapproved"] as const) {
        const asking = await business.person(role, session);
        const { has } = makeAnswerCheck(await documentOf(asking));
        for (const route of business.routes) {
          const { method, pattern } = route;
          // These ask what their query names: the numbers of a tile, the history of a record.
          if (["/home/chart", "/journal"].includes(pattern)) continue;
          const isOpen = doorOf(business, route)?.(business, asking) === true;
          expect([role, session, method, pattern, has(method, pattern)]).toEqual([
            role,
            session,
            method,
            pattern,
            isOpen,
          ]);
        }
        const edits = session === "valid" && business.config.app.config.editors.includes(role);
        for (const [method, pattern] of EDITING)
          expect([role, pattern, has(method, pattern)]).toEqual([role, pattern, edits]);
      }
  });

  it("names no field that the account may not see, and asks for none that it may not fill in", async () => {
    const business = opened();
    for (const [role, asking] of people) {
      const { paths, components } = await documentOf(asking);
      for (const { id, fields, endpoints } of business.entities) {
        const rights = rightsFrom(business.config, id, asking);
        const answered = propertiesOf(components.schemas?.[`${id}-record`]);
        const sent = (method: string, pattern: string) => propertiesOf(bodySchema(paths[pattern]?.[method]));
        for (const { name, schema } of fields) {
          if (schema.formOnly === true) continue;
          const place = `${role} ${id}.${name}`;
          if (rights.mayView)
            expect([place, answered.includes(name)]).toEqual([
              place,
              rights.views(name) && schema.writeOnly !== true,
            ]);
          if (rights.mayCreate)
            expect([place, sent("post", endpoints.list).includes(name)]).toEqual([
              place,
              rights.creates(name),
            ]);
          if (rights.mayEdit)
            expect([place, sent("put", endpoints.record).includes(name)]).toEqual([
              place,
              rights.edits(name),
            ]);
        }
      }
    }
  });

  it("describes every answer to every role", async () => {
    const business = opened();
    const misfits: string[] = [];
    const done = new Set<string>();
    for (const [role, asking] of people) {
      const check = makeAnswerCheck(await documentOf(asking));
      const hear = (method: string, pattern: string, answer: CallAnswer) => {
        // What it may not call is not described to it, and refused in the words of all refusals.
        if (!check.has(method, pattern)) return;
        const misfit = check.misfit(method, pattern, answer);
        if (misfit !== undefined) misfits.push(`${role}: ${method} ${pattern}: ${misfit}`);
        if (role === mostRights && answer.status < 300) done.add(`${method} ${pattern}`);
      };
      await askEverything(business, asking, hear);
      if (role !== mostRights) continue;
      const left = Object.entries(check.document.paths).flatMap(([pattern, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${pattern}`),
      );
      const unasked = left.filter((route) => !done.has(route) && !NOT_ASKED.has(route));
      expect(unasked).toEqual([]);
    }
    expect(misfits).toEqual([]);
  });
}, AS_WRITTEN);

/** With success they need a webhook, which the shop has none of, an open stream, what refers to a record, a picture in the bin, or a folder that may be written; what they refuse with is checked here. */
const NOT_ASKED = new Set([
  "POST /changes/open",
  "GET /journal/images/{name}",
  "POST /journal/move",
  "PUT /config/files",
  "POST /config/return",
  "POST /webhooks/{id}/try",
]);

type Hear = (method: string, pattern: string, answer: CallAnswer) => void;

async function askEverything(business: Business, asking: Asking, hear: Hear): Promise<void> {
  const { config, entities } = business;
  const ask = async (
    method: string,
    pattern: string,
    values: Readonly<Record<string, string>> = {},
    query = "",
    body?: unknown,
  ) => {
    const path = pattern.replace(
      /\{(\w+)\}/g,
      (_, name: string) => values[name] ?? "ffffffffffffffffffffffff",
    );
    const answer = await business.call(asking, method, `/api${path}${query}`, body);
    hear(method, pattern, answer);
    return answer;
  };
  // Whatever it is, with nothing that could be stored.
  const { login, logout, validateToken } = config.app.accounts.endpoints;
  for (const { method, pattern, jsonLimit } of business.routes)
    if (pattern !== logout)
      await ask(method, pattern, {}, "", jsonLimit === undefined ? undefined : { nothing: true });

  for (const { id, endpoints } of entities) {
    const { list, record } = endpoints;
    const own = { id: (await pair(business, id, asking)).own._id };
    await ask("GET", list, {}, "?limit=100");
    await ask("GET", list, {}, "?page=none");
    await ask("GET", record, own);
    await ask("GET", record, own, "?expand=title");
    await ask("PUT", record, own, "", {});
    await ask("PUT", record, own, "", { updatedAt: "2001-01-01T00:00:00.000Z" });
    await ask("PUT", record, own, "", { updatedAt: "never" });
    await ask("DELETE", record, own, "", {});
    const made = await ask("POST", list, {}, "", business.values(id));
    await ask("POST", list, {}, "", business.values(id));
    if (made.status !== 201) continue;
    const { _id } = made.record;
    const headers = { "idempotency-key": `a key of ${id}` };
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const body = business.values(id);
      const { token = "" } = asking;
      hear("POST", list, await business.server.call("POST", `/api${list}`, { token, headers, body }));
    }
    await ask("GET", "/journal/created", {}, `?entity=${id}&key=a+key+of+${id}`);
    await ask("GET", "/journal", {}, `?entity=${id}&id=${_id}`);
    const field = entities.find((one) => one.id === id)?.fields[0]?.name ?? "";
    await ask("GET", "/config/blame", {}, `?kind=widget&entity=${id}&field=${field}`);
    await ask("DELETE", record, { id: _id }, "", {});
    await ask("GET", "/journal/bin", {}, `?entity=${id}`);
    await ask("POST", "/journal/restore", {}, "", { entity: id, _id });
    await ask("POST", "/journal/restore", {}, "", { entity: id, _id });
    await ask("DELETE", record, { id: _id }, "", {});
    await ask("POST", "/journal/purge", {}, "", { entity: id, _id });
  }
  const all = await ask("GET", "/journal", {}, "?limit=100");
  const entries = isObject(all.body) && Array.isArray(all.body.entries) ? all.body.entries : [];
  for (const { position, changeId, undoable } of entries.slice(0, 10)) {
    await ask("GET", "/journal/{position}", { position: String(position) });
    if (undoable === true) await ask("POST", "/journal/undo", {}, "", { changeId });
  }
  const view = await ask("GET", "/config");
  for (const [, name = ""] of view.text.matchAll(/"\/api\/validators\/([^"]+)"/g))
    await ask("GET", "/validators/{name}", { name });
  const tiles = isObject(view.body) && Array.isArray(view.body.home) ? view.body.home : [];
  for (const { label } of tiles) await ask("GET", "/home/chart", {}, `?tile=${encodeURIComponent(label)}`);
  await ask("PUT", "/preferences/{key}", { key: "recent" }, "", []);
  await ask("GET", "/preferences");
  for (const [method, pattern] of EDITING)
    if (method === "GET") await ask(method, pattern, {}, pattern.endsWith("file") ? "?path=app.json" : "");
  await ask("POST", "/config/drafts", {}, "", { files: {} });
  const told = await ask("GET", "/webhooks");
  const webhooks = isObject(told.body) && Array.isArray(told.body.webhooks) ? told.body.webhooks : [];
  for (const { id } of webhooks) await ask("POST", "/webhooks/{id}/try", { id });
  for (const size of ["", "small/"])
    await ask("GET", `/images/${size}{name}`, {
      name: String(ownValue(business.source.image(0), "fileName")),
    });
  await ask("GET", validateToken);
  await upload(business, asking, hear);

  const { server } = business;
  const password = "a password of the tests";
  const { username } = await server.account({ role: asking.role, password: await hashPassword(password) });
  await ask("POST", login, {}, "", { username, password: "wrong" });
  const session = await ask("POST", login, {}, "", { username, password });
  const token = String(ownValue(session.body, "token"));
  hear("POST", logout, await server.call("POST", `/api${logout}`, { token }));
}

async function upload({ server }: Business, { token = "" }: Asking, hear: Hear): Promise<void> {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  for (const bytes of [png, Buffer.from("no image")]) {
    const form = new FormData();
    form.append("files", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "1.png");
    const sent = new Response(form);
    const answer = await server.call("POST", PATHS.upload, {
      token,
      headers: { "content-type": sent.headers.get("content-type") ?? "" },
      body: Buffer.from(await sent.arrayBuffer()),
    });
    hear("POST", "/upload/images", answer);
  }
}

function bodySchema(operation: unknown): unknown {
  const body =
    isObject(operation) && isObject(operation.requestBody) ? operation.requestBody.content : undefined;
  const json = isObject(body) ? body["application/json"] : undefined;
  return isObject(json) ? json.schema : undefined;
}

function propertiesOf(schema: unknown): readonly string[] {
  return isObject(schema) && isObject(schema.properties) ? Object.keys(schema.properties) : [];
}
