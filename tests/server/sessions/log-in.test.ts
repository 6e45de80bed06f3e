import { performance } from "node:perf_hooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashPassword } from "../../../src/server/accounts/password.ts";
import type { LoginAnswer } from "../../../src/wire/session.ts";
import { buildServer, type TestServer } from "../build-server.ts";

const LOGIN = "/api/rest/session/login";
const PASSWORD = "correct horse 茶";

let server: TestServer;
beforeEach(async () => {
  server = await buildServer();
  await server.insert("members", {
    username: "anna",
    password: await hashPassword(PASSWORD),
    role: "keeper",
    approved: true,
  });
});
afterEach(() => server.close());

const logIn = (username: unknown, password: unknown, headers = {}) =>
  server.call<LoginAnswer>("POST", LOGIN, { body: { username, password }, headers });

describe("log-in", () => {
  it('◆ `POST /rest/users/login` answers `{ token, user: { id, username, role, permissions: ["contentManagement", …] } }`; we add `_id`', async () => {
    const { status, body } = await logIn("anna", PASSWORD);
    expect(status).toBe(200);
    const { _id } = body.user;
    expect(body).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      user: { _id, id: _id, username: "anna", role: "keeper", permissions: ["stock", "lending", "staffing"] },
    });
    expect(_id).toMatch(/^[0-9a-f]{24}$/);
    expect((await server.call("GET", "/api/rest/members", { token: body.token })).status).toBe(200);
  });

  it("A wrong username and a wrong password get one and the same answer: 400, for clients log out on any 401", async () => {
    await server.insert("members", { username: "nopassword", role: "lender", approved: true });
    const wrong = [
      await logIn("nobody", PASSWORD),
      await logIn("anna", "correct horse"),
      await logIn("anna", `${PASSWORD} `),
      await logIn("Anna", PASSWORD),
      await logIn("anna ", PASSWORD),
      await logIn("nopassword", "null"),
      await logIn("anna", "x".repeat(2_000)),
      await logIn("' or 1=1 --", PASSWORD),
    ];
    for (const answer of wrong) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        status: "error",
        errorCode: "LOGIN_FAILED",
        message: "The library name or the password is wrong",
        operation: "log in",
      });
    }
  });

  it("… in the same time (S14)", async () => {
    const took = async (username: string) => {
      const began = performance.now();
      await logIn(username, "wrong");
      return performance.now() - began;
    };
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let n = 0; n < 10; n += 1) {
      server.advance(61_000);
      known = Math.min(known, await took("anna"));
      unknown = Math.min(unknown, await took("nobody"));
    }
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  it("says at which field nothing was entered; anything but a text is nothing (S15, S28)", async () => {
    const empty = await logIn("  ", "");
    expect(empty.status).toBe(400);
    expect(empty.body).toMatchObject({
      errorCode: "VALIDATION_ERROR",
      message: "Enter your library name",
      errors: [
        { path: "/username", keyword: "required", message: "Enter your library name" },
        { path: "/password", keyword: "required", message: "Enter your password" },
      ],
    });
    for (const value of [null, 1, true, [], ["anna"], { $ne: "" }]) {
      expect((await logIn(value, PASSWORD)).status).toBe(400);
      expect((await logIn("anna", value)).status).toBe(400);
    }
    for (const body of [[], "x", 1, null]) {
      const headers = { "content-type": "application/json" };
      const answer = await server.call("POST", LOGIN, { body: JSON.stringify(body), headers });
      expect(answer.status).toBe(400);
    }
    expect(server.log).toEqual([]);
  });

  it("S16: a password of a megabyte is refused quickly", async () => {
    const began = performance.now();
    const { status } = await logIn("anna", "x".repeat(1_048_576));
    expect([400, 413]).toContain(status);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it("◆ Log-in and registration requests may carry a stale token: an unknown or ended one is ignored there", async () => {
    for (const authorization of [
      "Bearer gone",
      `Bearer ${"x".repeat(43)}`,
      "Bearer ",
      "Basic eA==",
      "null",
    ]) {
      expect((await logIn("anna", PASSWORD, { authorization })).status).toBe(200);
    }
  });

  it("S12: neither password nor token is answered, logged or stored as it is", async () => {
    const { body } = await logIn("anna", PASSWORD);
    const list = await server.call("GET", "/api/rest/members", { token: body.token });
    const one = await server.call("GET", `/api/rest/members/${body.user._id}`, { token: body.token });
    for (const text of [list.text, one.text, server.log.join()]) {
      expect(text).not.toContain("argon2");
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain(body.token);
      expect(text).not.toContain('"password"');
    }
    const stored = await server.store.read((view) => view.session(body.token));
    expect(stored).toBeUndefined();
  });
});

describe("Only failed log-ins count towards the limit", () => {
  it("10 for one account in a minute, whatever else the request says (S19)", async () => {
    const variants = ["anna", "ANNA", " anna", "an na", "ａｎｎａ"];
    for (let n = 0; n < 10; n += 1) {
      const answer = await server.call("POST", n % 2 === 0 ? LOGIN : `${LOGIN}?again=${n}`, {
        body: { username: variants[n % variants.length], password: `wrong ${n}`, email: `x${n}@example.com` },
        headers: { "x-forwarded-for": `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` },
      });
      expect(answer.status).toBe(400);
    }
    const refused = await logIn("anna", PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.error.errorCode).toBe("TOO_MANY_TRIES");
    expect(refused.error.message).toMatch(/^Too many failed tries. Try again in \d+ seconds$/);
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    server.advance(61_000);
    expect((await logIn("anna", PASSWORD)).status).toBe(200);
  });

  it("S44: a wall clock that is set back or forth neither prolongs the limit nor lifts it", async () => {
    await server.close();
    let set = 0;
    let since = 0;
    const effects = { now: () => new Date(Date.now() + set), elapsed: () => since };
    server = await buildServer({ effects });
    await server.insert("members", {
      username: "anna",
      password: await hashPassword(PASSWORD),
      role: "keeper",
    });
    for (let n = 0; n < 10; n += 1) await logIn("anna", "wrong");
    for (const days of [-30, 30]) {
      set = days * 24 * 3_600_000;
      const refused = await logIn("anna", PASSWORD);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers["retry-after"])).toBe(60);
    }
    since = 60_001;
    set = -30 * 24 * 3_600_000;
    expect((await logIn("anna", PASSWORD)).status).toBe(200);
  });

  it("right ones do not, and other accounts go on", async () => {
    for (let n = 0; n < 9; n += 1) await logIn("anna", "wrong");
    const right = await Promise.all(Array.from({ length: 15 }, () => logIn("anna", PASSWORD)));
    expect(right.map(({ status }) => status)).toEqual(Array(15).fill(200));
    await logIn("anna", "wrong");
    expect((await logIn("anna", PASSWORD)).status).toBe(429);
    expect((await logIn("nobody", PASSWORD)).status).toBe(400);
  });

  it("tries sent at once are counted like tries one by one", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => logIn("anna", `wrong ${n}`)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(400), count(429)]).toEqual([10, 30]);
  });
});

it("no token is answered whose session could not be stored", async () => {
  const write = server.store.write.bind(server.store);
  const addSession = () => Promise.reject(new Error("no room"));
  const failing = vi
    .spyOn(server.store, "write")
    .mockImplementation((work) => write((transaction) => work({ ...transaction, addSession })));
  expect(await logIn("anna", PASSWORD)).toMatchObject({ status: 500, error: { errorCode: "INTERNAL" } });
  failing.mockRestore();
  expect((await logIn("anna", PASSWORD)).status).toBe(200);
});

it("and a wider one for one address", async () => {
  await server.close();
  const change = (json: { limits: { loginTriesPerAddress: number } }) => {
    json.limits.loginTriesPerAddress = 12;
  };
  server = await buildServer({ config: { "app.json": change } });
  for (let n = 0; n < 12; n += 1) {
    const headers = { "x-forwarded-for": `203.0.113.${n}` };
    expect((await logIn(`nobody${n}`, "wrong", headers)).status).toBe(400);
  }
  const refused = await logIn("somebody", "wrong", { "x-forwarded-for": "203.0.113.99" });
  expect(refused.status).toBe(429);
});
