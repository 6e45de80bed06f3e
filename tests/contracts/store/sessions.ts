import { expect, test } from "vitest";
import type { SessionAccount, StoreTransaction } from "../../../src/server/store/store.ts";
import { writeProbe } from "../../../src/server/store/write-probe.ts";
import type { Opened } from "../store.ts";
import { book, booksWith, booksWithout, column, insert, LATER, NOW, SHAPES, SHELVES } from "./library.ts";

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

  test("a session comes with its account as both are now, whatever changed them", async () => {
    const { store } = opened;
    await store.applyShapes(SHAPES);
    const bob = book("bob", { title: "Bob", isProtected: true });
    await insert(store, "books", book("ann", { title: "Ann" }), bob);
    const said = ({ record, session }: SessionAccount) =>
      `${record.title}${record.isProtected ? ", protected," : ""} until ${session.expiresAt}`;
    const at = async (hash: string) => {
      const found = await store.read((view) => view.sessionAccount(hash, "books"));
      return found && said(found);
    };
    const both = async () => [await at("h1"), await at("h2")];
    expect(await both()).toEqual([undefined, undefined]);
    await add("h1", "ann", "2026-01-01");
    await add("h2", "bob", "2026-01-01");
    await add("h3", "nobody", "2026-01-01");
    const steps: [
      (transaction: StoreTransaction) => Promise<void>,
      string | undefined,
      string | undefined,
    ][] = [
      [async () => undefined, "Ann until 2026-01-01", "Bob, protected, until 2026-01-01"],
      [(on) => on.unprotect("books", "bob"), "Ann until 2026-01-01", "Bob until 2026-01-01"],
      [(on) => on.extendSession("h1", "2026-01-02"), "Ann until 2026-01-02", "Bob until 2026-01-01"],
      [
        (on) => on.update("books", "bob", { title: "Bo", ...NOW }, [], LATER),
        "Ann until 2026-01-02",
        "Bo until 2026-01-01",
      ],
      [(on) => on.endExpiredSessions("2026-01-01"), "Ann until 2026-01-02", undefined],
      [
        (on) => on.addSession({ tokenHash: "h2", accountId: "bob", expiresAt: "2026-01-05" }),
        "Ann until 2026-01-02",
        "Bo until 2026-01-05",
      ],
      [(on) => on.endSession("h1"), undefined, "Bo until 2026-01-05"],
      [
        (on) => on.addSession({ tokenHash: "h1", accountId: "ann", expiresAt: "2026-01-06" }),
        "Ann until 2026-01-06",
        "Bo until 2026-01-05",
      ],
      [(on) => on.endSessionsOf("bob"), "Ann until 2026-01-06", undefined],
      [
        (on) => on.addSession({ tokenHash: "h2", accountId: "bob", expiresAt: "2026-01-07" }),
        "Ann until 2026-01-06",
        "Bo until 2026-01-07",
      ],
      [(on) => on.endAllSessions(), undefined, undefined],
      [
        (on) => on.addSession({ tokenHash: "h1", accountId: "ann", expiresAt: "2026-01-06" }),
        "Ann until 2026-01-06",
        undefined,
      ],
      [(on) => on.delete("books", "ann"), undefined, undefined],
      [(on) => on.insert("books", book("ann", { title: "Anna" }), []), "Anna until 2026-01-06", undefined],
    ];
    for (const [step, ...expected] of steps) {
      // What is asked before may be kept; what is refused changes nothing.
      await both();
      const before = await both();
      const refused = store.write(async (transaction) => {
        await step(transaction);
        throw new Error("no");
      });
      await expect(refused).rejects.toThrow("no");
      expect(await both()).toEqual(before);
      await store.write(async (transaction) => {
        await step(transaction);
        expect(await both()).toEqual(before);
        const seen = await transaction.sessionAccount("h1", "books");
        expect(seen && said(seen)).toBe(expected[0]);
      });
      expect(await both()).toEqual(expected);
    }
    expect(await at("h3")).toBeUndefined();
    expect(await store.read((view) => view.sessionAccount("h1", "shelves"))).toBeUndefined();
    await store.applyShapes([SHELVES, booksWith(column("title", "text"), { label: "genre" })]);
    expect(await at("h1")).toBe("Anna until 2026-01-06");
    await store.applyShapes([SHELVES, { ...booksWithout("title"), search: [], unique: [], label: "genre" }]);
    expect(await at("h1")).toBe("undefined until 2026-01-06");
  });

  test("settings are kept, replaced, and none to begin with", async () => {
    const setting = (key: string) => opened.store.read((view) => view.setting(key));
    expect(await setting("constructor")).toBeUndefined();
    for (const value of ["1", "2"])
      await opened.store.write((transaction) => transaction.setSetting("samples", value));
    await opened.reopen();
    expect(await setting("samples")).toBe("2");
    await opened.store.write((transaction) => transaction.setSetting("samples", undefined));
    expect(await setting("samples")).toBeUndefined();
  });

  test("settings can be written where the tables of a store are not known yet", async () => {
    await opened.store.applyShapes(SHAPES);
    await opened.reopen();
    await opened.store.write((transaction) => transaction.setSetting("samples", "1"));
    expect(await opened.store.read((view) => view.setting("samples"))).toBe("1");
  });

  test("a probe writes another value each time: the same one would not reach the disk", async () => {
    const written: (string | undefined)[] = [];
    for (let times = 0; times < 3; times += 1) {
      await opened.store.write(writeProbe);
      written.push(...(await opened.store.read((view) => view.settings("probe"))).values());
    }
    expect(written).toHaveLength(3);
    expect(written[0]).not.toBe(written[1]);
    expect(written[1]).not.toBe(written[2]);
  });

  test("what is measured has the sessions that have not ended, and a size that grows", async () => {
    const { store } = opened;
    expect((await store.measure("2026-01-01")).sessions).toBe(0);
    for (const [hash, until] of ["2026-01-01", "2026-01-02"].entries()) await add(`h${hash}`, "ann", until);
    const { bytes, sessions } = await store.measure("2026-01-01");
    expect(sessions).toBe(1);
    await store.write((transaction) => transaction.setSetting("long", "x".repeat(500_000)));
    const after = await store.measure("2025-12-31");
    expect(after.sessions).toBe(2);
    expect(after.bytes).toBeGreaterThan(bytes);
    expect(bytes).toBeGreaterThan(0);
  });

  test("settings whose keys begin alike are read together, by the rest of their keys", async () => {
    await opened.store.write(async (transaction) => {
      for (const key of ["file", "file/", "file/a%_", "file/飲品", "file/\u{1F600}", "file0", "files/a"])
        await transaction.setSetting(key, `of ${key}`);
    });
    const settings = await opened.store.read((view) => view.settings("file/"));
    expect([...settings].sort()).toEqual([
      ["", "of file/"],
      ["a%_", "of file/a%_"],
      ["飲品", "of file/飲品"],
      ["\u{1F600}", "of file/\u{1F600}"],
    ]);
  });
}
