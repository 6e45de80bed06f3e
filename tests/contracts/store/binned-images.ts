import { expect, test } from "vitest";
import type { Opened } from "../store.ts";
import { AFTER, binActions, GONE, ORIGIN, UNTIL } from "./bin-actions.ts";
import { LATER, NOW, remove } from "./library.ts";

export function binnedImagesContract(opened: Opened): void {
  const { bin, binned, image, insertWith } = binActions(opened);
  const of = (id: string) => ({ table: "books", _id: id });
  const change = (id: string, images: string[], until?: string) =>
    opened.store.write((on) => on.update("books", id, { pages: 1, ...NOW }, images, LATER, until));
  const ask = (fileName: string) => opened.store.write((on) => on.askImageDeletion(fileName));
  const kept = (id: string, fileName: string) =>
    opened.store.read(async (view) => {
      const { bytes, positions = [] } = (await view.binnedImageBytes("books", id, fileName, "full")) ?? {};
      const entries = await Promise.all(positions.map((position) => view.journalEntry(position)));
      return bytes && [...bytes, ...entries.map((entry) => `${entry?.kind} ${entry?.version}`)];
    });
  const empty = (now: string) => opened.store.write((on) => on.emptyBin(now, 1000), ORIGIN);

  test("an image whose deletion was asked for, and that its record lets go of, is kept for it and shown nowhere", async () => {
    await insertWith("b1", "a.jpg");
    await insertWith("b2");
    await ask("a.jpg");
    await change("b1", [], UNTIL);
    await opened.reopenPrepared();
    expect([await image("a.jpg"), await kept("b1", "a.jpg")]).toEqual([GONE, [1, "update 2"]]);
    expect(await kept("b2", "a.jpg")).toBeUndefined();
    await opened.store.read(async (view) => {
      expect(await view.image("a.jpg", of("b2"))).toBeUndefined();
      expect(await view.image("a.jpg", of("b1"))).toMatchObject({ expiresAt: UNTIL, deletionAsked: false });
    });
    await expect(change("b2", ["a.jpg"], UNTIL)).rejects.toThrow("a.jpg");
    await ask("a.jpg");
    await opened.store.write((on) => on.collectImages(LATER));
    expect(await kept("b1", "a.jpg")).toBeDefined();
    await change("b1", ["a.jpg"], UNTIL);
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: null }, { bytes: Uint8Array.of(1) }]);
    expect(await kept("b1", "a.jpg")).toBeUndefined();
    expect(await empty(AFTER)).toBe(true);
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: null }, {}]);
  });

  test("one whose deletion was not asked for is shown until it expires, and then kept; asked for later, it is hidden", async () => {
    await insertWith("b1", "a.jpg", "b.png");
    await change("b1", [], UNTIL);
    for (const name of ["a.jpg", "b.png"])
      expect(await image(name)).toMatchObject([{ expiresAt: LATER }, {}]);
    await ask("b.png");
    expect(await image("b.png")).toEqual(GONE);
    expect(await opened.store.write((on) => on.collectImages(LATER))).toBe(0);
    expect(await image("a.jpg")).toEqual(GONE);
    await change("b1", ["a.jpg", "b.png"], UNTIL);
    for (const name of ["a.jpg", "b.png"]) expect(await image(name)).toMatchObject([{ expiresAt: null }, {}]);
  });

  test("an upload that no record ever used is kept for nobody; nor is what a record lets go of for nothing", async () => {
    await insertWith("b1", "b.png");
    await ask("a.jpg");
    await ask("b.png");
    await change("b1", []);
    for (const name of ["a.jpg", "b.png"]) {
      expect(await image(name)).toEqual(GONE);
      expect(await kept("b1", name)).toBeUndefined();
      await expect(change("b1", [name], UNTIL)).rejects.toThrow(name);
    }
  });

  test("an image that two records let go of is kept for each, until the later time", async () => {
    await insertWith("b1", "a.jpg");
    await insertWith("b2", "a.jpg");
    await ask("a.jpg");
    await change("b1", [], UNTIL);
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: null, deletionAsked: true }, {}]);
    await change("b2", [], AFTER);
    expect(await image("a.jpg")).toEqual(GONE);
    expect(await empty(UNTIL)).toBe(true);
    expect([await kept("b1", "a.jpg"), await kept("b2", "a.jpg")]).toEqual([undefined, [1, "update 2"]]);
    await expect(change("b1", ["a.jpg"], AFTER)).rejects.toThrow("a.jpg");
    await change("b2", ["a.jpg"], AFTER);
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: null }, {}]);
  });

  test("what a record let go of is deleted when its time is over, also that of a record in the bin", async () => {
    await insertWith("b1", "a.jpg", "b.png");
    await ask("a.jpg");
    await change("b1", ["b.png"], UNTIL);
    await bin("b1", AFTER);
    expect([await kept("b1", "a.jpg"), await kept("b1", "b.png")]).toEqual([
      [1, "update 2", "delete 2"],
      [1, "update 2", "delete 2"],
    ]);
    expect(await empty("2026-05-31T23:59:59.999Z")).toBe(true);
    expect(await kept("b1", "a.jpg")).toBeDefined();
    expect(await empty(UNTIL)).toBe(true);
    expect([await kept("b1", "a.jpg"), await binned()]).toEqual([undefined, ["b1"]]);
    await expect(insertWith("b1", "a.jpg", "b.png")).rejects.toThrow("a.jpg");
    await insertWith("b1", "b.png");
    expect(await image("b.png")).toMatchObject([{ expiresAt: null }, {}]);
  });

  test("one that is still shown when its time in the bin is over waits until it expires", async () => {
    await insertWith("b1", "a.jpg");
    await change("b1", [], LATER);
    expect(await empty(LATER)).toBe(true);
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: LATER }, {}]);
    expect(await opened.store.write((on) => on.collectImages(LATER))).toBe(2);
    expect(await image("a.jpg")).toEqual(GONE);
  });

  test("a restored record leaves in the bin what it does not use again", async () => {
    await insertWith("b1", "a.jpg", "b.png");
    await bin("b1", UNTIL);
    await insertWith("b1", "a.jpg");
    expect(await image("a.jpg")).toMatchObject([{ expiresAt: null }, {}]);
    expect([await image("b.png"), await kept("b1", "b.png")]).toEqual([GONE, [1, "create 1", "delete 1"]]);
    await change("b1", ["a.jpg", "b.png"], UNTIL);
    expect(await image("b.png")).toMatchObject([{ expiresAt: null }, {}]);
  });

  test("what a record let go of goes with it when it is deleted for good, from the bin or at once", async () => {
    for (const [id, name] of [
      ["b1", "a.jpg"],
      ["b2", "b.png"],
    ] as const) {
      await insertWith(id, name);
      await ask(name);
      await change(id, [], UNTIL);
    }
    await bin("b1", UNTIL);
    expect(await opened.store.write((on) => on.purge("books", "b1", 100), ORIGIN)).toBe(true);
    await remove(opened.store, "books", "b2");
    expect([await kept("b1", "a.jpg"), await kept("b2", "b.png")]).toEqual([undefined, undefined]);
    await expect(insertWith("b1", "a.jpg")).rejects.toThrow("a.jpg");
    await expect(insertWith("b2", "b.png")).rejects.toThrow("b.png");
  });
}
