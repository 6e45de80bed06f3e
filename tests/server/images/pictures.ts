import { deflateSync } from "node:zlib";
import sharp from "sharp";

/** What a hostile or careless client might send, made here so that no binary file lies in the repository. */

export const CANARY = "CANARY-51.5074N";

/** A photo as a phone writes it: lying on its side (orientation 6), with a place in its metadata. */
export function photo(width = 600, height = 300): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#356" } })
    .withExif({
      IFD0: { Copyright: CANARY },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 26/1" },
    })
    .withMetadata({ orientation: 6 })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>${CANARY}</place></x:xmpmeta>`)
    .jpeg()
    .toBuffer();
}

export function plain(format: "png" | "jpeg" | "webp" | "gif" | "avif" | "tiff"): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 20, channels: 3, background: "#a31" } })
    .toFormat(format)
    .toBuffer();
}

/** Three frames of 400 × 200. */
export async function moving(format: "gif" | "webp"): Promise<Buffer> {
  const frames = await Promise.all(
    ["#a00", "#0a0", "#00a"].map((background) =>
      sharp({ create: { width: 400, height: 200, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const image = sharp(frames, { join: { animated: true } });
  const delay = [100, 200, 300];
  return (format === "gif" ? image.gif({ delay }) : image.webp({ delay })).toBuffer();
}

export const SCRIPTED_SVG = Buffer.from(
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>` +
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">` +
    `<script>alert(1)</script><foreignObject><body onload="alert(1)"/></foreignObject>` +
    `<image xlink:href="https://evil.example/x.png"/><text>&x;</text></svg>`,
);

/** A png of 30,000 × 30,000 white pixels (one bit each) in some hundred kilobytes. */
export function bomb(): Buffer {
  const side = 30_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((1 + side / 8) * side), { level: 9 });
  const parts = [chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
