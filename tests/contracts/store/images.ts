import { beforeEach, expect, test } from "vitest";
import type { Opened } from "../store.ts";
import { BOOKS, book, insert, LATER, NOW, SHAPES, SHELVES, update } from "./library.ts";

const EXPIRES = "2026-01-05T00:00:00.000Z";
const AFTER_ALL = "2030-01-01T00:00:00.000Z";

export function imageContract(opened: Opened): void {
  beforeEach(async () => {
    await opened.store.applyShapes(SHAPES);
    for (const name of ["a.jpg", "b.png"]) await add(name);
  });
  const add = (fileName: string, uploadedBy: string | null = null) =>
    opened.store.write((transaction) =>
      transaction.addImage(
        {
          fileName,
          type: "image/png",
          createdAt: NOW.updatedAt,
          expiresAt: EXPIRES,
          deletionAsked: false,
          uploadedBy,
        },
        Uint8Array.of(0, 1, 255),
        { bytes: Uint8Array.of(7), type: "image/webp" },
      ),
    );
  const image = (fileName: string) => opened.store.read((view) => view.image(fileName));
  const bytes = (fileName: string, size: "full" | "small" = "full") =>
    opened.store.read((view) => view.imageBytes(fileName, size));
  const put = (id: string, images: string[]) =>
    opened.store.write((transaction) => transaction.update("books", id, NOW, images, LATER));
  const create = (id: string, images: string[]) =>
    opened.store.write((transaction) => transaction.insert("books", book(id), images));
  const ask = (fileName: string) =>
    opened.store.write((transaction) => transaction.askImageDeletion(fileName));
  const collect = (now: string) => opened.store.write((transaction) => transaction.collectImages(now));

  test("an image comes back byte by byte, in both sizes, with its type", async () => {
    expect(await image("a.jpg")).toEqual({
      fileName: "a.jpg",
      type: "image/png",
      createdAt: NOW.updatedAt,
      expiresAt: EXPIRES,
      deletionAsked: false,
      uploadedBy: null,
    });
    await add("c.gif", "a1");
    expect((await image("c.gif"))?.uploadedBy).toBe("a1");
    await create("b1", ["c.gif"]);
    await put("b1", []);
    expect((await image("c.gif"))?.uploadedBy).toBe("a1");
    expect(await bytes("a.jpg")).toEqual({ bytes: Uint8Array.of(0, 1, 255), type: "image/png" });
    expect(await bytes("a.jpg", "small")).toEqual({ bytes: Uint8Array.of(7), type: "image/webp" });
    expect([await image("x"), await bytes("x")]).toEqual([undefined, undefined]);
  });

  test("maintenance after a great deletion changes nothing that can be read, and never fails a store that closes", async () => {
    await create("b1", ["b.png"]);
    const great = { fileName: "great.png", type: "image/png", createdAt: NOW.updatedAt, expiresAt: EXPIRES };
    await opened.store.write((transaction) =>
      transaction.addImage({ ...great, deletionAsked: false, uploadedBy: null }, new Uint8Array(12_000_000), {
        bytes: Uint8Array.of(7),
        type: "image/webp",
      }),
    );
    await ask("great.png");
    await opened.store.maintain();
    expect(await bytes("b.png")).toEqual({ bytes: Uint8Array.of(0, 1, 255), type: "image/png" });
    expect(await opened.store.read((view) => view.get("books", "b1"))).toEqual(book("b1"));
    expect([await image("great.png"), await bytes("great.png")]).toEqual([undefined, undefined]);
    await opened.store.close();
    await opened.store.maintain();
  });

  test("an image in a record does not expire; released, it does", async () => {
    await create("b1", ["a.jpg"]);
    expect((await image("a.jpg"))?.expiresAt).toBeNull();
    expect(await opened.store.read((view) => view.imagesOf("books", "b1"))).toEqual(["a.jpg"]);
    await put("b1", ["b.png"]);
    expect((await image("a.jpg"))?.expiresAt).toBe(LATER);
    expect((await image("b.png"))?.expiresAt).toBeNull();
    expect(await opened.store.read((view) => view.imagesOf("books", "b1"))).toEqual(["b.png"]);
  });

  test("who uses an image, in steps by table and id, also in a table that is away", async () => {
    const users = (limit: number, after?: { table: string; _id: string }) =>
      opened.store.read((view) => view.imageUsers("a.jpg", after, limit));
    expect(await users(10)).toEqual([]);
    for (const id of ["b3", "b1", "b2"]) await create(id, ["a.jpg", "b.png"]);
    await opened.store.write((transaction) =>
      transaction.insert("shelves", { ...book("b1"), name: "S", ...NOW }, ["a.jpg"]),
    );
    const of = (table: string, ...ids: string[]) => ids.map((_id) => ({ table, _id }));
    const all = [...of("books", "b1", "b2", "b3"), ...of("shelves", "b1")];
    expect(await users(10)).toEqual(all);
    expect(await users(3)).toEqual(all.slice(0, 3));
    for (const [index, user] of all.entries()) expect(await users(10, user)).toEqual(all.slice(index + 1));
    await opened.store.applyShapes([SHELVES]);
    expect(await users(10)).toEqual(all);
    await opened.store.applyShapes(SHAPES);
    await put("b2", ["b.png"]);
    await opened.store.write((transaction) => transaction.delete("books", "b1"));
    expect(await users(10)).toEqual([...of("books", "b3"), ...of("shelves", "b1")]);
  });

  test("an image in a column that is away, or under a key that nobody declares, stays until the record goes", async () => {
    const ratings = { cover: { fileName: "b.png" } };
    await opened.store.write((transaction) =>
      transaction.insert("books", book("b1", { genre: "a.jpg", ratings }), ["a.jpg", "b.png"]),
    );
    const columns = BOOKS.columns.filter(({ name }) => name !== "genre");
    await opened.store.applyShapes([SHELVES, { ...BOOKS, columns, filters: [] }]);
    await put("b1", []);
    await ask("a.jpg");
    for (const name of ["a.jpg", "b.png"]) expect(await image(name)).toMatchObject({ expiresAt: null });
    await opened.store.applyShapes(SHAPES);
    await update(opened.store, "books", "b1", { genre: null, ratings: null });
    expect(await image("a.jpg")).toBeUndefined();
    expect(await image("b.png")).toMatchObject({ expiresAt: LATER });
  });

  test("a deletion asked for waits for the record to let go, and then is done at once", async () => {
    await create("b1", ["a.jpg", "b.png"]);
    await ask("a.jpg");
    expect(await image("a.jpg")).toMatchObject({ deletionAsked: true, expiresAt: null });
    expect(await bytes("a.jpg")).toBeDefined();
    await put("b1", ["b.png"]);
    expect([await image("a.jpg"), await bytes("a.jpg"), await bytes("a.jpg", "small")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("a record that names the image again takes the deletion back; released later, it expires", async () => {
    await create("b1", ["a.jpg"]);
    await ask("a.jpg");
    await put("b1", ["a.jpg"]);
    expect(await image("a.jpg")).toMatchObject({ deletionAsked: false, expiresAt: null });
    await ask("a.jpg");
    await create("b2", ["a.jpg"]);
    expect((await image("a.jpg"))?.deletionAsked).toBe(false);
    await put("b1", []);
    await put("b2", []);
    expect((await image("a.jpg"))?.expiresAt).toBe(LATER);
  });

  test("an image that no record uses is deleted at once when asked; an unknown one is no error", async () => {
    await ask("a.jpg");
    await ask("a.jpg");
    expect([await image("a.jpg"), await bytes("a.jpg")]).toEqual([undefined, undefined]);
  });

  test("an image of two records goes with the last", async () => {
    await create("b1", ["a.jpg"]);
    await create("b2", ["a.jpg", "b.png"]);
    await put("b1", []);
    expect((await image("a.jpg"))?.expiresAt).toBeNull();
    await opened.store.write((transaction) => transaction.delete("books", "b2"));
    expect([await image("a.jpg"), await bytes("b.png")]).toEqual([undefined, undefined]);
  });

  test("collecting takes what is past and unused, and says how many", async () => {
    await create("b1", ["a.jpg"]);
    await add("c.gif");
    expect(await collect("2026-01-04T23:59:59.999Z")).toBe(0);
    expect(await collect(EXPIRES)).toBe(2);
    expect(await bytes("a.jpg")).toBeDefined();
    expect([await bytes("b.png"), await bytes("c.gif")]).toEqual([undefined, undefined]);
    expect(await collect(AFTER_ALL)).toBe(0);
  });

  test("a record cannot use an image that does not exist; nothing of it is written", async () => {
    await expect(create("b1", ["a.jpg", "x.jpg"])).rejects.toThrow(/x\.jpg/);
    expect((await image("a.jpg"))?.expiresAt).toBe(EXPIRES);
    expect(await opened.store.read((view) => view.get("books", "b1"))).toBeUndefined();
    await insert(opened.store, "books", book("b1"));
    expect(await opened.store.read((view) => view.imagesOf("books", "b1"))).toEqual([]);
  });
}
