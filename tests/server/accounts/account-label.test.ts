import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ensureFirstAccount } from "../../../src/server/accounts/first-account.ts";
import { loadSamples } from "../../../src/server/samples/load-samples.ts";
import { LIBRARY, type Loose } from "../../model/library.ts";
import { type BuildOptions, buildServer, type TestServer } from "../build-server.ts";
import { makeBook } from "../records/library-records.ts";

const MEMBERS = "/api/rest/members";

let server: TestServer;
afterEach(() => server.close());

/** Members are named by their full name, which registration does not ask for. */
const named = (field: Loose = {}): NonNullable<BuildOptions["config"]> => ({
  "entities/members.json": (json) => {
    json.schema.properties.fullName = { type: "string", title: "Name", ...field };
    if (field.maxLength !== undefined) json.schema.properties.fullName.messages = { maxLength: "Too long" };
    json.labelField = "fullName";
    json.list.search = { field: "fullName" };
    json.list.columns.push({ field: "fullName", sortable: true });
  },
  "entities/loans.json": (json) => {
    json.schema.properties.member.reference = { entity: "members", label: "fullName" };
    json.list.columns[2] = { field: "member.fullName", label: "Lent by", sortable: true };
    delete json.list.views;
  },
  // They name what is gone from the list of loans.
  "entities/books.json": (json) => {
    delete json.referredBy;
  },
  "app.json": (json) => {
    delete json.home;
  },
});

const start = async (field?: Loose) => {
  server = await buildServer({ config: named(field) });
};
const register = async (username: string) => {
  const body = { username, password: "secret", role: "lender" };
  const { status, record } = await server.call("POST", MEMBERS, { body });
  expect(status).toBe(201);
  return record;
};
const nameOf = async (username: string) =>
  (await server.store.read((view) => view.findBy("members", "username", username)))?.fullName;

describe("a new account that lacks its label is named by its user name", () => {
  it("registered: in lists that refer to it, and found by it, for who may read nothing else of it", async () => {
    await start();
    const { _id } = await register("newcomer");
    const token = await server.as("lender");
    const book = await makeBook(server);
    const loan = { number: "L-0001", book: book._id, member: _id, lentOn: "2026-01-01", returned: false };
    expect((await server.call("POST", "/api/rest/loans", { token, body: loan })).status).toBe(201);
    const loans = await server.call("GET", "/api/rest/loans", { token });
    expect(loans.rows("loans")[0]?.member).toEqual({ _id, fullName: "newcomer" });
    const found = await server.call("GET", `${MEMBERS}?nameQuery=NEWC`, { token });
    expect(found.body).toEqual({ members: [{ _id, fullName: "newcomer" }], total: 1 });
  });

  it("the first account", async () => {
    await start();
    await ensureFirstAccount(server.store, server.holder.current, server.effects, "a password");
    expect(await nameOf("director")).toBe("director");
  });

  it("a sample", async () => {
    await start();
    const { store, effects, holder } = server;
    const readImage = (file: string) => readFile(join(LIBRARY, "samples/images", file));
    await loadSamples({ store, effects, runtime: holder.current, readImage });
    expect(await nameOf("desk")).toBe("desk");
  });

  it("made by staff who leave it blank, but not one who is given a name; and what is edited stays as it is edited", async () => {
    await start();
    const token = await server.as("keeper");
    const make = (values: object) =>
      server.call("POST", MEMBERS, {
        token,
        body: { password: "secret", confirm: "secret", role: "lender", ...values },
      });
    const blank = await make({ username: "blank", fullName: " " });
    expect([blank.status, blank.record.fullName]).toEqual([201, "blank"]);
    const given = await make({ username: "given", fullName: "Gi Ven" });
    expect(given.record.fullName).toBe("Gi Ven");
    const path = `${MEMBERS}/${given.record._id}`;
    const edited = await server.call("PUT", path, { token, body: { role: "stocker" } });
    expect(edited.record).toMatchObject({ fullName: "Gi Ven", username: "given" });
  });

  it("no longer than the field allows", async () => {
    await start({ maxLength: 4 });
    await register("newcomer");
    expect(await nameOf("newcomer")).toBe("newc");
  });

  it("a name that the form requires is asked for, not made up", async () => {
    server = await buildServer({
      config: {
        ...named(),
        "entities/members.json": (json) => {
          json.schema.properties.fullName = {
            type: "string",
            title: "Name",
            messages: { required: "Who?" },
          };
          json.schema.required.push("fullName");
          json.labelField = "fullName";
          json.list.search = { field: "fullName" };
        },
        "samples/members.json": (json) => {
          json[0].fullName = "The Desk";
        },
      },
    });
    const token = await server.as("keeper");
    const body = { username: "someone", password: "secret", confirm: "secret", role: "lender" };
    const made = await server.call("POST", MEMBERS, { token, body });
    expect(made.errors).toMatchObject([{ path: "/fullName", keyword: "required", message: "Who?" }]);
    await register("newcomer");
    expect(await nameOf("newcomer")).toBe("newcomer");
  });
});
