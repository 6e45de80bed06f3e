import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodeImage, NotAnImage } from "../../../src/server/images/encode-image.ts";
import { isImageName } from "../../../src/server/images/image-name.ts";
import { bomb, CANARY, moving, photo, plain, SCRIPTED_SVG } from "./pictures.ts";

const token = () => randomBytes(32).toString("base64url");
const encode = (bytes: Uint8Array) => encodeImage(bytes, token);

describe("an uploaded image", () => {
  it.each([
    ["png", "image/png"],
    ["jpeg", "image/jpeg"],
    ["webp", "image/webp"],
    ["gif", "image/gif"],
  ] as const)("%s keeps its kind, under a name of the server's", async (format, type) => {
    const image = await encode(await plain(format));
    expect(image.type).toBe(type);
    expect(isImageName(image.fileName)).toBe(true);
    expect((await sharp(image.full).metadata()).format).toBe(format);
    expect(image.small.type).toBe("image/webp");
    expect(await sharp(image.small.bytes).metadata()).toMatchObject({
      format: "webp",
      width: 40,
      height: 20,
    });
  });

  it("Location and other metadata do not survive; it stands upright without them", async () => {
    const original = await photo();
    expect(original.includes(CANARY)).toBe(true);
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const image = await encode(original);
    for (const bytes of [image.full, image.small.bytes]) {
      expect(Buffer.from(bytes).includes(CANARY)).toBe(false);
      const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    }
    expect(await sharp(image.full).metadata()).toMatchObject({ width: 300, height: 600 });
    expect(await sharp(image.small.bytes).metadata()).toMatchObject({ width: 160, height: 320 });
  });

  it.each(["gif", "webp"] as const)(
    "a moving %s still moves; its small rendition does not",
    async (format) => {
      const image = await encode(await moving(format));
      const full = await sharp(image.full, { animated: true }).metadata();
      expect(full).toMatchObject({ format, pages: 3, delay: [100, 200, 300] });
      const small = await sharp(image.small.bytes, { animated: true }).metadata();
      expect(small.pages ?? 1).toBe(1);
      expect(small).toMatchObject({ width: 320, height: 160 });
    },
  );

  it("is not what merely says so: never svg, even disguised; no other kind", async () => {
    const disguises = ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF89a", "RIFF\x10\0\0\0WEBP"].map((head) =>
      Buffer.concat([Buffer.from(head, "latin1"), SCRIPTED_SVG]),
    );
    const wrong = [
      SCRIPTED_SVG,
      ...disguises,
      Buffer.from("<html><script>alert(1)</script></html>"),
      Buffer.alloc(0),
      Buffer.from("\x89PNG"),
      randomBytes(5_000),
      await plain("avif"),
      await plain("tiff"),
    ];
    for (const bytes of wrong) await expect(encode(bytes)).rejects.toBeInstanceOf(NotAnImage);
  });

  it("carries nothing that was hidden behind it", async () => {
    const image = await encode(Buffer.concat([await plain("png"), SCRIPTED_SVG]));
    expect(Buffer.from(image.full).includes("script")).toBe(false);
  });

  it("S28: is refused where it is cut off", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const raw = sharp({ create: { width: 200, height: 200, channels: 3, background: "#000", noise } });
    for (const format of ["png", "jpeg", "webp"] as const) {
      const bytes = await raw.clone().toFormat(format).toBuffer();
      for (const share of [0.99, 0.5, 0.1]) {
        const cut = bytes.subarray(0, Math.floor(bytes.length * share));
        await expect(encode(cut), `${format} ${share}`).rejects.toBeInstanceOf(NotAnImage);
      }
    }
  });

  it("S28: a bomb is refused before it is unpacked", async () => {
    const small = bomb();
    expect(small.length).toBeLessThan(1_000_000);
    const began = performance.now();
    await expect(encode(small)).rejects.toBeInstanceOf(NotAnImage);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
