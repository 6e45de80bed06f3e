/** The kinds of images that are stored and shown, by the ending of their names. */
export const IMAGE_ENDINGS = ["png", "jpg", "webp", "gif"] as const;

export type ImageEnding = (typeof IMAGE_ENDINGS)[number];

/** So many of a file's first bytes say what kind of image it is. */
export const IMAGE_HEAD_BYTES = 12;

/** The kind of an image by its first bytes; undefined if it is none of them. */
export function imageEnding(bytes: Uint8Array): ImageEnding | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, IMAGE_HEAD_BYTES));
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("\xff\xd8\xff")) return "jpg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "gif";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "webp";
  return undefined;
}
