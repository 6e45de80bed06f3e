import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { removeSamples } from "../../../src/server/samples/remove-samples.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import type { JsonChange } from "../../model/library.ts";
import { buildServer, type TestAccount, type TestServer } from "../build-server.ts";
import type { CallAnswer } from "../call-answer.ts";
import { rowsOf } from "../records/library-records.ts";
import { HASH } from "./usable-password.ts";

const MEMBERS = "/api/rest/members";

let server: TestServer;
afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

const person = (username: string, role: string, values: RecordData = {}) =>
  server.account({ username, role, password: HASH, ...values });
const put = (id: string, { token }: TestAccount, body: object) =>
  server.call("PUT", `${MEMBERS}/${id}`, { token, body });
const remove = (id: string, { token }: TestAccount) => server.call("DELETE", `${MEMBERS}/${id}`, { token });

const EDITOR = /^Somebody has to edit the configuration: make somebody else (Branch keeper|Director) first$/;
const MANAGER = /^Somebody has to look after the members: make somebody else .+ first$/;

/** Refused with a sentence that says what to do, and no account is another than before. */
async function isRefused(work: () => Promise<CallAnswer>, sentence: RegExp): Promise<void> {
  const before = await rowsOf(server, "members");
  const { status, error } = await work();
  expect([status, error.errorCode, error.message]).toEqual([
    409,
    "LAST_ADMIN",
    expect.stringMatching(sentence),
  ]);
  expect(await rowsOf(server, "members")).toEqual(before);
}

/** Accounts that only look as if they could. */
async function lookalikes(role: string): Promise<void> {
  await server.account({ username: "sample", role });
  await person("waiting", role, { approved: false });
  await person("unset", role, { approved: null });
  await person("by-hand", role, { password: "typed into the store" });
  await person("", role);
}

describe("The last account that may edit the config, while others manage accounts", () => {
  let keeper: TestAccount;
  let director: TestAccount;
  beforeEach(async () => {
    server = await buildServer();
    keeper = await person("kim", "keeper");
    director = await person("dora", "director");
    await lookalikes("director");
  });

  it.each([
    [{ role: "keeper" }],
    [{ role: "lender" }],
    [{ approved: false }],
    [{ approved: null }],
    [{ role: "keeper", approved: false, username: "someone", password: "another 1" }],
  ])("does not give it up by %j, until there is another", async (body) => {
    await isRefused(() => put(director._id, director, body), EDITOR);
    await person("second", "director");
    expect((await put(director._id, director, body)).status).toBe(200);
  });

  it("is neither demoted, un-approved nor deleted by another of the role who cannot log in", async () => {
    const other = await server.account({ username: "no-password", role: "director" });
    for (const body of [{ role: "keeper" }, { approved: false }])
      await isRefused(() => put(director._id, other, body), EDITOR);
    await isRefused(() => remove(director._id, other), EDITOR);
    await person("second", "director");
    expect((await remove(director._id, other)).status).toBe(200);
  });

  it("gives it up to another, however many before that one only look as if they could", async () => {
    for (let n = 0; n < 110; n += 1) await server.account({ username: `unset ${n}`, role: "director" });
    await isRefused(() => put(director._id, director, { role: "keeper" }), EDITOR);
    await person("second", "director");
    expect((await put(director._id, director, { role: "keeper" })).status).toBe(200);
  });

  it("stays editable otherwise", async () => {
    for (const body of [
      { username: "dorothea" },
      { password: "another 1" },
      { role: "director", approved: true },
      {},
    ])
      expect((await put(director._id, director, body)).status).toBe(200);
    expect((await put(keeper._id, director, { role: "lender" })).status).toBe(200);
  });

  it("of two who take it from each other at once, or each give it up, one keeps it", async () => {
    for (const isOwn of [true, false]) {
      const second = await person(`second-${isOwn}`, "director");
      const [one, two] = isOwn ? [director, second] : [second, director];
      const answers = await Promise.all([
        put(one._id, director, { role: "keeper" }),
        put(two._id, second, { approved: false }),
      ]);
      const left = await server.store.read((view) => view.getMany("members", [director._id, second._id]));
      const editors = left.filter(({ role, approved }) => role === "director" && approved === true);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(editors).toHaveLength(1);
      await server.store.write((transaction) => transaction.delete("members", second._id));
      await server.store.write((transaction) => transaction.delete("members", director._id));
      director = await person(`dora-${isOwn}`, "director");
    }
  });

  it("is not written away by what a request does not name: a condition that empties a field", async () => {
    await server.close();
    const change: JsonChange = (json) => {
      const { approved, role } = json.schema.properties;
      const when = (username: string) => ({ when: { field: "username", is: username }, show: false });
      approved.whenHidden = "clear";
      approved.conditions = [when("unapproved")];
      role.whenHidden = "clear";
      role.conditions = [when("without-a-role")];
    };
    server = await buildServer({ config: { "entities/members.json": change } });
    keeper = await person("kim", "keeper");
    director = await person("dora", "director");
    await isRefused(() => put(director._id, director, { username: "unapproved" }), EDITOR);
    const before = await rowsOf(server, "members");
    // Nobody gives a role that there is not.
    expect((await put(director._id, director, { username: "without-a-role" })).status).toBe(403);
    expect(await rowsOf(server, "members")).toEqual(before);
  });
});

