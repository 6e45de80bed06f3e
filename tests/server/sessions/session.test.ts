import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { hashPassword } from "../../../src/server/accounts/password.ts";
import type { LoginAnswer, TokenAnswer } from "../../../src/wire/session.ts";
import { buildServer, type TestServer } from "../build-server.ts";

const HOUR = 3_600_000;
const PASSWORD = "correct horse";
const PATHS = {
  login: "/api/rest/session/login",
  validate: "/api/rest/session/validate-token",
  logout: "/api/rest/session/logout",
};

let server: TestServer;
let anna: { readonly _id: string; readonly token: string };
let chief: string;

beforeEach(async () => {
  server = await buildServer();
  chief = await server.as("keeper");
  const password = await hashPassword(PASSWORD);
  const { _id } = await server.insert("members", {
    username: "anna",
    password,
    role: "lender",
    approved: true,
  });
  anna = { _id, token: await logIn() };
  // Asked before: what is known of a session is no excuse for what has changed since.
  for (const token of [anna.token, chief]) expect((await validate(token)).status).toBe(200);
});
afterEach(() => server.close());

async function logIn(password = PASSWORD): Promise<string> {
  const { body, status } = await server.call<LoginAnswer>("POST", PATHS.login, {
    body: { username: "anna", password },
  });
  expect(status).toBe(200);
  return body.token;
}
const validate = (token?: string) =>
  server.call<TokenAnswer>("GET", PATHS.validate, token === undefined ? {} : { token });
const edit = (values: object) =>
  server.call("PUT", `/api/rest/members/${anna._id}`, { token: chief, body: values });

describe("a session", () => {
  it("◆ `GET /rest/users/validate-token` answers 200 `{ success: true, … }` or 401", async () => {
    const { status, body } = await validate(anna.token);
    expect(status).toBe(200);
    const { _id } = anna;
    const user = { _id, id: _id, username: "anna", role: "lender", permissions: ["lending"] };
    expect(body).toEqual({ success: true, user });
    for (const token of [undefined, "", "x", `${anna.token}x`, anna.token.toLowerCase(), "null"]) {
      const refused = await validate(token);
      expect(refused.status).toBe(401);
      expect(refused.body).toMatchObject({ status: "error", errorCode: "UNAUTHENTICATED" });
    }
  });

  it("is carried by the bearer scheme alone: no cookie, no query, so nothing for CSRF (S20)", async () => {
    const { headers } = await server.call("POST", PATHS.login, {
      body: { username: "anna", password: PASSWORD },
    });
    expect(headers["set-cookie"]).toBeUndefined();
    for (const carried of [
      { cookie: `token=${anna.token}` },
      { authorization: anna.token },
      { authorization: `Basic ${anna.token}` },
      { "x-access-token": anna.token },
    ]) {
      expect((await server.call("GET", PATHS.validate, { headers: carried })).status).toBe(401);
    }
    expect((await server.call("GET", `${PATHS.validate}?token=${anna.token}`)).status).toBe(401);
    const lower = { authorization: `bearer ${anna.token}` };
    expect((await server.call("GET", PATHS.validate, { headers: lower })).status).toBe(200);
  });

  it("`POST /rest/users/logout` ends the session on the server (S17)", async () => {
    const other = await logIn();
    const { status, body } = await server.call("POST", PATHS.logout, { token: anna.token });
    expect([status, body]).toEqual([200, { message: "Logged out" }]);
    expect((await validate(anna.token)).status).toBe(401);
    expect((await server.call("GET", "/api/rest/loans", { token: anna.token })).status).toBe(401);
    expect((await validate(other)).status).toBe(200);
    expect((await server.call("POST", PATHS.logout, { token: anna.token })).status).toBe(401);
  });

  it("ends after the hours without a request that the config says, and not before", async () => {
    for (let n = 0; n < 4; n += 1) {
      server.advance(11.9 * HOUR);
      expect((await validate(anna.token)).status).toBe(200);
    }
    server.advance(12.1 * HOUR);
    expect((await validate(anna.token)).status).toBe(401);
  });

  it("an ended one cannot be brought back by a request under way", async () => {
    server.advance(2 * HOUR);
    const [, ended] = await Promise.all([
      validate(anna.token),
      server.call("POST", PATHS.logout, { token: anna.token }),
    ]);
    expect(ended.status).toBe(200);
    expect((await validate(anna.token)).status).toBe(401);
  });
});

