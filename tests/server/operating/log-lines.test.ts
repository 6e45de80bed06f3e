import { afterEach, beforeEach, expect, it } from "vitest";
import type { LogEvent } from "../../../src/server/operating/operator-log.ts";
import { tellChanges } from "../../../src/server/operating/tell-changes.ts";
import { buildServer, type TestServer } from "../build-server.ts";

const PASSWORD = "a canary of a password";

let server: TestServer;
let end: () => void;
beforeEach(async () => {
  server = await buildServer();
  const { store, effects, lines, holder } = server;
  const log = {
    line: (event: LogEvent, facts: object) => void lines.push({ event, ...facts }),
    note: (text: string) => void server.log.push(text),
  };
  end = await tellChanges({ store, effects, log, config: () => holder.current.config });
});
afterEach(async () => {
  end();
  await server.close();
});

const linesOf = (event: LogEvent) => server.lines.filter((line) => line.event === event);

it("each request has a line: its number, route, status, time and account, never its address", async () => {
  const token = await server.as("keeper");
  const { _id } = await server.insert("subjects", { name: "Maps" });
  const { headers } = await server.call("GET", `/api/rest/subjects/${_id}?search=canary`, { token });
  await server.call("GET", "/api/nowhere/canary", { token });
  await server.call("GET", "/nowhere/canary");
  expect(linesOf("request")).toMatchObject([
    { id: headers["x-request-id"], method: "GET", route: "/api/rest/subjects/{id}", status: 200 },
    { route: "unknown", status: 404, code: "NOT_FOUND" },
    { route: "page", status: 404, account: undefined },
  ]);
  expect(linesOf("request")[0]).toMatchObject({ account: expect.stringMatching(/^[0-9a-f]{24}$/) });
  expect(linesOf("request")[0]?.ms).toBeGreaterThan(0);
  expect(JSON.stringify(server.lines)).not.toContain("canary");
});

it("log-ins, failed ones with their address, and log-outs have lines; no password, token or typed name is in one", async () => {
  const { username, _id } = await server.account({ role: "lender", username: "anna" });
  const admin = await server.as("keeper");
  const { accounts } = server.holder.current.config.app;
  const record = server.holder.current.config.entities.get(accounts.entity)?.endpoints.record;
  const address = `/api${record?.replace("{id}", _id)}`;
  const changed = await server.call("PUT", address, {
    token: admin,
    body: {
      ...(await server.call<object>("GET", address, { token: admin })).body,
      [accounts.password]: PASSWORD,
    },
  });
  expect(changed.status).toBe(200);
  const logIn = (password: string) =>
    server.call<{ token: string }>("POST", `/api${accounts.endpoints.login}`, {
      body: { username, password },
    });
  expect((await logIn("another canary")).status).toBe(400);
  const { token } = (await logIn(PASSWORD)).body;
  expect((await server.call("POST", `/api${accounts.endpoints.logout}`, { token })).status).toBe(200);
  await expect.poll(() => linesOf("logout")).toMatchObject([{ account: _id }]);
  expect(linesOf("login")).toMatchObject([{ account: _id, id: expect.any(String) }]);
  expect(linesOf("loginFailed")).toMatchObject([{ from: "127.0.0.1" }]);
  expect(linesOf("account").filter(({ change }) => change === "update")).toMatchObject([
    { of: _id, fields: accounts.password, account: expect.stringMatching(/^[0-9a-f]{24}$/) },
  ]);
  const all = JSON.stringify(server.lines);
  for (const secret of [PASSWORD, "another canary", token, admin]) expect(all).not.toContain(secret);
});

it("what is refused has a line with who and from where", async () => {
  const { _id, token } = await server.account({ role: "shelver" });
  await server.call("POST", "/api/rest/subjects", { token, body: { name: "Maps" } });
  expect(linesOf("refused")).toMatchObject([
    { account: _id, from: "127.0.0.1", route: "/api/rest/subjects", code: "FORBIDDEN" },
  ]);
});

it("an unexpected error tells the person the number under which the log has it", async () => {
  const token = await server.as("keeper");
  Object.assign(server.store, { read: () => Promise.reject(new Error("it broke")) });
  const { status, body, headers } = await server.call<{ message: string }>("GET", "/api/rest/subjects", {
    token,
  });
  const id = String(headers["x-request-id"]);
  expect([status, body.message.includes(id)]).toEqual([500, true]);
  expect(server.log.splice(0)).toEqual([expect.stringContaining(`(request ${id}): Error: it broke`)]);
});
