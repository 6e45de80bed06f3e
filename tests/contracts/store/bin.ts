import { expect, test } from "vitest";
import type { Opened } from "../store.ts";
import { AFTER, binActions, GONE, ORIGIN, UNTIL } from "./bin-actions.ts";
import { book, get, insert, LATER, NOW, remove, update } from "./library.ts";

export function binContract(opened: Opened): void {
  const { bin, binned, image, insertWith } = binActions(opened);
  const restore = insertWith;

  test("a deleted record is in the bin, the last first; one that is deleted for good is not", async () => {
    await insert(opened.store, "books", ...["b1", "b2", "b3"].map((id) => book(id)));
    await bin("b2");
    await bin("b1", AFTER);
    await remove(opened.store, "books", "b3");
    await opened.reopenPrepared();
    expect(await binned()).toEqual(["b1", "b2"]);
    expect(await binned("shelves")).toEqual([]);
    const [, second] = await opened.store.read((view) => view.bin("books", undefined, 10));
    const after = await opened.store.read((view) => view.bin("books", second?.entry.position, 10));
    expect([second?.until, after]).toEqual([UNTIL, []]);
    expect(await opened.store.read((view) => view.binned("books", "b1"))).toMatchObject({
      until: AFTER,
      entry: { kind: "delete", _id: "b1" },
    });
    expect(await opened.store.read((view) => view.binned("books", "b3"))).toBeUndefined();
    expect(await get(opened.store, "books", "b1")).toBeUndefined();
  });

  test("it blocks no unique value", async () => {
    await insertWith("b1");
    await bin("b1");
    await insert(opened.store, "books", book("b9", { title: "b1" }));
    await expect(restore("b1")).rejects.toMatchObject({ column: "title" });
    expect(await binned()).toEqual(["b1"]);
  });

  test("a restored record leaves the bin, and its versions go on", async () => {
    await insertWith("b1");
    await update(opened.store, "books", "b1", { title: "b1", pages: 3 });
    await bin("b1");
    await restore("b1");
    expect(await binned()).toEqual([]);
    expect(await get(opened.store, "books", "b1")).toMatchObject({ title: "b1", _version: 3 });
    const { entries } = await opened.store.read((view) =>
      view.journal({ table: "books", _id: "b1", limit: 9 }),
    );
    expect(entries.map(({ kind, version }) => `${kind} ${version}`)).toEqual([
      "restore 3",
      "delete 2",
      "update 2",
      "create 1",
    ]);
  });

  test("its images are kept and shown nowhere, until it is restored", async () => {
    await insertWith("b1", "a.jpg");
    await bin("b1");
    expect(await image("a.jpg")).toEqual(GONE);
    await expect(insertWith("b2", "a.jpg")).rejects.toThrow();
    await opened.store.write((on) => on.collectImages(LATER));
    await restore("b1", "a.jpg");
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: null }, { bytes: Uint8Array.of(1) }]);
  });

  test("an image that another record uses is shown as before, and leaves with the last of both", async () => {
    await insertWith("b1", "a.jpg");
    await insertWith("b2", "a.jpg", "b.png");
    await bin("b1");
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: null }, {}]);
    await bin("b2");
    expect([await image("a.jpg"), await image("b.png")]).toEqual([GONE, GONE]);
    await restore("b1", "a.jpg");
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: null }, {}]);
    expect(await image("b.png")).toEqual(GONE);
    await restore("b2", "a.jpg", "b.png");
    expect(await image("b.png")).toMatchObject([{ expiresAt: null }, {}]);
  });

  test("its images are kept for it alone, by their names", async () => {
    const of = (id: string, fileName: string, size: "full" | "small" = "full") =>
      opened.store.read(async (view) => (await view.binnedImageBytes("books", id, fileName, size))?.bytes);
    await insertWith("b1", "a.jpg");
    await insertWith("b2", "b.png");
    expect(await of("b1", "a.jpg")).toBeUndefined();
    await bin("b1");
    expect(await of("b1", "a.jpg")).toEqual(Uint8Array.of(1));
    expect(await of("b1", "a.jpg", "small")).toEqual(Uint8Array.of(2));
    for (const [id, name] of [
      ["b1", "b.png"],
      ["b2", "a.jpg"],
      ["b9", "a.jpg"],
    ] as const)
      expect(await of(id, name)).toBeUndefined();
  });

  test("an image that another record drops stays for the bin", async () => {
    await insertWith("b1", "a.jpg", "b.png");
    await insertWith("b2", "a.jpg");
    await insertWith("b3", "b.png");
    await bin("b1");
    await opened.store.write((on) => on.update("books", "b2", { pages: 1, ...NOW }, [], LATER));
    await remove(opened.store, "books", "b3");
    await opened.store.write((on) => on.collectImages(LATER));
    expect(await image("b.png")).toEqual(GONE);
    await restore("b1", "a.jpg", "b.png");
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: null }, {}]);
    expect(await image("b.png")).toMatchObject([{ expiresAt: null }, {}]);
  });

  test("an image whose deletion was asked for stays for the bin, and is shown again once its record is restored", async () => {
    const ask = (fileName: string) => opened.store.write((on) => on.askImageDeletion(fileName));
    await insertWith("b1", "a.jpg", "b.png");
    await insertWith("b2", "b.png");
    await ask("a.jpg");
    await bin("b1");
    await ask("b.png");
    await opened.store.write((on) => on.update("books", "b2", { pages: 1, ...NOW }, [], LATER));
    for (const name of ["a.jpg", "b.png"]) await ask(name);
    await opened.store.write((on) => on.collectImages(LATER));
    expect([await image("a.jpg"), await image("b.png")]).toEqual([GONE, GONE]);
    await restore("b1", "a.jpg", "b.png");
    for (const name of ["a.jpg", "b.png"])
      expect(await image(name)).toMatchObject([{ expiresAt: null, deletionAsked: false }, {}]);
  });

  test("an image that another record drops expires for all but the bin", async () => {
    await insertWith("b1", "a.jpg");
    await insertWith("b2", "a.jpg");
    await bin("b1");
    const drop = (id: string) =>
      opened.store.write((on) => on.update("books", id, { pages: 1, ...NOW }, [], LATER));
    await drop("b2");
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: LATER }, {}]);
    await opened.store.write((on) => on.collectImages(LATER));
    expect(await image("a.jpg")).toEqual(GONE);
    await restore("b1", "a.jpg");
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: null }, {}]);
  });

  test("what has been in it long enough is deleted for good, in steps", async () => {
    await insertWith("b1", "a.jpg", "b.png");
    await insertWith("b2", "b.png");
    await bin("b1");
    await bin("b2", AFTER);
    const empty = (now: string, limit = 1000) => opened.store.write((on) => on.emptyBin(now, limit), ORIGIN);
    const values = async (id: string) =>
      (await opened.store.read((view) => view.journal({ table: "books", _id: id, limit: 9 }))).entries.map(
        ({ kind, purged }) => (purged === true ? `${kind}, no values` : kind),
      );
    expect(await empty("2026-05-31T23:59:59.999Z")).toBe(true);
    expect(await binned()).toEqual(["b2", "b1"]);
    expect(await empty(UNTIL, 1)).toBe(false);
    expect([await binned(), await values("b1")]).toEqual([
      ["b2", "b1"],
      ["delete", "create, no values"],
    ]);
    expect(await empty(UNTIL)).toBe(true);
    expect(await binned()).toEqual(["b2"]);
    expect(await values("b1")).toEqual(["purge, no values", "delete, no values", "create, no values"]);
    expect(await values("b2")).toEqual(["delete", "create"]);
    await expect(restore("b1", "a.jpg")).rejects.toThrow("a.jpg");
    await restore("b2", "b.png");
    expect(await image("b.png")).toMatchObject([{ expiresAt: null }, {}]);
    for (const id of ["b3", "b4"]) await insertWith(id);
    for (const id of ["b3", "b4"]) await bin(id);
    expect([await empty(UNTIL, 3), await binned()]).toEqual([false, ["b4"]]);
    await expect(opened.store.write((on) => on.emptyBin(UNTIL, 1))).rejects.toThrow();
  });

  test("what is deleted for good loses its values in steps, its images, and then its place", async () => {
    const purge = (id: string, limit: number) =>
      opened.store.write((on) => on.purge("books", id, limit), ORIGIN);
    const of = async (id: string) =>
      (await opened.store.read((view) => view.journal({ table: "books", _id: id, limit: 9 }))).entries;
    await insertWith("b1", "a.jpg", "b.png");
    await insertWith("b2", "b.png");
    await opened.store.write((on) =>
      on.update("books", "b1", { title: "x".repeat(9000), ...NOW }, ["a.jpg", "b.png"], LATER),
    );
    await bin("b1");
    expect(await purge("b1", 2)).toBe(false);
    expect(await binned()).toEqual(["b1"]);
    expect((await of("b1")).map(({ purged }) => purged)).toEqual([undefined, true, true]);
    expect(await purge("b1", 2)).toBe(true);
    await opened.reopenPrepared();
    expect(await binned()).toEqual([]);
    const entries = await of("b1");
    expect(entries.map(({ kind, position }) => [kind, position])).toEqual([
      ["purge", 5],
      ["delete", 4],
      ["update", 3],
      ["create", 1],
    ]);
    for (const { position } of entries)
      expect(await opened.store.read((view) => view.journalEntry(position))).toMatchObject({
        before: {},
        after: {},
        secrets: [],
        long: [],
        purged: true,
      });
    expect(entries[0]).toMatchObject({ account: { name: "ann" }, version: 2 });
    expect(await image("b.png")).toMatchObject([{ expiresAt: null }, {}]);
    await expect(restore("b1", "a.jpg")).rejects.toThrow("a.jpg");
    expect((await of("b2"))[0]?.after).toMatchObject({ title: "b2" });
    expect(await opened.store.write((on) => on.purge("books", "b1", 2), ORIGIN)).toBe(true);
    expect(await of("b1")).toHaveLength(4);
  });

  test("old entries of the journal are pruned, those of the bin kept", async () => {
    const at = (day: number) => `2026-05-0${day}T00:00:00.000Z`;
    const origin = (day: number) => ({
      changeId: `c${day}`,
      at: at(day),
      account: null,
      requestId: null,
      config: null,
    });
    const long = "x".repeat(9000);
    await opened.store.write((on) => on.insert("books", book("b1", { title: long }), []), origin(1));
    await opened.store.write((on) => on.insert("books", book("b2"), []), origin(2));
    await opened.store.write((on) => on.delete("books", "b2", UNTIL), origin(3));
    await opened.store.write((on) => on.update("books", "b1", { pages: 1, ...NOW }, [], LATER), origin(4));
    const prune = (before: string, limit = 10) => opened.store.write((on) => on.pruneJournal(before, limit));
    const positions = async () =>
      (await opened.store.read((view) => view.journal({ limit: 10 }))).entries.map(
        ({ position }) => position,
      );
    expect(await prune(at(1))).toBe(0);
    expect(await prune(at(9), 1)).toBe(1);
    expect(await positions()).toEqual([4, 3, 2]);
    expect(await opened.store.read((view) => view.journalEntry(1))).toBeUndefined();
    expect(await prune(at(9))).toBe(1);
    expect(await positions()).toEqual([3, 2]);
    await opened.store.write((on) => on.emptyBin(UNTIL, 10), origin(5));
    expect(await prune(at(5))).toBe(2);
    await insert(opened.store, "books", book("b5"));
    expect(await positions()).toEqual([6, 5]);
    // Also where the latest are gone.
    await opened.store.write((on) => on.noteEvent({ kind: "login", account: null }), origin(2));
    await opened.store.write((on) => on.noteEvent({ kind: "login", account: null }), origin(1));
    expect(await prune(at(4))).toBe(3);
    await opened.reopenPrepared();
    await insert(opened.store, "books", book("b6"));
    expect(await positions()).toEqual([9, 5]);
  });
}