describe("A session is revocable on the server: log-out, deletion of the account, a changed password or role end or change it at the next request (S17, S30)", () => {
  it("a deleted account", async () => {
    const gone = await server.call("DELETE", `/api/rest/members/${anna._id}`, { token: chief });
    expect(gone.status).toBe(200);
    expect((await validate(anna.token)).status).toBe(401);
    const { status } = await server.call("POST", "/api/rest/members", {
      token: chief,
      body: { username: "anna", password: PASSWORD, role: "lender" },
    });
    expect(status).toBe(201);
    expect((await validate(anna.token)).status).toBe(401);
  });

  it("a changed password ends every other session, one's own stays", async () => {
    expect((await edit({ password: "another horse" })).status).toBe(200);
    expect((await validate(anna.token)).status).toBe(401);
    expect((await validate(chief)).status).toBe(200);
    const [first, second] = [await logIn("another horse"), await logIn("another horse")];
    expect((await edit({ role: "keeper" })).status).toBe(200);
    const own = await server.call("PUT", `/api/rest/members/${anna._id}`, {
      token: first,
      body: { password: "third horse" },
    });
    expect(own.status).toBe(200);
    expect((await validate(first)).status).toBe(200);
    expect((await validate(second)).status).toBe(401);
  });

  it("a changed role, and a withdrawn approval, take effect at the next request", async () => {
    expect((await server.call("GET", "/api/rest/loans", { token: anna.token })).status).toBe(200);
    expect((await edit({ role: "stocker" })).status).toBe(200);
    expect((await server.call("GET", "/api/rest/subjects", { token: anna.token })).status).toBe(200);
    expect((await server.call("POST", "/api/rest/loans", { token: anna.token, body: {} })).status).toBe(403);
    expect((await validate(anna.token)).body.user).toMatchObject({ role: "stocker", permissions: ["stock"] });
    expect((await edit({ approved: false })).status).toBe(200);
    expect((await validate(anna.token)).body.user.permissions).toEqual([]);
    expect((await server.call("GET", "/api/rest/subjects", { token: anna.token })).status).toBe(403);
  });

  it("what an operator's command changes in a process of its own", async () => {
    const { tables } = server.holder.current;
    const other = await server.openAgain();
    onTestFinished(() => other.close());
    await other.applyShapes(tables);
    const now = { updatedAt: "2026-01-01T00:00:00.000Z", updatedBy: null, updatedById: null };
    const demote = (role: string) =>
      other.write((on) => on.update("members", anna._id, { role, ...now }, [], now.updatedAt));
    expect((await validate(anna.token)).body.user.role).toBe("lender");
    await demote("stocker");
    expect((await validate(anna.token)).body.user.role).toBe("stocker");
    await other.write((on) => on.endSessionsOf(anna._id));
    expect((await validate(anna.token)).status).toBe(401);
    const again = await logIn();
    expect((await validate(again)).status).toBe(200);
    await other.write((on) => on.delete("members", anna._id));
    expect((await validate(again)).status).toBe(401);
  });

  it("each token is answered for its own account, whoever asked before (S32)", async () => {
    const names = ["anna", "the-keeper"];
    const asked = Array.from({ length: 20 }, (_, n) => n % 2);
    const answers = await Promise.all(asked.map((n) => validate([anna.token, chief][n])));
    expect(answers.map(({ body }) => body.user.username)).toEqual(asked.map((n) => names[n]));
  });

  it("a log-in that was on its way with the old password opens no session", async () => {
    const password = await hashPassword("another horse");
    const { randomToken } = server.effects;
    // Called once the old password was found right and before the session is stored.
    const changing = () => {
      void server.store.write(async (transaction) => {
        const now = server.effects.now().toISOString();
        await transaction.update(
          "members",
          anna._id,
          { password, updatedAt: now, updatedBy: null, updatedById: null },
          [],
          now,
        );
        await transaction.endSessionsOf(anna._id);
      });
      return randomToken();
    };
    Object.assign(server.effects, { randomToken: changing });
    const late = await server.call("POST", PATHS.login, { body: { username: "anna", password: PASSWORD } });
    expect([late.status, late.error.errorCode]).toEqual([400, "LOGIN_FAILED"]);
    Object.assign(server.effects, { randomToken });
    expect((await validate(await logIn("another horse"))).status).toBe(200);
  });
});

it("S29: an account whose role the config does not know, or whose approval nobody gave, holds nothing", async () => {
  for (const values of [{ role: "ghost" }, { role: "constructor" }, { role: "keeper", approved: null }]) {
    const { token } = await server.account(values);
    expect((await validate(token)).body.user.permissions).toEqual([]);
    expect((await server.call("GET", "/api/rest/members", { token })).status).toBe(403);
  }
});

it("config can switch approval off", async () => {
  await server.close();
  const change = (json: { registration: { approval: boolean } }) => {
    json.registration.approval = false;
  };
  server = await buildServer({ config: { "app.json": change } });
  const { token } = await server.account({ role: "lender", approved: false });
  expect((await validate(token)).body.user.permissions).toEqual(["lending"]);
});
