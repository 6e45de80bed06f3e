import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store, StoreTransaction } from "../../../src/server/store/store.ts";
import type { LoginAnswer } from "../../../src/wire/session.ts";
import { buildServer, type TestAccount, type TestServer } from "../build-server.ts";
import { HASH } from "./usable-password.ts";

const MEMBERS = "/api/rest/members";
const PASSWORD = "secret 1";

let server: TestServer;
/** Both may manage accounts; only the director's role is hidden. */
let keeper: TestAccount;
let director: TestAccount;

beforeEach(async () => {
  server = await buildServer();
  const password = HASH;
  keeper = await server.account({ username: "kim", role: "keeper", password });
  director = await server.account({ username: "dora", role: "director", password });
});
afterEach(() => server.close());

const call = (method: string, id: string, { token }: TestAccount, body?: object) =>
  server.call(method, id === "" ? MEMBERS : `${MEMBERS}/${id}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
const stored = (id: string) => server.store.read((view) => view.get("members", id));

/** Says what was refused, and that nothing changed. */
async function refused(
  work: ReturnType<typeof call>,
  status: number,
  errorCode: string,
  unchanged: TestAccount,
): Promise<void> {
  const before = await stored(unchanged._id);
  const answer = await work;
  expect([answer.status, answer.error.errorCode]).toEqual([status, errorCode]);
  expect(answer.error.message.length).toBeGreaterThan(5);
  expect(await stored(unchanged._id)).toEqual(before);
}

describe("superAdmin accounts are neither listed, shown, edited nor deleted through the API by anyone but a superAdmin, and only a superAdmin gives that role", () => {
  it("neither listed nor counted, by no search and no sort (S11)", async () => {
    for (const query of ["", "?nameQuery=dora", "?sortField=role&sortOrder=asc", "?limit=1&page=2"]) {
      const { body, total } = await server.call("GET", `${MEMBERS}${query}`, { token: keeper.token });
      expect(total).toBe(query.includes("dora") ? 0 : 1);
      expect(JSON.stringify(body)).not.toContain("dora");
    }
    const { total } = await server.call("GET", MEMBERS, { token: director.token });
    expect(total).toBe(2);
  });

  it("neither shown, edited nor deleted: the answer is that of a record that does not exist (S08, S14)", async () => {
    const missing = "f".repeat(24);
    for (const [method, body] of [
      ["GET", undefined],
      ["PUT", { username: "hers" }],
      ["PUT", { password: PASSWORD }],
      ["PUT", { role: "lender" }],
      ["DELETE", undefined],
    ] as const) {
      const hidden = await call(method, director._id, keeper, body);
      const nothing = await call(method, missing, keeper, body);
      expect([hidden.status, hidden.body]).toEqual([nothing.status, nothing.body]);
      expect(hidden.status).toBe(404);
    }
    expect(await stored(director._id)).toMatchObject({ username: "dora", role: "director" });
  });

  it("not through the references of others either", async () => {
    const lender = await server.account({ username: "len", role: "lender", password: HASH });
    const list = await server.call("GET", MEMBERS, { token: lender.token });
    expect(list.status).toBe(200);
    expect(list.text).toContain("kim");
    expect(list.text).not.toContain("dora");
    expect((await call("GET", director._id, lender)).status).toBe(404);
  });

  it("only such an account gives the role, new or to another", async () => {
    const body = { username: "newone", password: PASSWORD, role: "director" };
    const made = await call("POST", "", keeper, body);
    expect([made.status, made.error.message]).toEqual([403, "You cannot give this role"]);
    expect(made.errors).toMatchObject([{ path: "/role" }]);
    await refused(call("PUT", keeper._id, keeper, { role: "director" }), 403, "FORBIDDEN", keeper);
    expect((await call("POST", "", director, body)).status).toBe(201);
    expect((await call("PUT", keeper._id, director, { role: "director" })).status).toBe(200);
  });

  it("one of them edits and deletes another", async () => {
    const other = await server.account({ username: "dirk", role: "director", password: HASH });
    const read = await call("GET", other._id, director);
    expect(read.body).toMatchObject({
      role: "director",
      permissions: ["stock", "lending", "staffing", "shelving", "reading"],
    });
    expect((await call("PUT", other._id, director, { ...read.record, username: "dirk2" })).status).toBe(200);
    expect((await call("DELETE", other._id, director)).status).toBe(200);
  });
});

describe("Nobody deletes their own account. The last account holding systemSettings cannot be deleted or demoted.", () => {
  it("one's own", async () => {
    const own = await call("DELETE", keeper._id, keeper);
    expect([own.status, own.error.message]).toEqual([403, "You cannot delete yourself"]);
    expect(await stored(keeper._id)).toBeDefined();
  });

  describe("the last one", () => {
    beforeEach(() => server.store.write((transaction) => transaction.delete("members", director._id)));

    it.each([{ role: "lender" }, { approved: false }, { approved: null }])("not with %j", async (body) => {
      // Others that only look like one: no password, no approval.
      await server.account({ username: "sample", role: "keeper" });
      await server.account({ username: "waiting", role: "keeper", password: HASH, approved: false });
      await refused(call("PUT", keeper._id, keeper, body), 409, "LAST_ADMIN", keeper);
      await server.account({ username: "second", role: "keeper", password: HASH });
      expect((await call("PUT", keeper._id, keeper, body)).status).toBe(200);
    });

    it("however many are asked for at once", async () => {
      const others: TestAccount[] = [];
      for (let n = 0; n < 5; n += 1) {
        others.push(await server.account({ username: `keeper${n}`, role: "keeper", password: HASH }));
      }
      const all = [keeper, ...others];
      const next = (index: number) => all[(index + 1) % all.length] ?? keeper;
      const answers = await Promise.all(
        all.map((one, index) =>
          index % 2 === 0
            ? call("DELETE", next(index)._id, one)
            : call("PUT", next(index)._id, one, { role: "lender" }),
        ),
      );
      const left = await server.store.read((view) =>
        view.count("members", [{ field: "role", op: "eq", value: "keeper" }]),
      );
      expect(left).toBeGreaterThan(0);
      // Whoever had already lost the right could not take it from the next one.
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(all.length - left);
      for (const { status } of answers) expect([200, 401, 403, 404, 409]).toContain(status);
    });

    it("each giving up their own right at once leaves one", async () => {
      const second = await server.account({ username: "second", role: "keeper", password: HASH });
      const answers = await Promise.all(
        [keeper, second].map((one) => call("PUT", one._id, one, { role: "lender" })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
  });
});

describe("S10: nobody grants a right they lack", () => {
  let clerk: TestAccount;
  beforeEach(async () => {
    await server.close();
    // A role that manages accounts and holds nothing else.
    const change = (json: { roles: Record<string, object> }) => {
      json.roles.clerk = { label: { en: "Clerk" }, permissions: ["staffing"] };
    };
    const roles = (json: { schema: { properties: { role: { enum: string[] } } } }) => {
      json.schema.properties.role.enum.push("clerk");
    };
    server = await buildServer({ config: { "app.json": change, "entities/members.json": roles } });
    clerk = await server.account({ username: "cleo", role: "clerk", password: HASH });
    keeper = await server.account({ username: "kim", role: "keeper", password: HASH });
  });

  it("not to a new account, not to another, not to their own", async () => {
    const body = { username: "newone", password: PASSWORD };
    for (const role of ["keeper", "lender", "stocker", "director"]) {
      expect((await call("POST", "", clerk, { ...body, role })).status).toBe(403);
      await refused(call("PUT", clerk._id, clerk, { role }), 403, "FORBIDDEN", clerk);
    }
    expect((await call("POST", "", clerk, { ...body, role: "clerk" })).status).toBe(201);
  });

  it("nor takes over, approves, demotes or deletes who has more", async () => {
    const waiting = await server.account({
      username: "wait",
      role: "lender",
      password: HASH,
      approved: false,
    });
    await refused(call("PUT", waiting._id, clerk, { approved: true }), 403, "FORBIDDEN", waiting);
    for (const body of [{ password: PASSWORD }, { username: "other" }, { role: "clerk" }]) {
      await refused(call("PUT", keeper._id, clerk, body), 403, "FORBIDDEN", keeper);
    }
    await refused(call("DELETE", keeper._id, clerk), 403, "FORBIDDEN", keeper);
    expect((await call("PUT", clerk._id, clerk, { password: PASSWORD, username: "cleopatra" })).status).toBe(
      200,
    );
  });
});

describe("what is written of an account", () => {
  it("On edit a blank password means unchanged and is not sent.", async () => {
    const made = await call("POST", "", keeper, { username: "newone", password: PASSWORD, role: "lender" });
    const logIn = (password: string) =>
      server.call<LoginAnswer>("POST", "/api/rest/session/login", { body: { username: "newone", password } });
    const { token } = (await logIn(PASSWORD)).body;
    const before = await stored(made.record._id);
    expect(before?.password).toMatch(/^\$argon2id\$/);
    for (const password of ["", null, "   ", undefined]) {
      const { status, text } = await call("PUT", made.record._id, keeper, { username: "newone", password });
      expect(status).toBe(200);
      expect(text).not.toContain("password");
      expect((await stored(made.record._id))?.password).toBe(before?.password);
    }
    expect((await server.call("GET", "/api/rest/loans", { token })).status).toBe(200);
    const short = await call("PUT", made.record._id, keeper, { password: "short" });
    expect(short.errors).toMatchObject([
      { path: "/password", message: "A password has 6 characters or more" },
    ]);
    expect((await call("PUT", made.record._id, keeper, { password: "secret 2" })).status).toBe(200);
    expect((await logIn(PASSWORD)).status).toBe(400);
    expect((await logIn("secret 2")).status).toBe(200);
  });

  it("an account that waits for approval waits on where an edit does not speak of it; a new one is approved", async () => {
    const waiting = await server.account({
      username: "wait",
      role: "lender",
      password: HASH,
      approved: false,
    });
    const put = await call("PUT", waiting._id, keeper, { username: "waits" });
    expect([put.status, put.record.approved, put.record.permissions]).toEqual([200, false, []]);
    const made = { password: PASSWORD, role: "lender" };
    expect((await call("POST", "", keeper, { ...made, username: "one" })).record.approved).toBe(true);
    const refused = await call("POST", "", keeper, { ...made, username: "two", approved: false });
    expect(refused.record.approved).toBe(false);
  });

  it("two edits at once lose neither a new password nor a new role", async () => {
    const made = await call("POST", "", keeper, { username: "newone", password: PASSWORD, role: "lender" });
    const answers = await Promise.all([
      call("PUT", made.record._id, keeper, { password: "secret 2" }),
      call("PUT", made.record._id, keeper, { role: "stocker" }),
      call("PUT", made.record._id, director, { username: "renamed" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const login = await server.call<LoginAnswer>("POST", "/api/rest/session/login", {
      body: { username: "renamed", password: "secret 2" },
    });
    expect(login.body.user).toMatchObject({ username: "renamed", role: "stocker" });
  });

  it("`_id`, `createdAt`, `updatedAt`, `updatedBy`, `isProtected`, `permissions` and unknown keys such as `__v` included: dropped, never written (S05, S09)", async () => {
    const made = await call("POST", "", keeper, {
      username: "newone",
      password: PASSWORD,
      role: "lender",
      permissions: ["staffing"],
      isProtected: true,
      _id: "0".repeat(24),
    });
    expect(made.body).toMatchObject({ permissions: ["lending"], isProtected: false, approved: true });
    const read = (await call("GET", made.record._id, keeper)).record;
    const put = await call("PUT", made.record._id, keeper, {
      ...read,
      permissions: ["staffing"],
      isProtected: true,
      updatedBy: "dora",
      __v: 7,
    });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ permissions: ["lending"], isProtected: false, updatedBy: "kim" });
    expect(put.body).not.toHaveProperty("__v");
    expect(await stored(made.record._id)).not.toHaveProperty("permissions");
  });

  it.each([
    ["the right", 403, { role: "lender" }],
    ["the account", 401, undefined],
  ] as const)("a writer who has just lost %s writes nothing more", async (_what, status, values) => {
    const other = await server.account({ username: "other", role: "lender", password: HASH });
    for (const attempt of [
      () => call("PUT", other._id, keeper, { role: "keeper" }),
      () => call("POST", "", keeper, { username: "newone", password: PASSWORD, role: "lender" }),
      () => call("DELETE", other._id, keeper),
    ]) {
      keeper = await server.account({ role: "keeper", password: HASH });
      justBeforeNextWrite((transaction) =>
        values === undefined
          ? transaction.delete("members", keeper._id)
          : transaction.update("members", keeper._id, { ...values, ...at() }, [], at().updatedAt),
      );
      expect((await attempt()).status).toBe(status);
    }
    expect((await stored(other._id))?.role).toBe("lender");
    expect(await server.store.read((view) => view.findBy("members", "username", "newone"))).toBeUndefined();
  });
});

const at = () => ({ updatedAt: new Date().toISOString(), updatedBy: null, updatedById: null });

/** Another transaction that comes between a request's first look and its own. */
function justBeforeNextWrite(work: (transaction: StoreTransaction) => Promise<void>): void {
  const { write } = server.store;
  const overtaken: Store["write"] = async (next) => {
    Object.assign(server.store, { write });
    await write(work);
    return write(next);
  };
  Object.assign(server.store, { write: overtaken });
}
