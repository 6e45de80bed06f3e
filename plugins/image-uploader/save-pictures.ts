import type { Host, ImageRecord, Json } from "admin";
import type { PendingPictures } from "./pending-pictures.ts";
import { type PictureValue, withPictures } from "./picture-value.ts";

type SaveHost = Pick<Host, "upload" | "removeUpload" | "message" | "toast">;

/** What the field will hold after a save, as far as it can be validated before: pending images by their names. */
export function standInFor(value: PictureValue, pending: PendingPictures, several: boolean): Json {
  const added = pending
    .snapshot()
    .pictures.map(({ name, uploaded }) => uploaded ?? { fileName: name, imgUrl: "", expiresAt: null });
  return withPictures(value, added, several);
}

/**
 * Uploads what is pending, one by one so that a retry sends no image twice, then deletes the images that were removed.
 * Resolves to the field's new value. Rejects with the sentence to show: an upload was refused, or an image could not
 * be made smaller. A deletion that fails is only said: the record no longer names the image, so it expires.
 */
export async function savePictures(
  host: SaveHost,
  pending: PendingPictures,
  value: PictureValue,
  several: boolean,
  context: { readonly signal: AbortSignal; progress(share: number): void },
): Promise<Json> {
  const chosen = pending.snapshot().pictures.map(({ key }) => key);
  await pending.settled();
  context.signal.throwIfAborted();
  const ready = pending.snapshot().pictures;
  // One that failed meanwhile has left the list and said why; what is saved must be what the person sees.
  if (ready.length < chosen.length) throw new Error(host.message("compressFailed", { name: "" }));

  const added: ImageRecord[] = [];
  for (const [index, { key, file, uploaded }] of ready.entries()) {
    if (uploaded !== undefined) added.push(uploaded);
    else if (file !== undefined) {
      const record = await upload(host, file, {
        signal: context.signal,
        onProgress: (share) => context.progress((index + share) / ready.length),
      });
      pending.setUploaded(key, record);
      added.push(record);
    }
  }
  await deleteRemoved(host, pending, context.signal);
  return withPictures(value, added, several);
}

async function upload(
  host: SaveHost,
  file: File,
  options: Parameters<Host["upload"]>[1],
): Promise<ImageRecord> {
  try {
    const [record] = await host.upload([file], options);
    if (record === undefined) throw new Error(file.name);
    return record;
  } catch (error) {
    if (options.signal.aborted) throw error;
    throw new Error(host.message("uploadFailed", { message: reasonOf(error) }), { cause: error });
  }
}

async function deleteRemoved(host: SaveHost, pending: PendingPictures, signal: AbortSignal): Promise<void> {
  const { removed, orphans } = pending.snapshot();
  for (const fileName of [...removed, ...orphans]) {
    signal.throwIfAborted();
    try {
      await host.removeUpload(fileName);
      pending.forgetRemoved(fileName);
    } catch (error) {
      host.toast("error", host.message("removeFailed", { message: reasonOf(error) }));
    }
  }
}

/** The form was left: what a failed save had uploaded goes again. Errors are not said, it would expire anyway. */
export async function giveUp(host: SaveHost, pending: PendingPictures): Promise<void> {
  const { pictures, orphans } = pending.snapshot();
  const uploaded = pictures.flatMap((picture) => picture.uploaded?.fileName ?? []);
  pending.clear();
  await Promise.allSettled([...uploaded, ...orphans].map((fileName) => host.removeUpload(fileName)));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
