import { expect, test } from "vitest";
import type { Opened } from "../store.ts";

export function sessionContract(opened: Opened): void {
  const session = (tokenHash: string) => opened.store.read((view) => view.session(tokenHash));
  const add = (tokenHash: string, accountId: string, expiresAt: string) =>
    opened.store.write((transaction) => transaction.addSession({ tokenHash, accountId, expiresAt }));

  test("a session is found until it is ended, also after a restart", async () => {
    await add("h1", "ann", "2026-01-01");
    await opened.reopen();
    expect(await session("h1")).toEqual({ tokenHash: "h1", accountId: "ann", expiresAt: "2026-01-01" });
    await opened.store.write((transaction) => transaction.extendSession("h1", "2026-02-01"));
    expect((await session("h1"))?.expiresAt).toBe("2026-02-01");
    await opened.store.write((transaction) => transaction.endSession("h1"));
    expect(await session("h1")).toBeUndefined();
  });

  test("all sessions of an account end, but the one excepted", async () => {
    for (const [hash, account] of [
      ["h1", "ann"],
      ["h2", "ann"],
      ["h3", "bob"],
    ] as const)
      await add(hash, account, "x");
    await opened.store.write((transaction) => transaction.endSessionsOf("ann", "h2"));
    expect([await session("h1"), !!(await session("h2")), !!(await session("h3"))]).toEqual([
      undefined,
      true,
      true,
    ]);
    await opened.store.write((transaction) => transaction.endSessionsOf("ann"));
    expect([await session("h2"), !!(await session("h3"))]).toEqual([undefined, true]);
  });

  test("all sessions end", async () => {
    await add("h1", "ann", "x");
    await add("h2", "bob", "x");
    await opened.store.write((transaction) => transaction.endAllSessions());
    expect([await session("h1"), await session("h2")]).toEqual([undefined, undefined]);
  });

  test("expired sessions end", async () => {
    await add("h1", "ann", "2026-01-01T00:00:00.000Z");
    await add("h2", "ann", "2026-01-01T00:00:00.001Z");
    await opened.store.write((transaction) => transaction.endExpiredSessions("2026-01-01T00:00:00.000Z"));
    expect([await session("h1"), !!(await session("h2"))]).toEqual([undefined, true]);
  });

  test("settings are kept, replaced, and none to begin with", async () => {
    const setting = (key: string) => opened.store.read((view) => view.setting(key));
    expect(await setting("constructor")).toBeUndefined();
    for (const value of ["1", "2"])
      await opened.store.write((transaction) => transaction.setSetting("samples", value));
    await opened.reopen();
    expect(await setting("samples")).toBe("2");
  });
}
