import sharp, { type Sharp, type SharpOptions } from "sharp";
import { type ImageEnding, imageEnding } from "../../record/image-ending.ts";
import { bounded } from "../bounded.ts";
import { IMAGE_TYPES } from "./image-name.ts";

/** An image to store: turned upright, without metadata, encoded again by this server. */
export interface EncodedImage {
  readonly fileName: string;
  readonly type: string;
  readonly full: Uint8Array;
  readonly small: { readonly bytes: Uint8Array; readonly type: string };
}

/** The bytes are no complete png, jpeg, webp or gif that can be decoded within the limits. */
export class NotAnImage extends Error {
  override readonly name = "NotAnImage";
}

// Of all frames of a moving image together. A phone's 50 megapixels fit, a decompression bomb does not.
const MAX_PIXELS = 64_000_000;
const MAX_SECONDS = 30;
const SMALL_SIDE = 320;

// A decoded image may take hundreds of megabytes: at most two at a time in the whole process.
const turn = bounded(2);

/** Encodes an image for storing. Its kind is found from its first bytes and by decoding all of it. Throws NotAnImage. */
export async function encodeImage(bytes: Uint8Array, randomToken: () => string): Promise<EncodedImage> {
  const ending = imageEnding(bytes);
  if (ending === undefined) throw new NotAnImage("not the first bytes of png, jpeg, webp or gif");
  const { full, small } = await turn(() => encodeSizes(bytes, ending));
  return {
    fileName: `${randomToken()}.${ending}`,
    type: IMAGE_TYPES[ending],
    full,
    small: { bytes: small, type: IMAGE_TYPES.webp },
  };
}

async function encodeSizes(bytes: Uint8Array, ending: ImageEnding) {
  try {
    const { format } = await open(bytes, {}).metadata();
    if (format !== (ending === "jpg" ? "jpeg" : ending)) throw new NotAnImage(`decodes as ${format}`);
    const moving = ending === "gif" || ending === "webp";
    const full = await ENCODERS[ending](open(bytes, { animated: moving }).autoOrient()).toBuffer();
    const small = await open(bytes, { pages: 1 })
      .autoOrient()
      .resize(SMALL_SIDE, SMALL_SIDE, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
    return { full, small };
  } catch (error) {
    // sharp throws plain errors for what it cannot decode.
    throw error instanceof NotAnImage ? error : new NotAnImage(error instanceof Error ? error.message : "");
  }
}

/** "error": refuses truncated and broken data, but not what decoders only warn of, which many cameras write. */
function open(bytes: Uint8Array, options: SharpOptions): Sharp {
  return sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS, ...options }).timeout({
    seconds: MAX_SECONDS,
  });
}

const ENCODERS: Readonly<Record<ImageEnding, (image: Sharp) => Sharp>> = {
  png: (image) => image.png(),
  jpg: (image) => image.jpeg({ quality: 90 }),
  webp: (image) => image.webp({ quality: 90 }),
  gif: (image) => image.gif({ effort: 4 }),
};