describe("Who may edit the config is another role than who manages accounts", () => {
  it("whoever manages accounts cannot take the last editor's right, by no way", async () => {
    const change: JsonChange = (json) => {
      json.config.editors = ["keeper"];
    };
    server = await buildServer({ config: { "app.json": change } });
    const director = await person("dora", "director");
    const keeper = await person("kim", "keeper");
    await lookalikes("keeper");
    for (const body of [{ role: "director" }, { role: "lender" }, { approved: false }])
      await isRefused(() => put(keeper._id, director, body), EDITOR);
    await isRefused(() => remove(keeper._id, director), EDITOR);
    await isRefused(() => put(keeper._id, keeper, { role: "lender" }), EDITOR);
    const second = await person("second", "keeper");
    const answers = await Promise.all([remove(keeper._id, director), remove(second._id, director)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

it("The last account that manages accounts: the sentence names the roles that its reader may give", async () => {
  server = await buildServer();
  const keeper = await person("kim", "keeper");
  await lookalikes("director");
  const { error } = await put(keeper._id, keeper, { role: "lender" });
  expect(error.message).toMatch(MANAGER);
  expect(error.message).toContain("Branch keeper");
  // A hidden role is nothing that a keeper gives.
  expect(error.message).not.toContain("Director");
});

describe("samples:remove", () => {
  const sampleOf = () => {
    const [id] = server.holder.current.config.samples.get("members")?.map(({ _id }) => _id) ?? [];
    return String(id);
  };
  /** A sample account to which the operator gave a password. */
  const withPassword = () => person("sample-chief", "director", { _id: sampleOf(), isProtected: true });

  it("keeps the last account with a right, and says so", async () => {
    server = await buildServer();
    await person("kim", "keeper");
    const chief = await withPassword();
    const result = await removeSamples(server.store, server.holder.current, server.effects);
    expect(result).toEqual({ removed: 0, kept: [], needed: ["sample-chief"] });
    const [stored] = await server.store.read((view) => view.getMany("members", [chief._id]));
    expect(stored).toMatchObject({ role: "director", isProtected: false, approved: true });
  });

  it("removes it where another has the right, with its sessions", async () => {
    server = await buildServer();
    await person("dora", "director");
    const { _id, token } = await withPassword();
    const result = await removeSamples(server.store, server.holder.current, server.effects);
    expect(result).toEqual({ removed: 1, kept: [], needed: [] });
    const left = await server.store.read(async (view) => [
      await view.get("members", _id),
      await view.session(hashToken(token)),
    ]);
    expect(left).toEqual([undefined, undefined]);
  });
});
