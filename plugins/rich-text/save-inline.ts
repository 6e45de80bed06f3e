import type { Host, ImageRecord } from "admin";
import { mapPictures, picturesIn, readInline } from "./pictures.ts";

type SaveHost = Pick<Host, "upload" | "removeUpload" | "message">;

/** Inline pictures of a text that wait for the save. */
export function inlineIn(html: string): readonly string[] {
  return [...new Set(picturesIn(html))].filter((address) => readInline(address) !== undefined);
}

/** The text as it can be validated before the save: as long as it will be, its inline pictures without their bytes. */
export function standInFor(html: string): string {
  return mapPictures(html, (address) => (readInline(address) === undefined ? address : ""));
}

/**
 * Uploads the inline pictures one by one and writes what the server gave in their place. `uploaded` remembers, by
 * inline address, so that a retry sends none twice. Rejects with the sentence to show.
 */
export async function saveInline(
  host: SaveHost,
  html: string,
  uploaded: Map<string, ImageRecord>,
  context: { readonly signal: AbortSignal; progress(share: number): void },
): Promise<string> {
  const inline = inlineIn(html);
  for (const [index, address] of inline.entries()) {
    if (uploaded.has(address)) continue;
    context.signal.throwIfAborted();
    const file = toFile(address, index);
    try {
      const [image] = await host.upload([file], {
        signal: context.signal,
        onProgress: (share) => context.progress((index + share) / inline.length),
      });
      if (image === undefined) throw new Error(file.name);
      uploaded.set(address, image);
    } catch (error) {
      if (context.signal.aborted) throw error;
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(host.message("uploadFailed", { message }), { cause: error });
    }
  }
  return mapPictures(html, (address) => uploaded.get(address)?.imgUrl ?? address);
}

/** The form was left: what a failed save had uploaded goes again. Errors are not said, it would expire anyway. */
export async function giveUp(host: SaveHost, uploaded: Map<string, ImageRecord>): Promise<void> {
  const names = [...uploaded.values()].map(({ fileName }) => fileName);
  uploaded.clear();
  await Promise.allSettled(names.map((fileName) => host.removeUpload(fileName)));
}

function toFile(address: string, index: number): File {
  const { type, base64 } = readInline(address) ?? { type: "image/png", base64: "" };
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new File([bytes], `picture-${index + 1}.${type.slice("image/".length)}`, { type });
}
