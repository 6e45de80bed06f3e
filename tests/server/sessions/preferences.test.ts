import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiRequest } from "../../../src/server/http/request.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { preferenceRoutes } from "../../../src/server/sessions/preference-routes.ts";
import { MAX_PREFERENCE_BYTES, MAX_PREFERENCES } from "../../../src/wire/preferences.ts";
import { buildServer, type TestAccount, type TestServer } from "../build-server.ts";

let server: TestServer;
let anna: TestAccount;

beforeEach(async () => {
  server = await buildServer();
  anna = await server.account({ role: "lender", username: "anna" });
});
afterEach(() => server.close());

const read = (token?: string) => server.call("GET", "/api/preferences", token === undefined ? {} : { token });
/** `json`: the body as it is sent. */
const save = (token: string | undefined, key: string, json: string | undefined) =>
  server.call("PUT", `/api/preferences/${key}`, {
    ...(token === undefined ? {} : { token }),
    ...(json === undefined ? {} : { body: json, headers: { "content-type": "application/json" } }),
  });

describe("preferences", () => {
  it("are of known keys and shapes, stored with the account; null takes one back", async () => {
    expect(await read(anna.token)).toMatchObject({ status: 200, body: {} });
    const views = { views: [{ id: 1, name: "珍珠 😀", query: "sort=price" }], pageSize: 50 };
    const saved = await save(anna.token, "list:reading-lists", JSON.stringify(views));
    expect(saved).toMatchObject({ status: 200, body: { "list:reading-lists": views } });
    for (const sidebar of ["collapsed", "expanded"])
      expect(await save(anna.token, "sidebar", JSON.stringify(sidebar))).toMatchObject({ status: 200 });
    expect((await read(anna.token)).body).toEqual({ sidebar: "expanded", "list:reading-lists": views });
    expect(await save(anna.token, "sidebar", "null")).toMatchObject({ status: 200 });
    expect((await read(anna.token)).body).toEqual({ "list:reading-lists": views });
  });

  it("of unknown keys or wrong values are refused with a sentence, and nothing is stored", async () => {
    for (const [key, json] of [
      ["sidebar", '"open"'],
      ["sidebar", "[]"],
      ["theme", '"pink"'],
      ["language", '"fr"'],
      ["language", '["en"]'],
      ["recent", '[{"entity":"books","id":"b1","more":1}]'],
      ["colour", '"dark"'],
      ["list:books", '{"filters":[]}'],
      ["constructor", '"dark"'],
    ] as const) {
      const { status, body } = await save(anna.token, key, json);
      expect([status, body], `${key} ${json}`).toMatchObject([
        400,
        { message: "This setting does not exist, or not with this value." },
      ]);
    }
    expect((await read(anna.token)).body).toEqual({});
    for (const [key, value] of [
      ["theme", "dark"],
      ["language", "en"],
      ["language", "system"],
    ] as const)
      expect((await save(anna.token, key, JSON.stringify(value))).status, value).toBe(200);
    // What is not known any more can still be taken back.
    expect((await save(anna.token, "colour", "null")).status).toBe(200);
  });

  it("are every account's own, whatever it may do, and no one else's", async () => {
    const others = [
      await server.account({ role: "keeper" }),
      await server.account({ role: "director" }),
      await server.account({ role: "lender", approved: false }),
    ];
    await save(anna.token, "sidebar", '"collapsed"');
    for (const { token } of others) {
      expect(await read(token)).toMatchObject({ status: 200, body: {} });
      expect(await save(token, "sidebar", '"expanded"')).toMatchObject({ status: 200 });
    }
    expect((await read(anna.token)).body).toEqual({ sidebar: "collapsed" });
    for (const path of [anna._id, `${anna._id}/sidebar`, "sidebar"])
      expect(
        (await server.call("GET", `/api/preferences/${path}`, { token: others[1]?.token ?? "" })).status,
      ).toBe(404);
  });

  it("need a session", async () => {
    for (const token of [undefined, "x".repeat(43)]) {
      expect((await read(token)).status).toBe(401);
      expect((await save(token, "sidebar", '"collapsed"')).status).toBe(401);
    }
  });

  it("have limits: of a key, of a value, of how many", async () => {
    for (const key of ["a b", "__proto__", "%00", "a".repeat(81), "é", "list.books"])
      expect((await save(anna.token, key, "1")).status, key).toBe(400);
    for (const json of [undefined, "", "{", "undefined"])
      expect((await save(anna.token, "sidebar", json)).status, json).toBe(400);
    const around = JSON.stringify({ columns: { all: [""] } }).length;
    const choice = (bytes: number) => JSON.stringify({ columns: { all: ["x".repeat(bytes - around)] } });
    expect((await save(anna.token, "list:a", choice(MAX_PREFERENCE_BYTES))).status).toBe(200);
    expect((await save(anna.token, "list:a", choice(MAX_PREFERENCE_BYTES + 1))).status).toBe(413);
    // Longer as it would be stored than as it was sent.
    expect((await save(anna.token, "list:a", `[${"1e20,".repeat(1_000)}1]`)).status).toBe(413);
    for (let at = 1; at < MAX_PREFERENCES; at += 1) await save(anna.token, `list:k${at}`, "{}");
    expect((await save(anna.token, "list:more", "{}")).status).toBe(400);
    expect((await save(anna.token, "list:k1", '{"pageSize":20}')).status).toBe(200);
    expect((await save(anna.token, "list:k1", "null")).status).toBe(200);
    expect((await save(anna.token, "list:more", "{}")).status).toBe(200);
    expect(Object.keys((await read(anna.token)).body as object)).toHaveLength(MAX_PREFERENCES);
  });

  it("of whoever nobody approved are few", async () => {
    const { token } = await server.account({ role: "lender", approved: false });
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await save(token, `list:k${at}`, "{}")).status);
    expect(statuses).toEqual([...Array(10).fill(200), 400]);
  });

  it("go with the account, deleted by a person; what is still under way stores nothing for it", async () => {
    await save(anna.token, "sidebar", '"collapsed"');
    const chief = await server.as("director");
    const stored = () => server.store.read((view) => view.preferences(anna._id));
    expect((await stored()).size).toBe(1);
    const { status } = await server.call("DELETE", `/api/rest/members/${anna._id}`, { token: chief });
    expect(status).toBe(200);
    expect((await stored()).size).toBe(0);
    expect((await save(anna.token, "sidebar", '"collapsed"')).status).toBe(401);
  });

  it("of an account whose session ended meanwhile are not stored", async () => {
    const { store } = server;
    const handle = preferenceRoutes(() => []).find(({ method }) => method === "PUT")?.handle;
    const account = { _id: anna._id, permissions: ["lending"], tokenHash: hashToken(anna.token) };
    const request = { store, account, body: "collapsed", params: new Map([["key", "sidebar"]]) };
    await store.write((transaction) => transaction.endSession(account.tokenHash));
    await expect(handle?.(request as unknown as ApiRequest)).rejects.toThrow("UNAUTHENTICATED");
    expect((await store.read((view) => view.preferences(anna._id))).size).toBe(0);
  });
});
