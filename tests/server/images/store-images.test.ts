import { expect, it } from "vitest";
import type { EncodedImage } from "../../../src/server/images/encode-image.ts";
import { storeLargeImages } from "../../../src/server/images/store-images.ts";
import { buildServer } from "../build-server.ts";

const MB = 1024 * 1024;

it("images of a megabyte together are stored with their record; of one byte more they are stored before", async () => {
  const server = await buildServer();
  const { store, effects } = server;
  const uploader = { store, effects, account: undefined, imageHours: 1 };
  const image = (letter: string, bytes: number): EncodedImage => ({
    fileName: `${letter.repeat(43)}.png`,
    type: "image/png",
    full: new Uint8Array(bytes - 100),
    small: { bytes: new Uint8Array(100), type: "image/webp" },
  });
  const isStored = async ({ fileName }: EncodedImage) =>
    (await store.read((view) => view.image(fileName))) !== undefined;
  const [one, other, larger] = [image("a", MB / 2), image("b", MB / 2), image("c", MB / 2 + 1)];
  expect(await storeLargeImages(uploader, [one, other])).toEqual([one, other]);
  expect([await isStored(one), await isStored(other)]).toEqual([false, false]);
  expect(await storeLargeImages(uploader, [one, larger])).toEqual([]);
  expect([await isStored(one), await isStored(larger)]).toEqual([true, true]);
  await server.close();
});
