import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureFirstAccount } from "../../../src/server/accounts/first-account.ts";
import type { LoginAnswer } from "../../../src/wire/session.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { HASH } from "./usable-password.ts";

let server: TestServer;
beforeEach(async () => {
  server = await buildServer();
});
afterEach(() => server.close());

const ensure = (password?: string) =>
  ensureFirstAccount(server.store, server.holder.current, server.effects, password);
const logIn = (username: string, password: string) =>
  server.call<LoginAnswer>("POST", "/api/rest/session/login", { body: { username, password } });
const count = () => server.store.read((view) => view.count("members"));

describe("An empty store gets one superAdmin, `admin`, with `ADMIN_PASSWORD` or a random password printed once at start.", () => {
  it("with the operator's password, which is not repeated", async () => {
    expect(await ensure("operators own")).toEqual({ username: "director", password: undefined });
    const { status, body } = await logIn("director", "operators own");
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      role: "director",
      permissions: ["stock", "lending", "staffing", "shelving", "reading"],
    });
  });

  it.each([undefined, ""])(
    "with a random one, another for each installation (given: %j) (S18)",
    async (given) => {
      const made = await ensure(given);
      expect(made?.password).toMatch(/^[A-Za-z0-9_-]{20}$/);
      expect((await logIn("director", made?.password ?? "")).status).toBe(200);
      const other = await buildServer();
      const { store, holder, effects } = other;
      const second = await ensureFirstAccount(store, holder.current, effects, given);
      expect(second?.password).not.toBe(made?.password);
      await other.close();
    },
  );

  it("once: not where somebody can log in, not twice at once", async () => {
    const made = await Promise.all([ensure(), ensure(), ensure()]);
    expect(made.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await count()).toBe(1);
    expect(await ensure("operators own")).toBeUndefined();
    expect((await logIn("director", "operators own")).status).toBe(400);
  });

  it("sample accounts, which have no password, are nobody", async () => {
    await server.insert("members", { username: "desk", role: "lender", isProtected: true });
    expect(await ensure()).toMatchObject({ username: "director" });
    expect(await count()).toBe(2);
  });

  it("somebody who can log in is found behind a hundred who cannot", async () => {
    for (let n = 0; n < 100; n += 1) await server.insert("members", { username: `m${n}`, role: "lender" });
    await server.account({ username: "behind", role: "keeper", password: HASH });
    expect(await ensure()).toBeUndefined();
  });

  it.each(["sixsix", "日本語日本語", "x".repeat(1_024)])(
    "takes the shortest and the longest: %#",
    async (password) => {
      expect(await ensure(password)).toMatchObject({ username: "director" });
      expect((await logIn("director", password)).status).toBe(200);
    },
  );

  it.each(["fives", "short", "x".repeat(1_025)])(
    "S18: refuses a password that no account may have",
    async (password) => {
      await expect(ensure(password)).rejects.toThrow(
        /ADMIN_PASSWORD has \d+ characters; it must have 6 to \d+/,
      );
      expect(await count()).toBe(0);
    },
  );
});
