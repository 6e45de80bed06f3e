import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** A file as a person chooses it. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A one-coloured picture of some hundred bytes. */
export async function smallPng(name: string, background = "#a31"): Promise<ChosenFile> {
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background } });
  return { name, mimeType: "image/png", buffer: await image.png().toBuffer() };
}

/**
 * A jpeg that compresses as badly as a photo of leaves does: soft noise. 1600 × 1200 is about 1.5 MB,
 * 3200 × 2400 about 6 MB.
 */
export async function noisyJpeg(name: string, width = 1600, height = 1200): Promise<ChosenFile> {
  const noise = { raw: { width: width / 2, height: height / 2, channels: 3 as const } };
  const image = sharp(randomBytes((width / 2) * (height / 2) * 3), noise)
    .resize(width, height)
    .blur(0.6);
  return { name, mimeType: "image/jpeg", buffer: await image.jpeg({ quality: 92 }).toBuffer() };
}

export function textFile(name: string): ChosenFile {
  return { name, mimeType: "text/plain", buffer: Buffer.from("This is no picture.") };
}
