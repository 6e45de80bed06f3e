import { beforeEach, expect, test } from "vitest";
import type { ChangeOrigin, JournalQuery } from "../../../src/server/store/journal.ts";
import type { Opened } from "../store.ts";
import {
  BOOKS,
  book,
  booksWith,
  column,
  get,
  insert,
  LATER,
  NOW,
  remove,
  SHAPES,
  SHELVES,
  shelf,
  update,
} from "./library.ts";

export function journalContract(opened: Opened): void {
  beforeEach(() => opened.store.applyShapes(SHAPES));

  const origin = (number: number, given: Partial<ChangeOrigin> = {}): ChangeOrigin => ({
    changeId: `change ${number}`,
    at: `2026-05-01T00:00:${String(number).padStart(2, "0")}.000Z`,
    account: { _id: "a1", name: "ann" },
    requestId: `request ${number}`,
    config: "config 1",
    ...given,
  });
  const page = (query: Partial<JournalQuery> = {}) =>
    opened.store.read((view) => view.journal({ limit: 100, ...query }));
  const entries = async (query: Partial<JournalQuery> = {}) => (await page(query)).entries;

  test("after a position only what came later; each write tells those who watch, until they have enough", async () => {
    const { store } = opened;
    let told = 0;
    const stop = store.watch(() => {
      told += 1;
    });
    for (const id of ["b1", "b2", "b3"]) await store.write((on) => on.insert("books", book(id), []));
    expect(told).toBeGreaterThanOrEqual(3);
    stop();
    const before = told;
    await store.write((on) => on.insert("books", book("b4"), []));
    expect(told).toBe(before);
    expect((await entries({ after: 2 })).map(({ _id }) => _id)).toEqual(["b4", "b3"]);
    expect(await page({ after: 4 })).toEqual({ entries: [] });
    const { next } = await page({ after: 1, limit: 2 });
    expect((await entries({ after: 1, before: next ?? 0 })).map(({ _id }) => _id)).toEqual(["b2"]);
  });

  test("each change of a record is an entry: who, when, what was and what is", async () => {
    const { store } = opened;
    await store.write(
      (on) => on.insert("books", book("b1", { title: "Emma", lent: true, series: [{ book: "b2" }] }), []),
      origin(1),
    );
    await store.write(
      (on) => on.update("books", "b1", { title: "Emma", lent: false, pages: 474, ...NOW }, [], LATER),
      origin(2),
    );
    await store.write(
      (on) => on.delete("books", "b1"),
      origin(3, { account: null, requestId: null, config: null }),
    );
    await opened.reopenPrepared();
    const [deleted, updated, created] = await entries();
    expect(created).toMatchObject({
      ...origin(1),
      position: 1,
      kind: "create",
      table: "books",
      _id: "b1",
      version: 1,
      before: {},
      after: { title: "Emma", lent: true, series: [{ book: "b2" }], pages: null },
    });
    expect(updated).toStrictEqual({
      ...origin(2),
      position: 2,
      kind: "update",
      table: "books",
      _id: "b1",
      version: 2,
      before: { lent: true, pages: null },
      after: { lent: false, pages: 474 },
      secrets: [],
      long: [],
    });
    expect(deleted).toMatchObject({
      ...origin(3, { account: null, requestId: null, config: null }),
      position: 3,
      kind: "delete",
      version: 2,
      before: { title: "Emma", lent: false, pages: 474, createdAt: "2026-01-01T00:00:00.000Z" },
      after: {},
    });
  });

  test("each write of a record makes its next version", async () => {
    const { store } = opened;
    await insert(store, "books", book("b1", { title: "Emma", isProtected: true }), book("b2"));
    await update(store, "books", "b1", { title: "Emma" });
    await store.write((on) => on.unprotect("books", "b1"));
    expect(await get(store, "books", "b1")).toMatchObject({ _version: 3, isProtected: false });
    expect(await get(store, "books", "b2")).toMatchObject({ _version: 1 });
    const [unprotected, updated] = await entries({ table: "books", _id: "b1" });
    expect(unprotected).toMatchObject({
      version: 3,
      before: { isProtected: true },
      after: { isProtected: false },
    });
    expect(updated).toMatchObject({ version: 2, before: {}, after: {} });
  });

  test("what is undone leaves no entry, and no gap", async () => {
    const { store } = opened;
    await insert(store, "books", book("b1"));
    const failed = store.write(async (on) => {
      await on.insert("books", book("b2"), []);
      throw new Error("undone");
    }, origin(1));
    const both = insert(store, "books", book("b3"), book("b4"));
    await expect(failed).rejects.toThrow("undone");
    await both;
    expect((await entries()).map(({ position, _id }) => [position, _id])).toEqual([
      [3, "b4"],
      [2, "b3"],
      [1, "b1"],
    ]);
  });

  test("a secret is in no entry: only that it was changed", async () => {
    const { store } = opened;
    await store.applyShapes([SHELVES, booksWith({ ...column("genre", "text"), secret: true })]);
    await insert(store, "books", book("b1", { genre: "canary 1" }));
    await update(store, "books", "b1", { genre: "canary 2" });
    await remove(store, "books", "b1");
    const all = await entries();
    expect(JSON.stringify(all)).not.toContain("canary");
    for (const { position } of all)
      expect(JSON.stringify(await store.read((view) => view.journalEntry(position)))).not.toContain("canary");
    expect(all.map(({ secrets }) => secrets)).toEqual([["genre"], ["genre"], ["genre"]]);
  });

  test("long values are left out of lists of entries, and whole in the entry itself", async () => {
    const { store } = opened;
    const long = `"${"长é😀".repeat(40_000)}`;
    const ratings = { notes: "x".repeat(5000), list: [1, null] };
    await insert(store, "books", book("b1", { title: long, ratings, genre: "x".repeat(4096) }));
    await update(store, "books", "b1", { title: "short", ratings: null });
    const [updated, created] = await entries();
    expect(created?.long).toEqual(["title", "ratings"]);
    expect(created?.after).not.toHaveProperty("title");
    expect(created?.after).toHaveProperty("genre", "x".repeat(4096));
    expect(updated?.after).toEqual({ title: "short", ratings: null });
    const whole = await store.read((view) => view.journalEntry(2));
    expect(whole).toMatchObject({
      before: { title: long, ratings },
      after: { title: "short", ratings: null },
    });
    expect((await store.read((view) => view.journalEntry(1)))?.after).toMatchObject({ title: long, ratings });
    expect(await store.read((view) => view.journalEntry(3))).toBeUndefined();
  });

  test("keys with a meaning of their own are values like others", async () => {
    const { store } = opened;
    await store.applyShapes([
      SHELVES,
      { ...BOOKS, columns: [...BOOKS.columns, column("__proto__", "text")] },
    ]);
    await insert(store, "books", { ...book("b1"), ["__proto__"]: "x" });
    const [created] = await entries();
    expect(Object.entries(created?.after ?? {})).toContainEqual(["__proto__", "x"]);
  });

  test("entries are found by record, table, change, account, kind and time, page by page", async () => {
    const { store } = opened;
    for (let number = 1; number <= 9; number += 1)
      await store.write(
        async (on) => {
          await on.insert("books", book(`b${number}`), []);
          await on.insert("shelves", shelf(`s${number}`), []);
        },
        origin(number, { account: { _id: number % 3 === 0 ? "a3" : "a1", name: "x" } }),
      );
    await store.write((on) => on.delete("books", "b3"), origin(10));
    const ids = async (query: Partial<JournalQuery>) =>
      (await entries(query)).map(({ kind, _id }) => `${kind} ${_id}`);
    expect(await ids({ table: "books", _id: "b3" })).toEqual(["delete b3", "create b3"]);
    expect(await ids({ table: "shelves", _id: "b3" })).toEqual([]);
    expect(await ids({ changeId: "change 4" })).toEqual(["create s4", "create b4"]);
    expect(await ids({ accountId: "a3", table: "books" })).toEqual(["create b9", "create b6", "create b3"]);
    expect(await ids({ kind: "delete" })).toEqual(["delete b3"]);
    const [from, until] = ["2026-05-01T00:00:03.000Z", "2026-05-01T00:00:05.000Z"];
    expect(await ids({ from, until })).toEqual(["create s4", "create b4", "create s3", "create b3"]);
    expect(await ids({ from: "2026-05-02T00:00:00.000Z" })).toEqual([]);
    const found: string[] = [];
    for (let before: number | undefined; ; ) {
      const { entries, next } = await page({
        table: "books",
        limit: 4,
        ...(before === undefined ? {} : { before }),
      });
      found.push(...entries.map(({ _id }) => _id));
      expect(entries.length).toBeLessThanOrEqual(4);
      if (next === undefined) break;
      before = next;
    }
    expect(found).toEqual(["b3", "b9", "b8", "b7", "b6", "b5", "b4", "b3", "b2", "b1"]);
  });

  test("an entry has the time of its clock, and its place in the order of commits", async () => {
    const { store } = opened;
    const days = ["2026-05-03", "2099-01-01", "2026-05-04", "1970-01-01", "2026-05-05"].map(
      (day) => `${day}T00:00:00.000Z`,
    );
    for (const [index, at] of days.entries())
      await store.write((on) => on.insert("books", book(`b${index}`), []), origin(index, { at }));
    const ids = async (query: Partial<JournalQuery>) => (await entries(query)).map(({ _id }) => _id);
    expect((await entries()).map(({ at }) => at)).toEqual([...days].reverse());
    expect(await ids({ from: days[2] ?? "" })).toEqual(["b4", "b2", "b1"]);
    expect(await ids({ until: days[4] ?? "" })).toEqual(["b3", "b2", "b0"]);
    expect(await ids({ from: days[0] ?? "", until: days[4] ?? "", table: "books" })).toEqual(["b2", "b0"]);
    expect(await ids({ from: days[0] ?? "", until: days[4] ?? "", before: 3 })).toEqual(["b0"]);
    expect(await store.write((on) => on.pruneJournal(days[4] ?? "", 9))).toBe(3);
    expect(await ids({})).toEqual(["b4", "b1"]);
  });

  test("times are found in a journal of many entries, page by page", async () => {
    const { store } = opened;
    const at = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
    for (let begin = 0; begin < 9000; begin += 1000)
      await store.write(
        async (on) => {
          for (let number = begin; number < begin + 1000; number += 1)
            await on.noteEvent({ kind: "login", account: { _id: `a${number}`, name: "x" } });
        },
        origin(1, { at: at(begin) }),
      );
    const all = async (query: Partial<JournalQuery>) => {
      const found: string[] = [];
      for (let before: number | undefined; ; ) {
        const { entries, next } = await page({ ...query, ...(before === undefined ? {} : { before }) });
        found.push(...entries.map(({ _id }) => _id));
        if (next === undefined) return found;
        before = next;
      }
    };
    const numbers = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => `a${last - index}`);
    expect(await all({ from: at(1000), until: at(3000), kind: "login" })).toEqual(numbers(1000, 2999));
    expect(await all({ until: at(5000) })).toEqual(numbers(0, 4999));
    expect(await all({ from: at(8001) })).toEqual([]);
  });

  test("an event is an entry of no record, with an account of its own, and undone with its write", async () => {
    const { store } = opened;
    await insert(store, "books", book("b1"));
    const ann = { _id: "a1", name: "ann" };
    await store.write(
      async (on) => {
        await on.noteEvent({ kind: "login", account: ann });
        await on.noteEvent({ kind: "config", account: ann, files: ["app.json"] });
      },
      origin(2, { account: null }),
    );
    await expect(
      store.write(async (on) => {
        await on.noteEvent({ kind: "logout", account: ann });
        throw new Error("refused");
      }, origin(3)),
    ).rejects.toThrow("refused");
    await expect(store.write((on) => on.noteEvent({ kind: "logout", account: ann }))).rejects.toThrow();
    const [saved, login] = await entries();
    expect(saved).toStrictEqual({
      ...origin(2),
      position: 3,
      kind: "config",
      table: "",
      _id: "a1",
      version: 0,
      before: {},
      after: {},
      secrets: [],
      long: [],
      files: ["app.json"],
    });
    expect(login).toMatchObject({ position: 2, kind: "login", account: ann });
    expect(await entries({ kind: "login" })).toHaveLength(1);
    expect(await entries({ accountId: "a1", kind: "config" })).toHaveLength(1);
    expect(await entries({ table: "books" })).toHaveLength(1);
  });
}
