import { FieldFailure, type Host, type ImageRecord, type PrepareContext } from "admin";
import type { MessageKey } from "./manifest.ts";
import { mapPictures, picturesIn, readInline } from "./pictures.ts";

type SaveHost = Pick<Host<MessageKey>, "upload" | "removeUpload" | "message">;

/** Inline pictures of a text that wait for the save. */
export function inlineIn(html: string): readonly string[] {
  return [...new Set(picturesIn(html))].filter((address) => readInline(address) !== undefined);
}

/** The text as it can be validated before the save: as long as it will be, its inline pictures without their bytes. */
export function standInFor(html: string, inline: readonly string[]): string {
  return mapPictures(html, (address) => (inline.includes(address) ? "" : address));
}

/** What was uploaded for a text that is not saved yet, by inline address. */
export interface InlineUploads {
  readonly kept: Map<string, ImageRecord>;
  /** The form was left: what still arrives is given up. */
  isLeft: boolean;
}

/**
 * Uploads inline pictures of a text one by one and writes what the server gave in their place. `uploads` remembers, so
 * that a retry sends none twice. Rejects with the sentence to show.
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
    const onProgress = (share: number) => context.progress((index + share) / inline.length);
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

/** The text is stored: pictures that were uploaded and then taken out of it are removed. Errors are not reported: they expire. */
export function giveUpUnused(host: SaveHost, inline: readonly string[], { kept }: InlineUploads): void {
  for (const [address, { fileName }] of kept) if (!inline.includes(address)) giveUp(host, fileName);
  kept.clear();
}

/** The form was left: what a failed save had uploaded goes again. */
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
