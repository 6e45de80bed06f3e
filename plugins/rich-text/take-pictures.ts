import type { Options } from "./manifest.ts";

/** A picture that was not inserted, by the message that says why. */
export type Refusal =
  | { readonly key: "notAnImage" | "tooLarge"; readonly name: string }
  | { readonly key: "notPasted"; readonly count: number };

const PNG = [0x89, 0x50, 0x4e, 0x47];
const JPEG = [0xff, 0xd8, 0xff];

/** Reads files into inline addresses. Refuses files that are too large, or of no allowed kind by their type or bytes. */
export async function takePictures(
  files: readonly File[],
  options: Pick<Options, "imageTypes" | "maxImageBytes">,
): Promise<{ readonly addresses: readonly string[]; readonly refused: readonly Refusal[] }> {
  const addresses: string[] = [];
  const refused: Refusal[] = [];
  for (const file of files) {
    if (!options.imageTypes.some((type) => type === file.type))
      refused.push({ key: "notAnImage", name: file.name });
    else if (file.size > options.maxImageBytes) refused.push({ key: "tooLarge", name: file.name });
    else {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (startsWith(bytes, file.type === "image/png" ? PNG : JPEG))
        addresses.push(`data:${file.type};base64,${toBase64(bytes)}`);
      else refused.push({ key: "notAnImage", name: file.name });
    }
  }
  return { addresses, refused };
}

function startsWith(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, index) => bytes[index] === byte);
}

function toBase64(bytes: Uint8Array): string {
  const step = 0x8000;
  let text = "";
  for (let at = 0; at < bytes.length; at += step)
    text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}
