import { FieldFailure, type Host, type ImageRecord, type PrepareContext } from "admin";
import type { MessageKey } from "./manifest.ts";
import { mapPictures, picturesIn, readInline } from "./pictures.ts";

type SaveHost = Pick<Host<MessageKey>, "upload" | "removeUpload" | "message">;

/** The addresses of a text's inline pictures. */
export function inlineIn(html: string): readonly string[] {
  return [...new Set(picturesIn(html))].filter((address) => readInline(address) !== undefined);
}

/** The text to validate before the save: without the bytes of its inline pictures, which will not be stored in it. */
export function standInFor(html: string, inline: readonly string[]): string {
  return mapPictures(html, (address) => (inline.includes(address) ? "" : address));
}

/** Uploads for a text that is not saved yet. */
export interface InlineUploads {
  /** By inline address. */
  readonly kept: Map<string, ImageRecord>;
  /** The form was left: an upload that ends later is removed. */
  isLeft: boolean;
}

/**
 * Uploads the inline pictures of a text one by one, and resolves to the text with their new addresses. `uploads` keeps what is
 * done, so that a retry uploads none twice. Rejects with a `FieldFailure` where an upload is refused.
 */
export async function saveInline(
  host: SaveHost,
  html: string,
  inline: readonly string[],
  uploads: InlineUploads,
  context: PrepareContext,
): Promise<string> {
  for (const [index, address] of inline.entries()) {
    if (uploads.kept.has(address)) continue;
    context.signal.throwIfAborted();
    const text = host.message("uploading", { number: index + 1, count: inline.length });
    const onProgress = (share: number) => context.progress((index + share) / inline.length, text);
    onProgress(0);
    const image = await upload(host, toFile(address, index), { signal: context.signal, onProgress });
    if (uploads.isLeft) {
      await host.removeUpload(image.fileName).catch(() => {});
      throw new DOMException("The form was left.", "AbortError");
    }
    uploads.kept.set(address, image);
  }
  return mapPictures(html, (address) => uploads.kept.get(address)?.imgUrl ?? address);
}

async function upload(
  host: SaveHost,
  file: File,
  options: Parameters<Host["upload"]>[1],
): Promise<ImageRecord> {
  const [image] = await host.upload([file], options).catch((error: unknown) => {
    if (!(error instanceof FieldFailure)) throw error;
    throw new FieldFailure(host.message("uploadFailed", { message: error.message }), { cause: error });
  });
  if (image === undefined) throw new Error(`Nothing was answered to the upload of ${file.name}.`);
  return image;
}

/** Called when the text is stored: removes uploads that are no longer in it. Errors are ignored, since unused uploads expire. */
export function giveUpUnused(host: SaveHost, inline: readonly string[], { kept }: InlineUploads): void {
  for (const [address, { fileName }] of kept) if (!inline.includes(address)) giveUp(host, fileName);
  kept.clear();
}

/** Called when the form is left: removes all uploads. */
export function giveUpAll(host: SaveHost, uploads: InlineUploads): void {
  uploads.isLeft = true;
  giveUpUnused(host, [], uploads);
}

function giveUp(host: SaveHost, fileName: string): void {
  host.removeUpload(fileName).catch(() => {});
}

function toFile(address: string, index: number): File {
  const { type, base64 } = readInline(address) ?? { type: "image/png", base64: "" };
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new File([bytes], `picture-${index + 1}.${type.slice("image/".length)}`, { type });
}
