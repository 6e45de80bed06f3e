import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LoginAnswer } from "../../../src/wire/session.ts";
import type { JsonChange, Loose } from "../../model/library.ts";
import { buildServer, type TestServer } from "../build-server.ts";

const MEMBERS = "/api/rest/members";
const LOGIN = "/api/rest/session/login";
const newcomer = { username: "newcomer", password: "secret 茶", role: "lender" };

let server: TestServer;
beforeEach(async () => {
  server = await buildServer();
});
afterEach(() => server.close());

const register = (values: object, token?: string) =>
  server.call("POST", MEMBERS, { body: values, ...(token === undefined ? {} : { token }) });
const count = () => server.store.read((view) => view.count("members"));
const stored = (username: string) =>
  server.store.read((view) => view.findBy("members", "username", username));

async function rebuild(change: JsonChange): Promise<void> {
  await server.close();
  server = await buildServer({ config: { "app.json": change } });
}

describe("registration", () => {
  it("◆ `POST /rest/users` without a token is registration, 201", async () => {
    const { status, body, record } = await register(newcomer);
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      username: "newcomer",
      role: "lender",
      approved: false,
      permissions: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      updatedBy: "newcomer",
      updatedById: record._id,
      isProtected: false,
    });
  });

  it("A registered account can log in at once, but holds no permission until someone with systemSettings approves it: users carry `approved`, writable with systemSettings only", async () => {
    const { record } = await register(newcomer);
    const login = await server.call<LoginAnswer>("POST", LOGIN, { body: newcomer });
    expect(login.status).toBe(200);
    expect(login.body.user.permissions).toEqual([]);
    const { token } = login.body;
    expect((await server.call("GET", "/api/rest/loans", { token })).status).toBe(403);
    expect(
      (await server.call("PUT", `${MEMBERS}/${record._id}`, { token, body: { approved: true } })).status,
    ).toBe(403);

    const chief = await server.as("keeper");
    const list = await server.call("GET", `${MEMBERS}?nameQuery=newcomer`, { token: chief });
    expect(list.rows("members")).toMatchObject([{ username: "newcomer", approved: false, permissions: [] }]);
    const approved = await server.call("PUT", `${MEMBERS}/${record._id}`, {
      token: chief,
      body: { ...list.rows("members")[0], approved: true },
    });
    expect(approved.status).toBe(200);
    expect(approved.body).toMatchObject({ approved: true, permissions: ["lending"] });
    expect((await server.call("GET", "/api/rest/loans", { token })).status).toBe(200);
  });

  it("a field may have to equal one that is of the page alone", async () => {
    await rebuild(({ registration }) => {
      const { confirm, password } = (registration.schema as { properties: Loose }).properties;
      password.equals = "confirm";
      password.messages.equals = confirm.messages.equals;
      delete confirm.equals;
      delete confirm.messages.equals;
    });
    const again = { ...newcomer, confirm: newcomer.password };
    const differs = await register({ ...again, confirm: "another" });
    expect([differs.status, differs.errors]).toMatchObject([400, [{ path: "/password", keyword: "equals" }]]);
    expect((await register(again)).status).toBe(201);
  });

  it("config can switch approval off", async () => {
    await rebuild((json) => {
      json.registration.approval = false;
    });
    const { body } = await register(newcomer);
    expect(body).toMatchObject({ approved: true, permissions: ["lending"] });
  });

  it("only the roles that the config offers (S10)", async () => {
    const before = await count();
    for (const role of ["director", "ghost", "constructor", "", null, ["keeper"], { keeper: 1 }, 1]) {
      const { status, error, errors } = await register({ ...newcomer, role });
      expect([status, error.errorCode]).toEqual([400, "VALIDATION_ERROR"]);
      expect(errors).toEqual([expect.objectContaining({ path: "/role" })]);
    }
    await rebuild((json) => {
      json.registration.roles = ["lender", "stocker"];
      const { role } = json.registration.schema.properties;
      role.enum = ["lender", "stocker"];
      delete role.labels.keeper;
    });
    const { status, errors } = await register({ ...newcomer, role: "keeper" });
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ path: "/role", keyword: "enum" }]);
    expect(await count()).toBeLessThanOrEqual(before);
  });

  it("Log-in and registration requests may carry a stale token: an unknown or ended one is ignored there. A valid one without systemSettings registers like none.", async () => {
    expect((await register({ ...newcomer, username: "stale" }, "x".repeat(43))).status).toBe(201);
    const lender = await server.as("lender");
    const { status, record } = await register({ ...newcomer, approved: true }, lender);
    expect([status, record.approved, record.permissions]).toEqual([201, false, []]);
    const { token } = await server.account({ role: "keeper", approved: false });
    const waiting = await register({ ...newcomer, username: "another" }, token);
    expect([waiting.status, waiting.record.approved]).toEqual([201, false]);
  });

  it("A `POST /rest/users` without a token speaks the register page's sentences, with one the user form's.", async () => {
    const chief = await server.as("keeper");
    const wrong = { username: "ab", password: "short", role: "lender" };
    const page = await register(wrong);
    const form = await register(wrong, chief);
    expect(page.errors.map(({ message }) => message)).toEqual([
      "A library name has 3 to 20 characters",
      "A password has at least 6 characters",
    ]);
    expect(form.errors.map(({ message }) => message)).toEqual([
      "A library name is 3 to 20 characters long",
      "A password has 6 characters or more",
    ]);
    expect((await register({})).errors).toMatchObject([
      { path: "/username", keyword: "required", message: "Choose a library name" },
      { path: "/password", keyword: "required", message: "Choose a password" },
      { path: "/role", keyword: "required", message: "Choose your work" },
    ]);
    expect((await register({}, chief)).errors).toMatchObject([
      { path: "/username", message: "A member needs a library name" },
      { path: "/password", message: "A new member needs a password" },
      { path: "/role", message: "Choose the member's work" },
    ]);
  });

  it("a taken name is 409, however many ask for it at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(newcomer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      errorCode: "DUPLICATE",
      errors: [{ path: "/username", keyword: "unique" }],
    });
    expect(refused?.error.message).toContain("newcomer");
    const { record } = await register({ ...newcomer, username: "Newcomer2" });
    expect(record.username).toBe("Newcomer2");
  });

  it("S09: writes nothing that the page does not ask for", async () => {
    const forged = {
      ...newcomer,
      _id: "0".repeat(24),
      approved: true,
      permissions: ["staffing"],
      isProtected: true,
      createdAt: "2000-01-01T00:00:00.000Z",
      updatedAt: "2000-01-01T00:00:00.000Z",
      updatedBy: "director",
      password_hash: "x",
      __v: 3,
      constructor: { prototype: { approved: true } },
    };
    const { status, body, record } = await register(forged);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      approved: false,
      permissions: [],
      isProtected: false,
      updatedBy: "newcomer",
    });
    expect(record._id).not.toBe(forged._id);
    expect(record.updatedAt > "2001").toBe(true);
    expect(body).not.toHaveProperty("__v");
    const raw = '{"username":"second","password":"secret 1","role":"lender","__proto__":{"approved":true}}';
    const polluted = await server.call("POST", MEMBERS, {
      body: raw,
      headers: { "content-type": "application/json" },
    });
    expect([polluted.status, polluted.record.approved]).toEqual([201, false]);
  });

  it("S12, S16: the password is stored hashed, whole, and never answered", async () => {
    const password = `${"茶".repeat(80)}一`;
    const { text } = await register({ ...newcomer, password });
    expect(text).not.toContain("茶");
    expect(text).not.toContain("argon2");
    expect((await stored("newcomer"))?.password).toMatch(/^\$argon2id\$/);
    const tryWith = (typed: string) =>
      server.call("POST", LOGIN, { body: { username: "newcomer", password: typed } });
    expect((await tryWith(password)).status).toBe(200);
    expect((await tryWith(`${"茶".repeat(80)}二`)).status).toBe(400);
    const huge = await register({ ...newcomer, username: "huge", password: "x".repeat(7_000) });
    expect(huge.status).toBe(400);
    expect(huge.errors).toMatchObject([{ path: "/password", keyword: "maxLength" }]);
    const endless = await register({ ...newcomer, username: "huge", password: "x".repeat(900_000) });
    expect(endless.status).toBe(413);
    expect(await stored("huge")).toBeUndefined();
    expect(server.log).toEqual([]);
  });

  it("S19, S28: one address registers so many a minute, and no more", async () => {
    await rebuild((json) => {
      Object.assign(Reflect.get(json, "limits"), { loginTriesPerAddress: 5 });
    });
    for (let n = 0; n < 5; n += 1) {
      expect((await register({ ...newcomer, username: `name${n}` })).status).toBe(201);
    }
    const refused = await register({ ...newcomer, username: "onemore" });
    expect([refused.status, refused.error.errorCode]).toEqual([429, "TOO_MANY_TRIES"]);
    const chief = await server.as("keeper");
    expect((await register({ ...newcomer, username: "onemore" }, chief)).status).toBe(201);
  });

  it("is refused while it is closed, but for those who may make accounts", async () => {
    await rebuild((json) => {
      json.registration.open = false;
    });
    const { status, error } = await register(newcomer);
    expect([status, error.errorCode]).toEqual([403, "FORBIDDEN"]);
    expect(error.message).toBe("Nobody can register at present");
    expect(await stored("newcomer")).toBeUndefined();
    expect((await register(newcomer, await server.as("keeper"))).status).toBe(201);
  });

  it("passes by no server hook: what is stored was completed, cleaned and checked", async () => {
    await server.close();
    const lost = { description: "Refused.", text: { en: "Not {label}" } };
    const hook = {
      complete: () => "<b>Given</b>",
      clean: (value: string) => value.replaceAll(/<img[^>]*>/g, ""),
      check: (value: string) => (value.includes("spam") ? [{ keyword: "lost" }] : []),
    };
    const bio = { type: "string", format: "html", title: "About", widget: "rich-text" };
    server = await buildServer({
      hooks: { "rich-text": hook },
      manifests: { "rich-text": { messages: { lost } } },
      config: {
        "entities/members.json": (json) => Object.assign(json.schema.properties, { bio }),
        "app.json": (json) => Object.assign(json.registration.schema.properties, { bio }),
      },
    });
    const hi = await register({ ...newcomer, bio: "Hi<img src=x onerror=alert(1)>" });
    expect([hi.status, hi.record.bio]).toEqual([201, "Hi"]);
    expect((await stored("newcomer"))?.bio).toBe("Hi");
    expect((await register({ ...newcomer, username: "second" })).record.bio).toBe("<b>Given</b>");
    const spam = await register({ ...newcomer, username: "third", bio: "spam" });
    expect([spam.status, spam.errors]).toEqual([
      400,
      [{ path: "/bio", keyword: "lost", message: "Not About" }],
    ]);
    const torn = await register({ ...newcomer, username: "third", bio: "a\0b" });
    expect([torn.status, torn.errors]).toMatchObject([400, [{ path: "/bio", keyword: "format" }]]);
    Object.assign(hook, { clean: () => Promise.reject(new Error("Boom")) });
    const broken = await register({ ...newcomer, username: "third", bio: "Hi" });
    expect([broken.status, broken.errors]).toMatchObject([400, [{ path: "/bio", keyword: "serverFailed" }]]);
    expect(server.log.splice(0)).toMatchObject([expect.stringContaining("clean of members/bio")]);
    expect(await stored("third")).toBe(undefined);
  });

  it("a hook that completes what the page does not ask for holds the entity's rules", async () => {
    await server.close();
    const hook = { complete: () => "long".repeat(20) };
    const about = {
      type: "string",
      title: "About",
      maxLength: 40,
      messages: { maxLength: "Too long" },
      widget: "textarea",
    };
    server = await buildServer({
      hooks: { textarea: hook },
      config: { "entities/members.json": (json) => Object.assign(json.schema.properties, { about }) },
    });
    const long = await register(newcomer);
    expect([long.status, long.errors]).toMatchObject([400, [{ path: "/about", keyword: "maxLength" }]]);
    Object.assign(hook, { complete: () => "short" });
    const short = await register({ ...newcomer, confirm: newcomer.password });
    expect([short.status, short.record.about]).toEqual([201, "short"]);
  });

  it.each([[[]], ["text"], [1], [null]])("a body that is %j is 400", async (value) => {
    const headers = { "content-type": "application/json" };
    const { status } = await server.call("POST", MEMBERS, { body: JSON.stringify(value), headers });
    expect(status).toBe(400);
  });
});
