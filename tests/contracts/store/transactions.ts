import { beforeEach, expect, test } from "vitest";
import type { StoreTransaction } from "../../../src/server/store/store.ts";
import type { Opened } from "../store.ts";
import { book, found, get, ids, insert, LATER, list, NOW, SHAPES, shelf, update } from "./library.ts";

export function transactionContract(opened: Opened): void {
  beforeEach(() => opened.store.applyShapes(SHAPES));

  test("a part that throws leaves no trace of its own, and the rest is stored", async () => {
    const { store } = opened;
    const outcome = await store.write(async (transaction) => {
      await transaction.insert("books", book("a"), []);
      const refused = transaction.part(async () => {
        await transaction.insert("books", book("b"), []);
        await transaction.part(() => transaction.insert("books", book("c"), []));
        throw new Error("no");
      });
      await expect(refused).rejects.toThrow("no");
      await transaction.insert("books", book("d"), []);
      return transaction.part(() => transaction.count("books"));
    });
    expect(outcome).toBe(2);
    expect(await store.read((view) => view.count("books"))).toBe(2);
    for (const [id, isThere] of [
      ["a", true],
      ["b", false],
      ["c", false],
      ["d", true],
    ] as const)
      expect((await get(store, "books", id)) !== undefined).toBe(isThere);
    expect((await store.read((view) => view.journal({ limit: 9 }))).entries.map(({ _id }) => _id)).toEqual([
      "d",
      "a",
    ]);
  });

  test("a write that throws leaves no trace", async () => {
    const { store } = opened;
    await insert(store, "shelves", shelf("s1", { name: "Art" }));
    await insert(store, "books", book("a", { title: "Emma", shelf: "s1", genre: "novel" }));
    const everything = () =>
      store.read(async (view) => [
        await view.list("books", { offset: 0, limit: 9, sort: { field: "shelf.name", order: "asc" } }),
        await view.get("shelves", "s1"),
        [
          await view.count("books"),
          await view.count("books", [{ field: "genre", op: "in", value: ["novel", "essay"] }]),
        ],
        await view.referrers("shelves", "s1", 9),
        [await view.session("h"), await view.setting("k"), await view.image("i")],
        await found(store, "m"),
      ]);
    const before = await everything();
    const refused = store.write(async (transaction) => {
      await transaction.addImage(
        {
          fileName: "i",
          type: "image/png",
          createdAt: "x",
          expiresAt: null,
          deletionAsked: false,
          uploadedBy: null,
        },
        Uint8Array.of(1),
        { bytes: Uint8Array.of(1), type: "image/png" },
      );
      await transaction.insert("books", book("b", { title: "Mm", shelf: "s1", genre: "essay" }), ["i"]);
      await transaction.update("shelves", "s1", { name: "Zoo", ...NOW }, [], LATER);
      await transaction.update("books", "a", { title: "x", genre: "essay", ...NOW }, [], LATER);
      await transaction.addSession({ tokenHash: "h", accountId: "a", expiresAt: "x" });
      await transaction.setSetting("k", "v");
      await transaction.delete("books", "a");
      throw new Error("no");
    });
    await expect(refused).rejects.toThrow("no");
    expect(await everything()).toEqual(before);
    await insert(store, "books", book("b"));
  });

  test("a read sees what is committed, a transaction what it wrote", async () => {
    const { store } = opened;
    await store.write(async (transaction) => {
      await transaction.insert("books", book("a", { title: "Emma" }), []);
      expect(await transaction.get("books", "a")).toMatchObject({ title: "Emma" });
      expect(
        (await transaction.list("books", { ...PAGE, search: { field: "title", text: "mm" } })).total,
      ).toBe(1);
      expect(await get(store, "books", "a")).toBeUndefined();
      expect((await list(store, "books")).total).toBe(0);
      expect(await found(store, "mm")).toEqual([]);
    });
    expect(await found(store, "mm")).toEqual(["a"]);
  });

  test("writes run one after another, whatever they wait for", async () => {
    const { store } = opened;
    await insert(store, "books", book("a", { pages: 0 }));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.write(async (transaction) => {
          const record = await transaction.get("books", "a");
          await new Promise((resolve) => setImmediate(resolve));
          await transaction.update("books", "a", { pages: Number(record?.pages) + 1, ...NOW }, [], LATER);
        }),
      ),
    );
    expect(await get(store, "books", "a")).toMatchObject({ pages: 20 });
  });

  test("operations of one transaction may be started together", async () => {
    const { store } = opened;
    await store.write((transaction) =>
      Promise.all([
        ...Array.from({ length: 50 }, (_, n) =>
          transaction.insert("books", book(`b${n}`, { shelf: "s1" }), []),
        ),
        transaction.insert("shelves", shelf("s1", { name: "Art" }), []),
        transaction.insert("shelves", shelf("s2", { name: "Zoo", parent: "s1" }), []),
        transaction.insert("books", book("c", { shelf: "s2" }), []),
      ]),
    );
    expect((await ids(store, "books", { sort: { field: "shelf.name", order: "desc" } }))[0]).toBe("c");
    expect((await list(store, "books")).total).toBe(51);
  });

  test("of writes at once, each has its own answer, and one that throws leaves no trace of itself alone", async () => {
    const { store } = opened;
    await insert(store, "books", book("count", { pages: 0 }));
    const written = await Promise.allSettled(
      Array.from({ length: 70 }, (_, n) =>
        store.write(async (transaction) => {
          const before = Number((await transaction.get("books", "count"))?.pages);
          await transaction.update("books", "count", { pages: before + 1, ...NOW }, [], LATER);
          await transaction.insert("books", book(`b${n}`, { title: `Title ${n % 60}` }), []);
          if (n % 7 === 0) throw new Error(`no ${n}`);
          return n;
        }),
      ),
    );
    const isRefused = (n: number) => n % 7 === 0 || (n >= 60 && (n - 60) % 7 !== 0);
    for (const [n, outcome] of written.entries())
      if (!isRefused(n)) expect(outcome).toEqual({ status: "fulfilled", value: n });
      else if (n < 60) expect(outcome).toMatchObject({ reason: { message: `no ${n}` } });
      else expect(outcome).toMatchObject({ status: "rejected" });
    const kept = written.flatMap((_, n) => (isRefused(n) ? [] : [`b${n}`]));
    expect((await ids(store, "books", { limit: 100 })).sort()).toEqual([...kept, "count"].sort());
    expect(await get(store, "books", "count")).toMatchObject({ pages: kept.length });
  });

  test("what was begun in work that throws has ended, and is undone, before the next write", async () => {
    const { store } = opened;
    await insert(store, "shelves", shelf("s1", { name: "Art" }), shelf("s2", { name: "Mid" }));
    await insert(store, "books", book("a", { shelf: "s1" }), book("b", { shelf: "s2" }));
    const sorted = () => ids(store, "books", { sort: { field: "shelf.name", order: "asc" } });
    const refused = store.write((transaction) =>
      Promise.all([
        // Takes a turn of the event loop, for the books that are sorted by it.
        transaction.update("shelves", "s1", { name: "Zoo", ...NOW }, [], LATER),
        transaction.insert("books", book("a"), []),
      ]),
    );
    const next = update(store, "books", "b", { title: "Next" });
    await expect(refused).rejects.toThrow();
    await next;
    expect(await sorted()).toEqual(["a", "b"]);
    expect(await get(store, "shelves", "s1")).toMatchObject({ name: "Art" });
    expect(await get(store, "books", "b")).toMatchObject({ title: "Next" });
  });

  test("a write refuses that does not wait for its own work, and leaves no trace", async () => {
    const { store } = opened;
    await insert(store, "shelves", shelf("s1", { name: "Art" }));
    await insert(store, "books", book("a", { shelf: "s1" }));
    const hasty = store.write(async (transaction) => {
      void transaction.update("shelves", "s1", { name: "Zoo", ...NOW }, [], LATER);
    });
    await expect(hasty).rejects.toThrow(/not awaited/);
    expect(await get(store, "shelves", "s1")).toMatchObject({ name: "Art" });
  });

  test("a transaction is of no use once it is over", async () => {
    let kept: StoreTransaction | undefined;
    await opened.store.write(async (transaction) => {
      kept = transaction;
    });
    await expect(kept?.insert("books", book("a"), [])).rejects.toThrow(/over/);
    expect(await ids(opened.store, "books")).toEqual([]);
  });

  test("what a write or read answers comes back", async () => {
    expect(await opened.store.write(async () => 1)).toBe(1);
    expect(await opened.store.read(async () => 2)).toBe(2);
    await expect(opened.store.read(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  test("a store that is closed refuses; closing waits for what was begun", async () => {
    const { store } = opened;
    const last = insert(store, "books", book("a"));
    await store.close();
    await last;
    await expect(store.read((view) => view.count("books"))).rejects.toThrow(/closed/);
    await expect(store.write(async () => 1)).rejects.toThrow(/closed/);
    for (const refused of [
      () => store.applyShapes(SHAPES),
      () => store.resume(SHAPES),
      () => store.unconvertible(SHAPES),
      () => store.measure(LATER),
      () => store.trouble(),
    ])
      await expect(refused()).rejects.toThrow(/closed/);
    await store.close();
    await opened.reopenPrepared();
    expect(await ids(opened.store, "books")).toEqual(["a"]);
  });

  test("closing with a timeout waits no longer: a write that hangs is undone, what was before it is there", async () => {
    const { store } = opened;
    await insert(store, "books", book("a"));
    let goOn = () => {};
    const hangs = store.write(async (transaction) => {
      await transaction.insert("books", book("b"), []);
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    });
    const hung = expect(hangs).rejects.toThrow(/closed/);
    // An engine may run it beside the other one.
    const waited = insert(store, "books", book("c")).then(
      () => ["a", "c"],
      (error: unknown) => {
        expect(String(error)).toMatch(/closed/);
        return ["a"];
      },
    );
    await store.close(20);
    await expect(store.read((view) => view.count("books"))).rejects.toThrow(/closed/);
    goOn();
    await hung;
    const stored = await waited;
    await opened.reopenPrepared();
    expect(await ids(opened.store, "books")).toEqual(stored);
  });
}

const PAGE = { offset: 0, limit: 10, sort: { field: "title", order: "asc" } } as const;
