import { beforeEach } from "vitest";
import type { Opened } from "../store.ts";
import { book, LATER, SHAPES } from "./library.ts";

export const UNTIL = "2026-06-01T00:00:00.000Z";
export const AFTER = "2026-06-01T00:00:00.001Z";
export const ORIGIN = {
  changeId: "c1",
  at: LATER,
  account: { _id: "a1", name: "ann" },
  requestId: null,
  config: null,
};

/** What `image` answers of one that nobody sees. */
export const GONE = [undefined, undefined];

/** Before each test there are two images; the books are made and deleted by these. */
export function binActions(opened: Opened) {
  beforeEach(async () => {
    await opened.store.applyShapes(SHAPES);
    const image = { type: "image/png", createdAt: LATER, expiresAt: LATER };
    for (const fileName of ["a.jpg", "b.png"])
      await opened.store.write((on) =>
        on.addImage({ ...image, fileName, deletionAsked: false, uploadedBy: null }, Uint8Array.of(1), {
          bytes: Uint8Array.of(2),
          type: "image/webp",
        }),
      );
  });
  return {
    bin: (id: string, until = UNTIL) => opened.store.write((on) => on.delete("books", id, until)),
    binned: async (table = "books") =>
      (await opened.store.read((view) => view.bin(table, undefined, 10))).map(({ entry }) => entry._id),
    image: (fileName: string) =>
      opened.store.read(async (view) => [
        await view.image(fileName),
        await view.imageBytes(fileName, "full"),
      ]),
    insertWith: (id: string, ...images: string[]) =>
      opened.store.write((on) => on.insert("books", book(id, { title: id }), images)),
  };
}
